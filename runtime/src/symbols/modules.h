/* SPDX-License-Identifier: Apache-2.0 */
/*
 * modules.h: the symbols of the program and of each library that it has loaded,
 * read once. For any thread, but not for signal handlers: the first sight of a
 * module reads its file under a lock, for which other threads sleep.
 */
#ifndef WD_MODULES_H
#define WD_MODULES_H

#include <link.h>
#include <stddef.h>

#include "symbols/elf_table.h"

/* Its file: the linker's own text, or a constant for the program. */
const char *wd_module_path(const struct link_map *map);

/* The base name of its file, also of the program's, whatever argv[0] says. */
void wd_module_name(const struct link_map *map, char *out, size_t size);

/* Its symbols, by address in the file; never NULL, valid until exit. Empty if
 * the file cannot be read, or where too many modules were asked for. */
const struct wd_elf_table *wd_module_symbols(const struct link_map *map);

#endif
