/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that ends in a library which it has loaded, and unloads that as it ends, as Apache does with -X, in its MPM
 * module. Its code is not there any more when libraries are told that the process ends.
 */
#include <dlfcn.h>
#include <stdlib.h>

#include "burn.h"

enum { STATUS = 5, BURN_MS = 240 };

static void *library;

static void unload(void)
{
    dlclose(library);
}

int main(int argc, char **argv)
{
    void (*ends)(int);
    burn_ms(BURN_MS);
    library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (!library || atexit(unload) != 0)
        return 1;
    *(void **)&ends = dlsym(library, "ends");
    ends(STATUS);
}
