/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unwind_table.h: where a file's functions begin and end, from the sorted table in .eh_frame_hdr, which every x86-64
 * binary keeps for unwinding, stripped or not.
 */
#ifndef WD_UNWIND_TABLE_H
#define WD_UNWIND_TABLE_H

#include "symbols/elf_file.h"

struct wd_unwind_table {
    const struct wd_elf_file *file;
    const char *entries; /* inside the file */
    uint64_t address;    /* of .eh_frame_hdr, as in the file */
    size_t n;
    uint64_t code_end; /* where the last segment of code ends */
};

struct wd_unwind_function {
    uint64_t begin, end; /* as in the file */
};

/* False if the file has no such table, or in another form than GNU ld, gold and lld write. */
int wd_unwind_table_find(const struct wd_elf_file *file, struct wd_unwind_table *table);

/* The function number i of n; false if it is damaged. Where its own description does not tell its end, that is the next
 * one's beginning. */
int wd_unwind_table_function(const struct wd_unwind_table *table, size_t i, struct wd_unwind_function *function);

#endif
