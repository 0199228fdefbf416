/* SPDX-License-Identifier: Apache-2.0 */
/* process_code.h: the code of other processes, by /proc. Not thread-safe. */
#ifndef WD_PROCESS_CODE_H
#define WD_PROCESS_CODE_H

#include <stddef.h>
#include <stdint.h>

/* Is there code of a file at the address? */
int wd_code_is_at(uint32_t pid, uint64_t address);

/* Does a call end just before the address? */
int wd_code_returns_to(uint32_t pid, uint64_t address);

/* The function there, or the file and how far in it. */
void wd_code_name(uint32_t pid, uint64_t address, char *out, size_t size);

#endif
