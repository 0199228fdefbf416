/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/unwind_table.h"

#include <string.h>

/* sdata4, relative to the table */
#define TABLE_ENCODING 0x3b
#define UDATA4 0x03
/* version, three encodings, where .eh_frame is, the number of entries */
#define HEAD 12
#define ENTRY 8

static int32_t signed_at(const char *p)
{
    int32_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* `size` bytes of the loaded file from an address; NULL if it has none there. */
static const char *loaded(const struct wd_elf_file *file, uint64_t address, uint64_t size)
{
    size_t n;
    const Elf64_Phdr *all = wd_elf_segments(file, &n);
    for (size_t i = 0; all && i < n; i++) {
        uint64_t in = address - all[i].p_vaddr;
        if (all[i].p_type == PT_LOAD && in < all[i].p_filesz && size <= all[i].p_filesz - in &&
            wd_elf_holds(file, all[i].p_offset, all[i].p_filesz))
            return file->bytes + all[i].p_offset + in;
    }
    return NULL;
}

int wd_unwind_table_find(const struct wd_elf_file *file, struct wd_unwind_table *table)
{
    size_t n;
    const Elf64_Phdr *all = wd_elf_segments(file, &n);
    *table = (struct wd_unwind_table){ .file = file };
    for (size_t i = 0; all && i < n; i++) {
        const Elf64_Phdr *s = &all[i];
        if (s->p_type == PT_LOAD && (s->p_flags & PF_X) && s->p_vaddr + s->p_memsz > table->code_end)
            table->code_end = s->p_vaddr + s->p_memsz;
        if (s->p_type != PT_GNU_EH_FRAME || s->p_filesz < HEAD || !wd_elf_holds(file, s->p_offset, s->p_filesz))
            continue;
        const uint8_t *head = (const uint8_t *)file->bytes + s->p_offset;
        uint32_t count = (uint32_t)signed_at((const char *)head + 8);
        if (head[0] != 1 || head[2] != UDATA4 || head[3] != TABLE_ENCODING)
            continue;
        uint64_t most = (s->p_filesz - HEAD) / ENTRY;
        table->entries = (const char *)head + HEAD;
        table->address = s->p_vaddr;
        table->n = count < most ? count : (size_t)most;
    }
    return table->entries != NULL;
}

/* Length (4), where its common part is (4), then, in the encoding that compilers use, the function's beginning relative
 * to this place (4) and its length (4). Another encoding shows in a beginning that is not the table's. */
static uint64_t described_end(const struct wd_unwind_table *table, uint64_t begin, uint64_t description)
{
    const char *p = loaded(table->file, description, 16);
    if (!p || description + 8 + (uint64_t)(int64_t)signed_at(p + 8) != begin)
        return 0;
    return begin + (uint32_t)signed_at(p + 12);
}

int wd_unwind_table_function(const struct wd_unwind_table *table, size_t i, struct wd_unwind_function *function)
{
    const char *entry = table->entries + i * ENTRY;
    uint64_t begin = table->address + (uint64_t)(int64_t)signed_at(entry);
    uint64_t next = i + 1 < table->n ? table->address + (uint64_t)(int64_t)signed_at(entry + ENTRY) : table->code_end;
    uint64_t end = described_end(table, begin, table->address + (uint64_t)(int64_t)signed_at(entry + 4));
    *function = (struct wd_unwind_function){ begin, end > begin && end <= next ? end : next };
    return begin != 0 && begin < function->end && function->end <= table->code_end;
}
