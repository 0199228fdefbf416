/* SPDX-License-Identifier: Apache-2.0 */
#include "callers/stack_slices.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

/* greenlet/_greenlet.cpython-311-x86_64-linux-gnu.so; before its version 1.0 greenlet.cpython-… */
static int is_greenlet(const char *path)
{
    static const char name[] = "greenlet.";
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    return strncmp(file + (*file == '_'), name, sizeof name - 1) == 0;
}

int wd_stack_slice_ends(uintptr_t pc)
{
    struct dl_find_object found; /* takes no lock, unlike dladdr */
    return _dl_find_object((void *)pc, &found) == 0 && found.dlfo_link_map->l_name &&
           is_greenlet(found.dlfo_link_map->l_name);
}
