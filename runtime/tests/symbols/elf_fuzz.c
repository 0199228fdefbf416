/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libFuzzer target: any bytes as the file of a module, for all that reads ELF files.
 *
 * Besides what the sanitizers find: symbols are sorted, their names lie inside the file and end there; a symbol that is
 * found contains the address; a build-id fits; the names that stand for a stripped file's functions are readable, and
 * say where these are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory/region.h"
#include "symbols/build_id.h"
#include "symbols/elf_table.h"
#include "symbols/offset_names.h"
#include "symbols/unwind_table.h"

#define KEPT 16

static const uint8_t *input;
static size_t input_size;

/* What the process would keep until its exit. */
static void *kept[KEPT];
static size_t kept_count;

static void *keep(void *memory)
{
    if (kept_count == KEPT)
        abort();
    return kept[kept_count++] = memory;
}

void *wd_region_reserve(size_t bytes)
{
    return keep(calloc(1, bytes));
}

struct wd_elf_file __wrap_wd_elf_open(const char *path);
void __wrap_wd_elf_close(struct wd_elf_file *file);

/* Whatever the path. */
struct wd_elf_file __wrap_wd_elf_open(const char *path)
{
    (void)path;
    if (input_size < sizeof(Elf64_Ehdr))
        return (struct wd_elf_file){ NULL, 0 };
    char *copy = keep(malloc(input_size));
    memcpy(copy, input, input_size);
    return (struct wd_elf_file){ copy, input_size };
}

void __wrap_wd_elf_close(struct wd_elf_file *file)
{
    *file = (struct wd_elf_file){ NULL, 0 };
}

static void require(int condition)
{
    if (!condition)
        abort();
}

static void check_table(const struct wd_elf_table *table)
{
    for (size_t i = 0; i < table->n; i++) {
        const struct wd_elf_symbol *s = &table->symbol[i];
        require(i == 0 || table->symbol[i - 1].begin <= s->begin);
        require(strlen(s->name) < input_size);
        const struct wd_elf_symbol *found = wd_elf_find(table, s->begin, s->is_code);
        require(!found || (found->is_code == s->is_code && found->begin <= s->begin));
        const struct wd_elf_symbol *function = wd_elf_function_at(table, s->begin);
        require(!function || (function->is_code && function->begin == s->begin));
    }
    wd_elf_find(table, UINT64_MAX, 1);
}

static void check_functions(const struct wd_elf_file *file)
{
    struct wd_unwind_table table;
    struct wd_unwind_function f;
    if (!wd_unwind_table_find(file, &table))
        return;
    for (size_t i = 0; i < table.n; i++)
        if (wd_unwind_table_function(&table, i, &f))
            require(f.begin < f.end && f.end <= table.code_end);
}

static void check_offset_names(void)
{
    struct wd_elf_table table;
    struct stat s;
    int fd = wd_offset_names_open("/x/module");
    if (fd < 0)
        return;
    require(fstat(fd, &s) == 0 && s.st_size > 0);
    char *bytes = keep(malloc((size_t)s.st_size));
    require(pread(fd, bytes, (size_t)s.st_size, 0) == s.st_size);
    close(fd);
    struct wd_elf_file names = { bytes, (size_t)s.st_size };
    require(wd_elf_read_symbols(&names, SHT_SYMTAB, &table));
    size_t unnamed = 0;
    for (size_t i = 0; i < table.n; i++) {
        unsigned long long address;
        if (sscanf(table.symbol[i].name, "module+0x%llx", &address) == 1)
            unnamed += address == table.symbol[i].begin;
    }
    require(unnamed > 0);
}

static void check_build_id(void)
{
    uint8_t id[WD_BUILD_ID_SIZE];
    char path[64];
    int fd = memfd_create("input", MFD_CLOEXEC);
    require(fd >= 0 && write(fd, input, input_size) == (ssize_t)input_size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    require(wd_build_id_read(path, id) <= sizeof id);
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wd_elf_table table;
    input = data;
    input_size = size;
    wd_elf_read("/x/module", &table);
    check_table(&table);
    struct wd_elf_file file = __wrap_wd_elf_open("/x/module");
    check_functions(&file);
    check_offset_names();
    check_build_id();
    while (kept_count > 0)
        free(kept[--kept_count]);
    return 0;
}
