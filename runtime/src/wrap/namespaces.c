/* SPDX-License-Identifier: Apache-2.0 */
/*
 * namespaces.c: the calls that only a process of one thread may make: a user namespace of its own, another mount
 * namespace. The recorder's thread ends for as long as that takes.
 */
#include <errno.h>
#include <time.h>

#include "recording/recorder.h"
#include "sandbox/needs.h"
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
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
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

EXPORT int unshare(int flags)
{
    int result = REAL(unshare, SYS_unshare, flags);
    if (!leaves_alone(result))
        return result;
    result = REAL(unshare, SYS_unshare, flags);
    wd_recorder_resume();
    return result;
}

EXPORT int setns(int fd, int type)
{
    int result = REAL(setns, SYS_setns, fd, type);
    if (!leaves_alone(result))
        return result;
    result = REAL(setns, SYS_setns, fd, type);
    wd_recorder_resume();
    return result;
}
