/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/symbols.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/modules.h"

/* libgcc's: where the function that contains `pc` begins, from .eh_frame */
extern void *_Unwind_FindEnclosingFunction(void *pc);

static const void *hidden; /* where the module lies that is left out */

void wd_symbols_hide(const void *code)
{
    Dl_info info;
    if (code && dladdr(code, &info))
        hidden = info.dli_fbase;
}

/* Cuts the parameters off, as the sampler does: "JOIN::exec(int)" to "JOIN::exec". */
static void cut_parameters(char *name)
{
    static const char anonymous[] = "(anonymous namespace)", operator[] = "operator";
    int depth = 0;
    char *p = name;
    while (*p) {
        if (strncmp(p, anonymous, sizeof anonymous - 1) == 0) {
            p += sizeof anonymous - 1;
        } else if (strncmp(p, operator, sizeof operator- 1) == 0) {
            p += sizeof operator- 1;
            p += strncmp(p, "()", 2) == 0 ? 2 : strspn(p, "<>-=");
        } else if (*p == '(' && depth == 0) {
            *p = 0;
        } else {
            depth += (*p == '<') - (*p == '>');
            p++;
        }
    }
}

/* "JOIN::exec" for "_ZN4JOIN4execEv", if the process has a C++ library. */
static void copy_name(char *out, size_t size, const char *symbol)
{
    char *(*demangle)(const char *, char *, size_t *, int *);
    *(void **)&demangle = strncmp(symbol, "_Z", 2) == 0 ? dlsym(RTLD_DEFAULT, "__cxa_demangle") : NULL;
    int status = -1;
    char *readable = demangle ? demangle(symbol, NULL, NULL, &status) : NULL;
    if (readable)
        cut_parameters(readable);
    snprintf(out, size, "%s", status == 0 && readable ? readable : symbol);
    free(readable);
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
        copy_name(out, size, symbol->name);
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
    copy_name(out, size, symbol->name);
    size_t n = strlen(out);
    if (in_file > symbol->begin && n < size)
        snprintf(out + n, size - n, "+0x%llx", (unsigned long long)(in_file - symbol->begin));
    return 1;
}
