/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/symbols.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "symbols/modules.h"
#include "symbols/readable_name.h"

/* libgcc's: where the function that contains `pc` begins, from .eh_frame */
extern void *_Unwind_FindEnclosingFunction(void *pc);

static const void *hidden; /* where the module lies that is left out */

void wd_symbols_hide(const void *code)
{
    Dl_info info;
    if (code && dladdr(code, &info)) {
        hidden = info.dli_fbase;
        wd_readable_names_by(code);
    }
}

void wd_symbol_of_code(const void *pc, char *out, size_t size)
{
    Dl_info info;
    struct link_map *map;
    if (!dladdr1(pc, &info, (void **)&map, RTLD_DL_LINKMAP) || !map) {
        snprintf(out, size, "unknown");
        return;
    }
    if (hidden && info.dli_fbase == hidden) {
        out[0] = 0;
        return;
    }
    const struct wd_elf_symbol *symbol = wd_elf_find(wd_module_symbols(map), (uintptr_t)pc - map->l_addr, 1);
    if (symbol) {
        wd_readable_name(symbol->name, out, size);
        return;
    }
    char module[256];
    wd_module_name(map, module, sizeof module);
    void *function = _Unwind_FindEnclosingFunction((void *)((uintptr_t)pc + 1));
    if (function)
        snprintf(out, size, "%s+0x%llx", module, (unsigned long long)((uintptr_t)function - map->l_addr));
    else
        snprintf(out, size, "%s", module);
}

int wd_symbol_of_data(const void *address, char *out, size_t size)
{
    Dl_info info;
    struct link_map *map;
    if (!dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return 0;
    uint64_t in_file = (uintptr_t)address - map->l_addr;
    const struct wd_elf_symbol *symbol = wd_elf_find(wd_module_symbols(map), in_file, 0);
    if (!symbol)
        return 0;
    wd_readable_name(symbol->name, out, size);
    size_t n = strlen(out);
    if (in_file > symbol->begin && n < size)
        snprintf(out + n, size - n, "+0x%llx", (unsigned long long)(in_file - symbol->begin));
    return 1;
}
