/* SPDX-License-Identifier: Apache-2.0 */
#include "memory_limits.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "recording/diagnostics.h"

static const int of_memory[] = { RLIMIT_AS, RLIMIT_DATA };

/* 265 MB are reserved, of which little is ever touched; the rest is for what the sampler maps later. */
static rlim_t allowance = (rlim_t)336 << 20; /* atomic */
static int raised[RLIMIT_NLIMITS];           /* by the allowance; atomic */

int wd_memory_limits(int resource)
{
    return resource == RLIMIT_AS || resource == RLIMIT_DATA;
}

static rlim_t higher(rlim_t limit)
{
    rlim_t by = __atomic_load_n(&allowance, __ATOMIC_RELAXED);
    return limit == RLIM_INFINITY || limit + by < limit ? RLIM_INFINITY : limit + by;
}

static rlim_t lower(rlim_t limit)
{
    rlim_t by = __atomic_load_n(&allowance, __ATOMIC_RELAXED);
    return limit == RLIM_INFINITY || limit < by ? limit : limit - by;
}

int wd_memory_limit(int resource, const struct rlimit *limits, struct rlimit *before)
{
    struct rlimit wanted, was;
    int is_raised = __atomic_load_n(&raised[resource], __ATOMIC_RELAXED);
    if (limits)
        wanted = (struct rlimit){ higher(limits->rlim_cur), higher(limits->rlim_max) };
    if (syscall(SYS_prlimit64, 0, resource, limits ? &wanted : NULL, before ? &was : NULL) != 0)
        return -1;
    if (before)
        *before = is_raised ? (struct rlimit){ lower(was.rlim_cur), lower(was.rlim_max) } : was;
    if (limits)
        __atomic_store_n(&raised[resource], 1, __ATOMIC_RELAXED);
    return 0;
}

int wd_memory_limits_raised(int resource)
{
    return __atomic_load_n(&raised[resource], __ATOMIC_RELAXED);
}

int wd_memory_limits_make_room(void)
{
    for (size_t i = 0; i < sizeof of_memory / sizeof *of_memory; i++) {
        struct rlimit limits;
        int resource = of_memory[i];
        if (syscall(SYS_prlimit64, 0, resource, NULL, &limits) != 0 || limits.rlim_cur == RLIM_INFINITY)
            continue;
        if (wd_memory_limit(resource, &limits, NULL) != 0) {
            wd_diagnostics_problem("cannot record", resource == RLIMIT_AS ? "RLIMIT_AS" : "RLIMIT_DATA",
                                   "this limit leaves no room for the recorder; raise it (ulimit -v, ulimit -d) or "
                                   "start the program as root",
                                   " runs on unrecorded");
            return 0;
        }
    }
    return 1;
}

int wd_memory_limits_reserve(size_t bytes)
{
    struct rlimit hosts[sizeof of_memory / sizeof *of_memory];
    int fits = 1;
    for (size_t i = 0; i < sizeof of_memory / sizeof *of_memory; i++)
        if (wd_memory_limit(of_memory[i], NULL, &hosts[i]) != 0)
            return 0;
    __atomic_add_fetch(&allowance, bytes, __ATOMIC_RELAXED);
    for (size_t i = 0; i < sizeof of_memory / sizeof *of_memory; i++)
        if (wd_memory_limits_raised(of_memory[i]))
            fits &= wd_memory_limit(of_memory[i], &hosts[i], NULL) == 0;
    return fits;
}
