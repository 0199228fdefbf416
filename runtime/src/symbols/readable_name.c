/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/readable_name.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/elf_table.h"

#define SAMPLERS "_ZN8Demangle8demangleEPKcb"

/* Memory from malloc, or NULL. */
typedef char *(*samplers)(const char *symbol, bool with_parameters);
typedef char *(*cpps)(const char *symbol, char *out, size_t *size, int *status);

static const void *library; /* atomic; an address in it */

void wd_readable_names_by(const void *code)
{
    __atomic_store_n(&library, code, __ATOMIC_RELEASE);
}

static samplers find_samplers(void)
{
    Dl_info info;
    struct link_map *map;
    struct wd_elf_symbol symbol;
    const void *code = __atomic_load_n(&library, __ATOMIC_ACQUIRE);
    samplers found = NULL;
    if (!code || !dladdr1(code, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return NULL;
    struct wd_elf_file file = wd_elf_open(map->l_name);
    if (wd_elf_named(&file, SAMPLERS, &symbol))
        found = (samplers)(map->l_addr + symbol.begin);
    wd_elf_close(&file);
    return found;
}

/* Looked for when the first such name comes, which most programs have not. */
static samplers the_samplers(void)
{
    static samplers found;
    static int is_known;
    if (!__atomic_load_n(&is_known, __ATOMIC_ACQUIRE)) {
        __atomic_store_n(&found, find_samplers(), __ATOMIC_RELAXED);
        __atomic_store_n(&is_known, 1, __ATOMIC_RELEASE);
    }
    return __atomic_load_n(&found, __ATOMIC_RELAXED);
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

static char *by_the_programs_library(const char *symbol)
{
    cpps demangle;
    *(void **)&demangle = dlsym(RTLD_DEFAULT, "__cxa_demangle");
    int status = -1;
    char *name = demangle ? demangle(symbol, NULL, NULL, &status) : NULL;
    if (name)
        cut_parameters(name);
    return name;
}

static char *readable(const char *symbol)
{
    int is_cpp = strncmp(symbol, "_Z", 2) == 0;
    if (!is_cpp && strncmp(symbol, "_R", 2) != 0)
        return NULL;
    samplers demangle = the_samplers();
    return demangle ? demangle(symbol, false) : is_cpp ? by_the_programs_library(symbol) : NULL;
}

void wd_readable_name(const char *symbol, char *out, size_t size)
{
    char *name = readable(symbol);
    snprintf(out, size, "%s", name ? name : symbol);
    free(name);
}
