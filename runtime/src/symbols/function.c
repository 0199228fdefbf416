/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/function.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "symbols/modules.h"

int wd_function_find(uintptr_t address, struct wd_function *function)
{
    Dl_info info;
    struct link_map *map = NULL;
    int saved = errno;
    *function = (struct wd_function){ .address = address };
    if (!dladdr1((void *)address, &info, (void **)&map, RTLD_DL_LINKMAP) || !map || !info.dli_fname)
        return 0;
    function->address = address - map->l_addr;
    wd_module_name(map, function->module, sizeof function->module);
    const char *name = info.dli_sname && info.dli_saddr == (void *)address ? info.dli_sname : NULL;
    if (!name) { /* not exported */
        const struct wd_elf_symbol *symbol = wd_elf_function_at(wd_module_symbols(map), function->address);
        name = symbol ? symbol->name : "";
    }
    snprintf(function->name, sizeof function->name, "%s", name);
    errno = saved;
    return 1;
}
