/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/sites.h"

#include <stdio.h>
#include <string.h>

#include "crosstalk/globals.h"
#include "crosstalk/stacks.h"
#include "crosstalk/waits.h"
#include "memory/region.h"
#include "symbols/symbols.h"

#define IDS (1u << 15)
#define CODE_NAMES (1u << 14)
#define DEPTH 128

static whodunit_context *path_of; /* by stack; 0: not looked at yet */
static struct {
    const void *pc;
    wd_name name;
} code_names[CODE_NAMES]; /* the last one of each hash */

/* 0 for a frame to be left out. */
static wd_name name_of_code(const void *return_address)
{
    const void *pc = (const char *)return_address - 1; /* inside the call */
    uint32_t at = (uint32_t)(((uintptr_t)pc * 0x9E3779B97F4A7C15u) >> 50) % CODE_NAMES;
    if (code_names[at].pc != pc) {
        char text[1024];
        wd_symbol_of_code(pc, text, sizeof text);
        code_names[at].name = text[0] ? wd_name_intern(text, strlen(text)) : 0;
        code_names[at].pc = pc;
    }
    return code_names[at].name;
}

whodunit_context wd_site_path(uint32_t path)
{
    if (!(path & WD_UNNAMED))
        return path;
    uint32_t id = path & ~WD_UNNAMED;
    void *const *pc;
    uint32_t n = wd_stack_frames(id, &pc);
    if (!path_of)
        path_of = wd_region_reserve(IDS * sizeof *path_of);
    if (n == 0 || id >= IDS || !path_of)
        return WHODUNIT_ROOT;
    if (path_of[id] == WHODUNIT_ROOT) {
        wd_name names[DEPTH];
        uint32_t named = 0;
        while (n > 0)
            if ((names[named] = name_of_code(pc[--n])) != 0)
                named++;
        path_of[id] = wd_context_child(WHODUNIT_ROOT, wd_element_intern(WD_CALL_PATH, names, named * sizeof *names));
    }
    return path_of[id];
}

wd_name wd_site_lock(uint32_t lock)
{
    if (!(lock & WD_UNNAMED))
        return lock;
    char text[1024];
    const void *address = wd_global_address(lock & ~WD_UNNAMED);
    return address && wd_symbol_of_data(address, text, sizeof text) ? wd_name_intern(text, strlen(text)) : 0;
}
