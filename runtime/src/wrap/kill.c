/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kill.c: kill. By SIGURG PostgreSQL's processes (from 14 on) wake each other, and
 * whoever does that has ended a wait (crosstalk/between.h).
 */
#include <signal.h>

#include "crosstalk/between.h"
#include "wrap/real.h"

#define WRAPPED(X) X(int, kill, (pid_t, int))

REAL_FUNCTIONS(WRAPPED)

EXPORT int kill(pid_t process, int signal)
{
    if (signal == SIGURG && process > 0 && process != getpid()) {
        struct wd_caller caller = WD_CALLER();
        wd_between_wakes(wd_between_process(process), &caller);
    }
    return REAL(kill, SYS_kill, process, signal);
}
