/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/real.h"

#include "callers/code_range.h"

static int is_libcs(const void *function)
{
    static struct wd_code_range libc;
    if (!libc.end)
        libc = wd_code_range_of(dlsym(RTLD_DEFAULT, "gnu_get_libc_version"));
    return wd_code_range_has(&libc, (uintptr_t)function);
}

/* Another library that was preloaded is to see all calls. */
void *wd_real_look_up(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (function && !is_libcs(function))
        wd_host_may_cancel();
    return function;
}
