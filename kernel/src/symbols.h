/* SPDX-License-Identifier: Apache-2.0 */
/* symbols.h: the kernel's functions, as /proc/kallsyms has them when it is first asked. */
#ifndef WD_KERNEL_SYMBOLS_H
#define WD_KERNEL_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

/* How many there are; 0 if their addresses are hidden from us. */
size_t wd_kernel_functions(void);

/* Where the function begins that is the `i`th by address. */
uint64_t wd_kernel_function_start(size_t i);

/* The name of the function at an address; NULL if it is not known. */
const char *wd_kernel_function_at(uint64_t address);

#endif
