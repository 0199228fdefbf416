/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limits.c: the calls by which a process limits its memory: vsftpd gives each connection 200 MB. A child of vfork sets
 * its own for the program that it executes; what is kept of the limits is its parent's.
 */
#include <sys/resource.h>

#include "memory_limits.h"
#include "preloaded.h"
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

EXPORT int setrlimit(__rlimit_resource_t resource, const struct rlimit *limits)
{
    if (wd_memory_limits((int)resource) && wd_preloaded && !wd_is_vforked())
        return wd_memory_limit((int)resource, limits, NULL);
    return REAL(setrlimit, SYS_setrlimit, resource, limits);
}

EXPORT int prlimit(pid_t process, enum __rlimit_resource resource, const struct rlimit *limits, struct rlimit *before)
{
    if (wd_memory_limits((int)resource) && wd_preloaded && (process == 0 || process == getpid()) &&
        (limits ? !wd_is_vforked() : wd_memory_limits_raised((int)resource)))
        return wd_memory_limit((int)resource, limits, before);
    return REAL(prlimit, SYS_prlimit64, process, resource, limits, before);
}

/* On 64-bit machines these are the same. */
EXPORT int getrlimit64(__rlimit_resource_t, struct rlimit64 *) __attribute__((alias("getrlimit")));
EXPORT int setrlimit64(__rlimit_resource_t, const struct rlimit64 *) __attribute__((alias("setrlimit")));
EXPORT int prlimit64(pid_t, enum __rlimit_resource, const struct rlimit64 *, struct rlimit64 *)
    __attribute__((alias("prlimit")));
