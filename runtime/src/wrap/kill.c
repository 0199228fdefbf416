/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kill.c: kill and raise. By SIGURG PostgreSQL's processes (from 14 on) wake each other, and
 * whoever does that has ended a wait (crosstalk/between.h). A handler that was for one time may clean up and then send
 * its process the signal again, to end by it (node does): the recording is finished as if there had been no handler.
 */
#include <signal.h>

#include "crosstalk/between.h"
#include "signals/endings.h"
#include "wrap/real.h"

#define WRAPPED(X)             \
    X(int, kill, (pid_t, int)) \
    X(int, raise, (int))

REAL_FUNCTIONS(WRAPPED)

EXPORT int kill(pid_t process, int signal)
{
    if (signal == SIGURG && process > 0 && process != getpid()) {
        struct wd_caller caller = WD_CALLER();
        wd_between_wakes(wd_between_process(process), &caller);
    }
    if (wd_endings_has(signal) && process == getpid())
        wd_endings_renew(signal);
    return REAL(kill, SYS_kill, process, signal);
}

EXPORT int raise(int signal)
{
    wd_endings_renew(signal);
    return real.raise ? real.raise(signal) : (int)syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal);
}
