#include "symbols/elf_table.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "region.h"
#include "symbols/build_id.h"
#include "syscalls.h"

struct file {
    const char *bytes;
    size_t size;
};

static struct file map(const char *path)
{
    struct file file = { NULL, 0 };
    struct stat s;
    int fd = wd_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return file;
    if (wd_sys_fstat(fd, &s) == 0 && s.st_size >= (off_t)sizeof(Elf64_Ehdr)) {
        void *p = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p != MAP_FAILED)
            file = (struct file){ p, (size_t)s.st_size };
    }
    wd_sys_close(fd);
    return file;
}

static int holds(const struct file *file, uint64_t offset, uint64_t size)
{
    return offset <= file->size && size <= file->size - offset;
}

/* The first section of a type, with its contents inside the file; NULL if there is none. */
static const Elf64_Shdr *section(const struct file *file, uint32_t type)
{
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)file->bytes;
    if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64 ||
        head->e_shentsize != sizeof(Elf64_Shdr) ||
        !holds(file, head->e_shoff, (uint64_t)head->e_shnum * sizeof(Elf64_Shdr)))
        return NULL;
    const Elf64_Shdr *all = (const Elf64_Shdr *)(file->bytes + head->e_shoff);
    for (const Elf64_Shdr *s = all; s < all + head->e_shnum; s++)
        if (s->sh_type == type && holds(file, s->sh_offset, s->sh_size))
            return s;
    return NULL;
}

/* Of several names for one address the plainest comes last, and is found first. */
static int by_address(const void *a, const void *b)
{
    const struct wd_elf_symbol *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    size_t n = strspn(x->name, "_"), m = strspn(y->name, "_");
    return n > m ? -1 : n < m;
}

static int read_symbols(const struct file *file, uint32_t type, struct wd_elf_table *table)
{
    const Elf64_Shdr *s = section(file, type);
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)file->bytes;
    if (!s || s->sh_link >= head->e_shnum)
        return 0;
    const Elf64_Shdr *text = (const Elf64_Shdr *)(file->bytes + head->e_shoff) + s->sh_link;
    if (!holds(file, text->sh_offset, text->sh_size) || text->sh_size == 0 ||
        file->bytes[text->sh_offset + text->sh_size - 1] != 0)
        return 0;
    const Elf64_Sym *symbols = (const Elf64_Sym *)(file->bytes + s->sh_offset);
    size_t n = s->sh_size / sizeof *symbols;
    table->symbol = n ? wd_region_reserve(n * sizeof *table->symbol) : NULL;
    table->n = 0;
    for (size_t i = 0; i < n && table->symbol; i++) {
        int kind = ELF64_ST_TYPE(symbols[i].st_info), is_code = kind == STT_FUNC || kind == STT_GNU_IFUNC;
        if (symbols[i].st_shndx != SHN_UNDEF && symbols[i].st_name < text->sh_size && (is_code || kind == STT_OBJECT))
            table->symbol[table->n++] = (struct wd_elf_symbol){
                symbols[i].st_value,
                symbols[i].st_size,
                file->bytes + text->sh_offset + symbols[i].st_name,
                is_code,
                ELF64_ST_BIND(symbols[i].st_info) != STB_LOCAL,
            };
    }
    if (table->n > 0)
        qsort(table->symbol, table->n, sizeof *table->symbol, by_address);
    return table->n > 0;
}

/* /usr/lib/debug/.build-id/ab/cdef….debug; 0 if the file has no build-id. */
static int debug_file(const char *path, char *out, size_t size)
{
    uint8_t id[WD_BUILD_ID_SIZE];
    size_t length = wd_build_id_read(path, id);
    if (length < 2)
        return 0;
    int n = snprintf(out, size, "/usr/lib/debug/.build-id/%02x/", id[0]);
    for (size_t i = 1; i < length; i++)
        n += snprintf(out + n, size - (size_t)n, "%02x", id[i]);
    snprintf(out + n, size - (size_t)n, ".debug");
    return 1;
}

void wd_elf_read(const char *path, struct wd_elf_table *table)
{
    char debug[256];
    *table = (struct wd_elf_table){ NULL, 0 };
    struct file file = map(path);
    if (!file.bytes || read_symbols(&file, SHT_SYMTAB, table))
        return;
    if (debug_file(path, debug, sizeof debug)) {
        struct file other = map(debug);
        if (other.bytes && read_symbols(&other, SHT_SYMTAB, table))
            return;
    }
    read_symbols(&file, SHT_DYNSYM, table);
}

/* The position of the first symbol that begins behind the address. */
static size_t behind(const struct wd_elf_table *table, uint64_t address)
{
    size_t low = 0, high = table->n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (table->symbol[middle].begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct wd_elf_symbol *wd_elf_find(const struct wd_elf_table *table, uint64_t address, int is_code)
{
    size_t i = behind(table, address);
    for (size_t back = 0; i > 0 && back < 64; i--, back++) {
        const struct wd_elf_symbol *s = &table->symbol[i - 1];
        if (s->is_code == is_code && (address < s->begin + s->size || address == s->begin))
            return s;
    }
    return NULL;
}

const struct wd_elf_symbol *wd_elf_function_at(const struct wd_elf_table *table, uint64_t address)
{
    const struct wd_elf_symbol *local = NULL;
    for (size_t i = behind(table, address); i > 0 && table->symbol[i - 1].begin == address; i--) {
        const struct wd_elf_symbol *s = &table->symbol[i - 1];
        if (s->is_code && s->is_global)
            return s;
        if (s->is_code && !local)
            local = s;
    }
    return local;
}
