/* SPDX-License-Identifier: Apache-2.0 */
/* open_or_end.h: a library that has to be there. */
#ifndef OPEN_OR_END_H
#define OPEN_OR_END_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* As dlopen; says why it cannot be opened, and ends the program with 1. */
static inline void *open_or_end(const char *file, int mode)
{
    void *library = dlopen(file, mode);
    if (!library) {
        printf("%s\n", dlerror());
        exit(1);
    }
    return library;
}

#endif
