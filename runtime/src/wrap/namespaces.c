/* SPDX-License-Identifier: Apache-2.0 */
/*
 * namespaces.c: the calls that only a process of one thread may make: a user namespace of its own, another mount
 * namespace. The recorder's thread ends for as long as that takes.
 */
#include <errno.h>

#include "recording/recorder.h"
#include "sandbox/needs.h"
#include "system/pause.h"
#include "system/syscall_entry.h"
#include "wrap/real.h"

#define WRAPPED(X)         \
    X(int, unshare, (int)) \
    X(int, setns, (int, int))

REAL_FUNCTIONS(WRAPPED)

#define STEPS 50 /* of 1 ms */

/* A thread that has been joined is in the kernel's count for a moment yet. */
static void until_gone(pid_t thread)
{
    for (int step = 0; step < STEPS && syscall(SYS_tgkill, getpid(), thread, 0) == 0; step++)
        wd_pause_us(1000);
}

/* Is there a recorder's thread for which the kernel may have refused the call? Then it is there no more. */
static int leaves_alone(int result)
{
    int saved = errno;
    if (result == 0 || (saved != EINVAL && saved != EUSERS) || wd_sandbox_has_come())
        return 0;
    pid_t recorder = wd_recorder_thread();
    int suspended = wd_recorder_suspend();
    if (suspended)
        until_gone(recorder);
    errno = saved;
    return suspended;
}

static int leave(int flags)
{
    int result = REAL(unshare, SYS_unshare, flags);
    if (!leaves_alone(result))
        return result;
    result = REAL(unshare, SYS_unshare, flags);
    wd_recorder_resume();
    return result;
}

static int enter(int fd, int type)
{
    int result = REAL(setns, SYS_setns, fd, type);
    if (!leaves_alone(result))
        return result;
    result = REAL(setns, SYS_setns, fd, type);
    wd_recorder_resume();
    return result;
}

EXPORT int unshare(int flags)
{
    return leave(flags);
}

EXPORT int setns(int fd, int type)
{
    return enter(fd, type);
}

static long leave_by_number(long flags)
{
    return leave((int)flags);
}

static long enter_by_number(long fd, long type)
{
    return enter((int)fd, (int)type);
}

__attribute__((constructor)) static void begin(void)
{
    if (!real.unshare || !real.setns)
        return; /* they would be called by syscall() */
    __atomic_store_n(&wd_syscall_unshare, leave_by_number, __ATOMIC_RELEASE);
    __atomic_store_n(&wd_syscall_setns, enter_by_number, __ATOMIC_RELEASE);
}
