/* SPDX-License-Identifier: Apache-2.0 */
#include "own_files/beside_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int wd_beside_library(const char *file, char *path, size_t size)
{
    Dl_info info;
    if (!dladdr((void *)wd_beside_library, &info) || !info.dli_fname)
        return -1;
    const char *slash = strrchr(info.dli_fname, '/');
    int directory = slash ? (int)(slash - info.dli_fname) : 1;
    int n = snprintf(path, size, "%.*s/%s", directory, slash ? info.dli_fname : ".", file);
    return n > 0 && (size_t)n < size ? 0 : -1;
}
