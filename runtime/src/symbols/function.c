/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/function.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "symbols/modules.h"

/* Not by dladdr: it waits for the dynamic linker's lock, which a thread has while it runs a library's constructors. An
 * event loop asks here below locks of its own, for which that constructor may wait. */
int wd_function_find(uintptr_t address, struct wd_function *function)
{
    struct dl_find_object found;
    int saved = errno;
    *function = (struct wd_function){ .address = address };
    if (_dl_find_object((void *)address, &found) != 0)
        return 0;
    const struct link_map *map = found.dlfo_link_map;
    function->address = address - map->l_addr;
    wd_module_name(map, function->module, sizeof function->module);
    const struct wd_elf_symbol *symbol = wd_elf_function_at(wd_module_symbols(map), function->address);
    snprintf(function->name, sizeof function->name, "%s", symbol ? symbol->name : "");
    errno = saved;
    return 1;
}
