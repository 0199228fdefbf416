/* SPDX-License-Identifier: Apache-2.0 */
/* linked_symbols.h: the debug file that a stripped file names (.gnu_debuglink). */
#ifndef WD_LINKED_SYMBOLS_H
#define WD_LINKED_SYMBOLS_H

#include "mapped_file.h"
#include "symbols/elf_table.h"

/* Its symbols, if it is of the same build: beside the file that a process has mapped by that path, in .debug/ there, or
 * below /usr/lib/debug. False if there is none. It is not copied, so its user must be one of whom nothing is feared. */
int wd_linked_symbols(const char *path, const struct wd_mapped_file *copy, struct wd_elf_table *table);

#endif
