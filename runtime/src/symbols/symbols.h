/* SPDX-License-Identifier: Apache-2.0 */
/*
 * symbols.h: names of functions and global variables of this process, as the
 * profile names its native frames: the symbol, or "module+0x<address of the
 * function in the file>" where the file has been stripped of it. C++ names are
 * made readable. Not for signal handlers: reads files, allocates, and takes the
 * dynamic linker's lock and that of modules.h. Any thread.
 */
#ifndef WD_SYMBOLS_H
#define WD_SYMBOLS_H

#include <stddef.h>

/* The module that contains `code` is left out of call paths: the sampler, through
 * which threads start. One at a time; NULL changes nothing. */
void wd_symbols_hide(const void *code);

/* The function that contains `pc`. Writes at most `size` bytes with a NUL; "unknown"
 * if there is nothing better, "" for the module that is left out. */
void wd_symbol_of_code(const void *pc, char *out, size_t size);

/* The global variable that contains `address`, with "+0x<offset>" if it does
 * not begin there. False if it has no symbol. */
int wd_symbol_of_data(const void *address, char *out, size_t size);

#endif
