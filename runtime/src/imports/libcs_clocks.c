/* SPDX-License-Identifier: Apache-2.0 */
#include "imports/libcs_clocks.h"

#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <stddef.h>

#include "imports/got_patch.h"

static const char *const clocks[] = { "clock_gettime", "gettimeofday", "time" };

static void *already(const char *file)
{
    return file ? dlopen(file, RTLD_LAZY | RTLD_NOLOAD) : NULL;
}

static void use(void *library, void *libc)
{
    for (size_t i = 0; library && i < sizeof clocks / sizeof *clocks; i++) {
        void *its = dlsym(libc, clocks[i]);
        if (its && its != dlsym(RTLD_DEFAULT, clocks[i]))
            wd_got_patch(library, clocks[i], its);
    }
}

void wd_libcs_clocks_use(void *library)
{
    Dl_info self;
    void *libc = already(LIBC_SO), *ours = dladdr((void *)use, &self) ? already(self.dli_fname) : NULL;
    if (libc) {
        use(library, libc);
        use(ours, libc);
        dlclose(libc);
    }
    if (ours)
        dlclose(ours);
}
