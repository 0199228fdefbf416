/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/offset_names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "symbols/elf_file.h"
#include "symbols/unwind_table.h"
#include "system/syscalls.h"

#define NAME 160 /* of a function, with its NUL */

struct range {
    uint64_t begin, end;
};

/* A symbol table in the making. */
struct names {
    Elf64_Sym *symbol;
    size_t n, room;
    char *text;
    size_t text_size, text_room;
    int failed; /* no memory */
};

/* Room for `more` elements behind n; false and `failed` without memory. */
static int grow(struct names *names, void **all, size_t size, size_t n, size_t more, size_t *room)
{
    if (names->failed || n + more <= *room)
        return !names->failed;
    size_t wanted = 2 * (n + more);
    void *bigger = realloc(*all, wanted * size);
    names->failed = !bigger;
    if (bigger) {
        *all = bigger;
        *room = wanted;
    }
    return !names->failed;
}

static void add(struct names *names, Elf64_Sym symbol, const char *name)
{
    size_t length = strlen(name) + 1;
    if (!grow(names, (void **)&names->symbol, sizeof symbol, names->n, 1, &names->room) ||
        !grow(names, (void **)&names->text, 1, names->text_size, length, &names->text_room))
        return;
    symbol.st_name = (Elf64_Word)names->text_size;
    names->symbol[names->n++] = symbol;
    memcpy(names->text + names->text_size, name, length);
    names->text_size += length;
}

/* The sampler reads no other table once it has this one. */
static void add_dynamic(struct names *names, const struct wd_elf_file *file)
{
    size_t sections;
    const Elf64_Shdr *s = wd_elf_section(file, SHT_DYNSYM), *all = wd_elf_sections(file, &sections);
    if (!s || s->sh_link >= sections)
        return;
    const Elf64_Shdr *text = &all[s->sh_link];
    if (text->sh_size == 0 || !wd_elf_holds(file, text->sh_offset, text->sh_size) ||
        file->bytes[text->sh_offset + text->sh_size - 1] != 0)
        return;
    for (uint64_t i = 0; i < s->sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, file->bytes + s->sh_offset + i * sizeof symbol, sizeof symbol);
        if (symbol.st_shndx != SHN_UNDEF && symbol.st_name < text->sh_size && ELF64_ST_TYPE(symbol.st_info) != STT_TLS)
            add(names, symbol, file->bytes + text->sh_offset + symbol.st_name);
    }
}

static int by_begin(const void *a, const void *b)
{
    const struct range *x = a, *y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* The code that has names: that of the symbols, and the stubs of imports, which the sampler names itself. Sorted, and
 * joined so that ends are sorted as well. NULL without memory. */
static struct range *named_code(const struct names *names, const struct wd_elf_file *file, size_t *n)
{
    size_t sections, used = 0;
    const Elf64_Shdr *all = wd_elf_sections(file, &sections);
    struct range *code = malloc((names->n + sections + 1) * sizeof *code);
    *n = 0;
    if (!code)
        return NULL;
    for (size_t i = 0; i < names->n; i++) {
        const Elf64_Sym *s = &names->symbol[i];
        int kind = ELF64_ST_TYPE(s->st_info);
        if (kind == STT_FUNC || kind == STT_GNU_IFUNC)
            code[used++] = (struct range){ s->st_value, s->st_value + (s->st_size ? s->st_size : 1) };
    }
    for (size_t i = 0; all && i < sections; i++)
        if (strncmp(wd_elf_section_name(file, &all[i]), ".plt", 4) == 0)
            code[used++] = (struct range){ all[i].sh_addr, all[i].sh_addr + all[i].sh_size };
    qsort(code, used, sizeof *code, by_begin);
    for (size_t i = 0; i < used; i++) {
        if (*n > 0 && code[i].begin <= code[*n - 1].end)
            code[*n - 1].end = code[i].end > code[*n - 1].end ? code[i].end : code[*n - 1].end;
        else
            code[(*n)++] = code[i];
    }
    return code;
}

static int is_named(const struct range *code, size_t n, uint64_t address)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (code[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && code[low].begin <= address;
}

/* Returns how many were added. */
static size_t add_unnamed(struct names *names, const struct wd_elf_file *file, const char *module)
{
    struct wd_unwind_table table;
    struct wd_unwind_function f;
    size_t ranges, added = 0;
    if (!wd_unwind_table_find(file, &table))
        return 0;
    struct range *code = named_code(names, file, &ranges);
    for (size_t i = 0; code && i < table.n; i++) {
        char name[NAME];
        if (!wd_unwind_table_function(&table, i, &f) || is_named(code, ranges, f.begin))
            continue;
        snprintf(name, sizeof name, "%.*s+0x%llx", NAME - 24, module, (unsigned long long)f.begin);
        add(names,
            (Elf64_Sym){ .st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC),
                         .st_shndx = SHN_ABS,
                         .st_value = f.begin,
                         .st_size = f.end - f.begin },
            name);
        added++;
    }
    free(code);
    return added;
}

/* What the sampler looks for: the segment that is loaded first, and two tables by their names. */
struct image {
    Elf64_Ehdr head;
    Elf64_Phdr first;
    Elf64_Shdr section[4];
    char section_names[32];
};

static struct image image_of(const struct names *names, const Elf64_Phdr *first)
{
    static const char section_names[] = "\0.symtab\0.strtab\0.shstrtab";
    uint64_t symbols = sizeof(struct image), text = symbols + names->n * sizeof *names->symbol;
    struct image image = {
        .head = { .e_type = ET_DYN,
                  .e_machine = EM_X86_64,
                  .e_version = EV_CURRENT,
                  .e_ehsize = sizeof(Elf64_Ehdr),
                  .e_phoff = offsetof(struct image, first),
                  .e_phentsize = sizeof(Elf64_Phdr),
                  .e_phnum = 1,
                  .e_shoff = offsetof(struct image, section),
                  .e_shentsize = sizeof(Elf64_Shdr),
                  .e_shnum = 4,
                  .e_shstrndx = 3 },
        .first = { .p_type = PT_LOAD, .p_vaddr = first->p_vaddr, .p_paddr = first->p_paddr, .p_align = first->p_align },
        .section = { { 0 },
                     { .sh_name = 1,
                       .sh_type = SHT_SYMTAB,
                       .sh_offset = symbols,
                       .sh_size = text - symbols,
                       .sh_link = 2,
                       .sh_entsize = sizeof(Elf64_Sym) },
                     { .sh_name = 9, .sh_type = SHT_STRTAB, .sh_offset = text, .sh_size = names->text_size },
                     { .sh_name = 17,
                       .sh_type = SHT_STRTAB,
                       .sh_offset = offsetof(struct image, section_names),
                       .sh_size = sizeof section_names } },
    };
    memcpy(image.head.e_ident, ELFMAG, SELFMAG);
    image.head.e_ident[EI_CLASS] = ELFCLASS64;
    image.head.e_ident[EI_DATA] = ELFDATA2LSB;
    image.head.e_ident[EI_VERSION] = EV_CURRENT;
    memcpy(image.section_names, section_names, sizeof section_names);
    return image;
}

static int write_all(int fd, const void *bytes, size_t n)
{
    for (ssize_t done; n > 0; bytes = (const char *)bytes + done, n -= (size_t)done)
        if ((done = wd_sys_write(fd, bytes, n)) <= 0)
            return 0;
    return 1;
}

static int file_of(const struct names *names, const Elf64_Phdr *first)
{
    struct image image = image_of(names, first);
    uint64_t size = image.section[2].sh_offset + names->text_size;
    int fd = wd_sys_file_may_have(size) ? memfd_create("whodunit-names", MFD_CLOEXEC) : -1;
    if (fd >= 0 &&
        !(write_all(fd, &image, sizeof image) && write_all(fd, names->symbol, names->n * sizeof *names->symbol) &&
          write_all(fd, names->text, names->text_size))) {
        wd_sys_close(fd);
        fd = -1;
    }
    return fd;
}

static const Elf64_Phdr *first_loaded(const struct wd_elf_file *file)
{
    size_t n;
    const Elf64_Phdr *all = wd_elf_segments(file, &n);
    for (size_t i = 0; all && i < n; i++)
        if (all[i].p_type == PT_LOAD)
            return &all[i];
    return NULL;
}

int wd_offset_names_open(const char *path)
{
    int saved = errno, fd = -1;
    struct wd_elf_file file = wd_elf_open(path);
    const Elf64_Phdr *first = first_loaded(&file);
    if (first && !wd_elf_section(&file, SHT_SYMTAB)) {
        struct names names = { 0 };
        const char *slash = strrchr(path, '/');
        add(&names, (Elf64_Sym){ 0 }, "");
        add_dynamic(&names, &file);
        if (add_unnamed(&names, &file, slash ? slash + 1 : path) > 0 && !names.failed)
            fd = file_of(&names, first);
        free(names.symbol);
        free(names.text);
    }
    wd_elf_close(&file);
    errno = saved;
    return fd;
}
