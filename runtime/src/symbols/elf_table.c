/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/elf_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory/region.h"
#include "symbols/build_id.h"
#include "symbols/elf_file.h"

/* Of several names for one address the plainest comes last, and is found first. */
static int by_address(const void *a, const void *b)
{
    const struct wd_elf_symbol *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    size_t n = strspn(x->name, "_"), m = strspn(y->name, "_");
    return n > m ? -1 : n < m;
}

/* A file's table of symbols. */
struct source {
    const char *symbols, *text;
    const char *versions; /* NULL: it has none */
    size_t n, text_size;
};

#define OLD_VERSION 0x8000 /* "hidden" */

static const char *versions_of(const struct wd_elf_file *file, uint32_t type, size_t n)
{
    const Elf64_Shdr *s = type == SHT_DYNSYM ? wd_elf_section(file, SHT_GNU_versym) : NULL;
    return s && s->sh_size / sizeof(Elf64_Versym) >= n ? file->bytes + s->sh_offset : NULL;
}

static int find_source(const struct wd_elf_file *file, uint32_t type, struct source *source)
{
    size_t sections;
    const Elf64_Shdr *s = wd_elf_section(file, type), *all = wd_elf_sections(file, &sections);
    if (!s || s->sh_link >= sections)
        return 0;
    const Elf64_Shdr *text = &all[s->sh_link];
    if (!wd_elf_holds(file, text->sh_offset, text->sh_size) || text->sh_size == 0 ||
        file->bytes[text->sh_offset + text->sh_size - 1] != 0)
        return 0;
    size_t n = s->sh_size / sizeof(Elf64_Sym);
    *source = (struct source){ file->bytes + s->sh_offset, file->bytes + text->sh_offset, versions_of(file, type, n), n,
                               text->sh_size };
    return 1;
}

/* Symbols may lie anywhere in a file, so they are copied before they are looked at. */
static int read_symbol(const struct source *source, size_t i, struct wd_elf_symbol *out)
{
    Elf64_Sym symbol;
    Elf64_Versym version = 0;
    memcpy(&symbol, source->symbols + i * sizeof symbol, sizeof symbol);
    if (source->versions)
        memcpy(&version, source->versions + i * sizeof version, sizeof version);
    int kind = ELF64_ST_TYPE(symbol.st_info), is_code = kind == STT_FUNC || kind == STT_GNU_IFUNC;
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_name >= source->text_size || !(is_code || kind == STT_OBJECT))
        return 0;
    *out = (struct wd_elf_symbol){
        symbol.st_value,
        symbol.st_size,
        source->text + symbol.st_name,
        is_code,
        ELF64_ST_BIND(symbol.st_info) != STB_LOCAL,
        kind == STT_GNU_IFUNC,
        (version & OLD_VERSION) != 0,
    };
    return 1;
}

int wd_elf_read_symbols(const struct wd_elf_file *file, uint32_t type, struct wd_elf_table *table)
{
    struct source source;
    *table = (struct wd_elf_table){ NULL, 0 };
    if (!find_source(file, type, &source))
        return 0;
    table->symbol = source.n ? wd_region_reserve(source.n * sizeof *table->symbol) : NULL;
    for (size_t i = 0; i < source.n && table->symbol; i++)
        table->n += (size_t)read_symbol(&source, i, &table->symbol[table->n]);
    if (table->symbol && table->n > 0)
        qsort(table->symbol, table->n, sizeof *table->symbol, by_address);
    return table->n > 0;
}

int wd_elf_named(const struct wd_elf_file *file, const char *name, struct wd_elf_symbol *symbol)
{
    struct source source;
    if (!file->bytes || !find_source(file, SHT_SYMTAB, &source))
        return 0;
    for (size_t i = 0; i < source.n; i++)
        if (read_symbol(&source, i, symbol) && symbol->is_code && strcmp(symbol->name, name) == 0)
            return 1;
    return 0;
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
    struct wd_elf_file file = wd_elf_open(path);
    if (!file.bytes || wd_elf_read_symbols(&file, SHT_SYMTAB, table))
        return;
    if (debug_file(path, debug, sizeof debug)) {
        struct wd_elf_file other = wd_elf_open(debug);
        if (other.bytes && wd_elf_read_symbols(&other, SHT_SYMTAB, table))
            return;
    }
    wd_elf_read_symbols(&file, SHT_DYNSYM, table);
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
