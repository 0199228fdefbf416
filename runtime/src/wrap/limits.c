/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limits.c: the calls by which a process limits its memory: vsftpd gives each connection 200 MB. A child of vfork sets
 * its own for the program that it executes; what is kept of the limits is its parent's.
 */
#include <sys/resource.h>

#include "limits/memory_limits.h"
#include "wrap/preloaded.h"
#include "wrap/real.h"
#include "wrap/vforked.h"

#define WRAPPED(X)                                                  \
    X(int, getrlimit, (__rlimit_resource_t, struct rlimit *))       \
    X(int, setrlimit, (__rlimit_resource_t, const struct rlimit *)) \
    X(int, prlimit, (pid_t, enum __rlimit_resource, const struct rlimit *, struct rlimit *))

REAL_FUNCTIONS(WRAPPED)

EXPORT int getrlimit(__rlimit_resource_t resource, struct rlimit *limits)
{
    if (wd_memory_limits((int)resource) && wd_memory_limits_raised((int)resource))
        return wd_memory_limit((int)resource, NULL, limits);
    return REAL(getrlimit, SYS_getrlimit, resource, limits);
}

/* In a process that is not recorded, which may have inherited higher ones. */
static int set_by_host(int resource, int result)
{
    if (result == 0 && wd_memory_limits(resource) && wd_memory_limits_raised(resource) && !wd_is_vforked())
        wd_memory_limits_are_hosts(resource);
    return result;
}

EXPORT int setrlimit(__rlimit_resource_t resource, const struct rlimit *limits)
{
    if (wd_memory_limits((int)resource) && wd_preloaded && !wd_is_vforked())
        return wd_memory_limit((int)resource, limits, NULL);
    return set_by_host((int)resource, REAL(setrlimit, SYS_setrlimit, resource, limits));
}

EXPORT int prlimit(pid_t process, enum __rlimit_resource resource, const struct rlimit *limits, struct rlimit *before)
{
    int is_own = wd_memory_limits((int)resource) && (process == 0 || process == getpid());
    if (is_own && (limits ? wd_preloaded && !wd_is_vforked() : wd_memory_limits_raised((int)resource)))
        return wd_memory_limit((int)resource, limits, before);
    int result = REAL(prlimit, SYS_prlimit64, process, resource, limits, before);
    return limits && is_own ? set_by_host((int)resource, result) : result;
}

/* On 64-bit machines these are the same. */
EXPORT int getrlimit64(__rlimit_resource_t, struct rlimit64 *) __attribute__((alias("getrlimit")));
EXPORT int setrlimit64(__rlimit_resource_t, const struct rlimit64 *) __attribute__((alias("setrlimit")));
EXPORT int prlimit64(pid_t, enum __rlimit_resource, const struct rlimit64 *, struct rlimit64 *)
    __attribute__((alias("prlimit")));
