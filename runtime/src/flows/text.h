/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text.h: which code may be translated: what is mapped from files, executable
 * and not writable, and the kernel's own page of functions. Not ours, not the
 * dynamic linker. Used under the translator's lock.
 */
#ifndef WD_FLOWS_TEXT_H
#define WD_FLOWS_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* How many bytes of code from `pc` on may be read and translated; 0: none. Looks at the process's mappings when it
 * meets unknown addresses, some times at most. */
size_t wd_text_length(uintptr_t pc);

/* Is this code of the library that we are in? */
int wd_text_is_ours(uintptr_t pc);

/* Code may have been unmapped: was there any of which something may be translated? */
int wd_text_unmapped(void);

/* Was this address in it? */
int wd_text_is_gone(uintptr_t pc);

#endif
