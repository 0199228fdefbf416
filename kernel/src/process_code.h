/* SPDX-License-Identifier: Apache-2.0 */
/* process_code.h: the code that other processes execute, by /proc. Not thread-safe. */
#ifndef WD_PROCESS_CODE_H
#define WD_PROCESS_CODE_H

#include <stddef.h>
#include <stdint.h>

struct wd_code;

/* Of the process that has this number while it executes that program (wd_process.program): with the next one, as with
 * the next process of the number, it has other code. Holds until the next call. NULL: there is no memory. */
struct wd_code *wd_code_of(uint32_t pid, uint64_t program);

/* How often we were not allowed to look into a process. */
uint64_t wd_code_denied(void);

/* Some of these may be addresses of code that it has mapped since it was looked at (dlopen): then it is looked at
 * again, not all the time. */
void wd_code_look_for(struct wd_code *code, const uint64_t *addresses, size_t n);

/* Does a call of a file's code end just before the address? */
int wd_code_returns_to(const struct wd_code *code, uint64_t address);

/* The function there, or the file and how far in it. */
void wd_code_name(const struct wd_code *code, uint64_t address, char *out, size_t size);

#endif
