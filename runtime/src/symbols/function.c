/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/function.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "symbols/modules.h"

/* The name of the running program's file, whatever argv[0] says. */
static void base_name(const struct link_map *map, char *out, size_t size)
{
    const char *path = wd_module_path(map);
    char program[4096];
    if (!map->l_name || !map->l_name[0]) {
        ssize_t n = readlink(path, program, sizeof program - 1);
        program[n > 0 ? n : 0] = 0;
        path = program;
    }
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%.*s", (int)size - 1, slash ? slash + 1 : path);
}

int wd_function_find(uintptr_t address, struct wd_function *function)
{
    Dl_info info;
    struct link_map *map = NULL;
    int saved = errno;
    *function = (struct wd_function){ .address = address };
    if (!dladdr1((void *)address, &info, (void **)&map, RTLD_DL_LINKMAP) || !map || !info.dli_fname)
        return 0;
    function->address = address - map->l_addr;
    base_name(map, function->module, sizeof function->module);
    const char *name = info.dli_sname && info.dli_saddr == (void *)address ? info.dli_sname : NULL;
    if (!name) { /* not exported */
        const struct wd_elf_symbol *symbol = wd_elf_function_at(wd_module_symbols(map), function->address);
        name = symbol ? symbol->name : "";
    }
    snprintf(function->name, sizeof function->name, "%s", name);
    errno = saved;
    return 1;
}
