/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory_locks.c: mlockall() for all of the host's memory and none of ours: most of what is reserved here is never
 * touched, and would be filled with pages and counted against the host's limit (RLIMIT_MEMLOCK).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "health/diagnostics.h"
#include "memory/region.h"
#include "sandbox/needs.h"
#include "system/syscalls.h"
#include "wrap/capabilities.h"
#include "wrap/preloaded.h"
#include "wrap/real.h"

#define WRAPPED(X) X(int, mlockall, (int))

REAL_FUNCTIONS(WRAPPED)

/* False ends what is done for each. */
typedef int do_with(uintptr_t begin, uintptr_t end, void *user);

static int each_but_ours(uintptr_t begin, uintptr_t end, do_with *act, void *user)
{
    uintptr_t from, to;
    while (begin < end && wd_region_above(begin, &from, &to) && from < end) {
        if (from > begin && !act(begin, from, user))
            return 0;
        begin = to;
    }
    return begin >= end || act(begin, end, user);
}

/* The kernel's own mappings, at which mlockall() passes by, are called "[vvar]" and the like. */
static int each_of_mapping(const char *line, do_with *act, void *user)
{
    uintptr_t begin, end;
    char name[3] = "";
    if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %2s", &begin, &end, name) < 2)
        return 0;
    return strcmp(name, "[v") == 0 || each_but_ours(begin, end, act, user);
}

/* Of the host's mappings, without stdio, which would make some. */
static int each(do_with *act, void *user)
{
    char text[8192];
    size_t kept = 0;
    ssize_t n;
    int fd = wd_sys_open("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0), goes_on = fd >= 0;
    while (goes_on && (n = wd_sys_read(fd, text + kept, sizeof text - 1 - kept)) > 0) {
        char *line = text, *end;
        text[kept + (size_t)n] = 0;
        for (; goes_on && (end = strchr(line, '\n')) != NULL; line = end + 1) {
            *end = 0;
            goes_on = each_of_mapping(line, act, user);
        }
        kept = strlen(line);
        memmove(text, line, kept);
    }
    if (fd >= 0)
        wd_sys_close(fd);
    return goes_on && kept == 0;
}

static int count(uintptr_t begin, uintptr_t end, void *sum)
{
    *(rlim_t *)sum += end - begin;
    return 1;
}

static int has_no_limit(void)
{
    struct wd_capabilities may;
    return wd_capabilities_read(0, &may) && (may.words[0].effective & 1u << CAP_IPC_LOCK) != 0;
}

/* The sampler's buffers, and its thread's stack and arena, cannot be told from the host's memory. */
#define OURS ((rlim_t)100 << 20)

static int is_allowed(int *because_of_us)
{
    struct rlimit limit;
    rlim_t all = 0;
    if (syscall(SYS_prlimit64, 0, RLIMIT_MEMLOCK, NULL, &limit) != 0 || !each(count, &all))
        return 0;
    *because_of_us = all > limit.rlim_cur && all - limit.rlim_cur < OURS;
    return all <= limit.rlim_cur || has_no_limit();
}

/* Locked first and filled then, as a mapping may have no pages to be had: a guard, or the part of one that lies beyond
 * its file. */
static int lock(uintptr_t begin, uintptr_t end, void *only_on_fault)
{
    if (syscall(SYS_mlock2, begin, end - begin, MLOCK_ONFAULT) != 0)
        return 0;
    if (!*(int *)only_on_fault)
        syscall(SYS_mlock2, begin, end - begin, 0);
    return 1;
}

static int by_kernel(int flags, int because_of_us)
{
    int result = REAL(mlockall, SYS_mlockall, flags), saved = errno;
    if (result != 0 && saved == ENOMEM && because_of_us && wd_preloaded)
        wd_diagnostics_problem("mlockall() fails", "RLIMIT_MEMLOCK, against which some 100 MB of the recorder's count",
                               "raise this limit (ulimit -l) or start the program as root", "");
    errno = saved;
    return result;
}

/* What cannot be done here the kernel does, with ours, or refuses. */
EXPORT int mlockall(int flags)
{
    int known = MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT, future = flags & (MCL_FUTURE | MCL_ONFAULT);
    int only_on_fault = flags & MCL_ONFAULT, because_of_us = 0, saved = errno;
    if (!(flags & MCL_CURRENT) || (flags & ~known) || wd_sandbox_has_come())
        return REAL(mlockall, SYS_mlockall, flags);
    int locked = is_allowed(&because_of_us) && each(lock, &only_on_fault);
    errno = saved;
    if (!locked)
        return by_kernel(flags, because_of_us);
    return future & MCL_FUTURE ? REAL(mlockall, SYS_mlockall, future) : 0;
}
