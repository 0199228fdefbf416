/* SPDX-License-Identifier: Apache-2.0 */
/* function.h: what a function is called, and where it lies in its module's file. */
#ifndef WD_FUNCTION_H
#define WD_FUNCTION_H

#include <stdint.h>

struct wd_function {
    char module[128];  /* base name of the file */
    char name[256];    /* as the linker knows it; empty if the file does not tell */
    uintptr_t address; /* as the file's symbol table counts */
};

/* False if no module holds the address, which is then all that is known. Static
 * functions are found too where the file is not stripped. Leaves errno alone.
 * Any thread, but no signal handler: see modules.h. */
int wd_function_find(uintptr_t address, struct wd_function *function);

#endif
