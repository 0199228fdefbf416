/* SPDX-License-Identifier: Apache-2.0 */
/* function_names.h: the functions of a file that a process has mapped, by the copy that is ours (mapped_file.h). */
#ifndef WD_FUNCTION_NAMES_H
#define WD_FUNCTION_NAMES_H

#include <stdint.h>

#include "mapped_file.h"
#include "symbols/elf_table.h"

struct wd_function_names {
    struct wd_elf_table table;  /* of its symbols, or of its debug file's (elf_table.h) */
    struct wd_elf_table packed; /* what a distribution has left in a stripped file, compressed (.gnu_debugdata) */
};

/* Unpacks at most so many bytes. Returns how much memory the names take for as long as we live, beside the copy. */
uint64_t wd_function_names_read(const struct wd_mapped_file *file, uint64_t most, struct wd_function_names *names);

/* The function that contains `address`, or NULL. */
const struct wd_elf_symbol *wd_function_names_find(const struct wd_function_names *names, uint64_t address);

#endif
