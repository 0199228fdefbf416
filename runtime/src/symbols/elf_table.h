/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf_table.h: the symbols of one ELF file, sorted by address.
 */
#ifndef WD_ELF_TABLE_H
#define WD_ELF_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "symbols/elf_file.h"

struct wd_elf_symbol {
    uint64_t begin, size; /* as in the file; functions without a size have 0 */
    const char *name;     /* inside the mapped file */
    int is_code, is_global;
    int is_indirect; /* code that chooses, once, the function that runs (IFUNC) */
    int is_old;      /* of a version that only programs ask for which were linked against it */
};

struct wd_elf_table {
    struct wd_elf_symbol *symbol;
    size_t n;
};

/* Reads .symtab of the file, else of its debug file below /usr/lib/debug, else
 * .dynsym. The file stays mapped until exit. An unreadable one gives an empty
 * table. Not for signal handlers. */
void wd_elf_read(const char *path, struct wd_elf_table *table);

/* The same of one table of a file, SHT_SYMTAB or SHT_DYNSYM; false if it has none with symbols. The table's memory is
 * the process's until exit. */
int wd_elf_read_symbols(const struct wd_elf_file *file, uint32_t type, struct wd_elf_table *table);

/* A function of the file's SHT_SYMTAB by its name, without a table; false if there is none. */
int wd_elf_named(const struct wd_elf_file *file, const char *name, struct wd_elf_symbol *symbol);

/* The symbol that contains `address`, or NULL. */
const struct wd_elf_symbol *wd_elf_find(const struct wd_elf_table *table, uint64_t address, int is_code);

/* The function that begins at `address`, or NULL; of several names a global one
 * rather than a local alias. */
const struct wd_elf_symbol *wd_elf_function_at(const struct wd_elf_table *table, uint64_t address);

#endif
