/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ending.c: libc's functions that end the process, most of them at once, without
 * destructors. Forked children like to end so; what has been recorded of them is to be kept.
 */
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "crosstalk/between.h"
#include "recording/recorder.h"
#include "wrap/older.h"
#include "wrap/preloaded.h"
#include "wrap/real.h"

#define WRAPPED(X)       \
    X(void, exit, (int)) \
    X(void, quick_exit, (int))

REAL_FUNCTIONS(WRAPPED)

/* There is no system call in its place where it is called before it was looked for. */
#define LOOKED_FOR(name) (real.name ? real.name : (__typeof__(real.name))dlsym(RTLD_NEXT, #name))

static void finish(void)
{
    if (wd_preloaded) {
        wd_between_over();
        wd_blocking_over();
        wd_recorder_stop_at_once();
    }
}

static void end(int status) __attribute__((noreturn));
static void end(int status)
{
    finish();
    for (;;)
        syscall(SYS_exit_group, status);
}

EXPORT void _exit(int status)
{
    end(status);
}

EXPORT void _Exit(int status)
{
    end(status);
}

/* Before its handlers: these may unload what has called it. */
EXPORT void exit(int status)
{
    if (wd_preloaded)
        wd_recorder_exits();
    LOOKED_FOR(exit)(status);
    end(status);
}

/* Its handlers run behind the recording: they are few, and from within libc it could not be finished. */
EXPORT void quick_exit(int status)
{
    finish();
    LOOKED_FOR(quick_exit)(status);
    end(status);
}

/* Calls the destructors of the thread's variables as well. */
WD_OLDER("quick_exit@GLIBC_2.10")
void older_quick_exit(int status)
{
    finish();
    REAL_OLDER(quick_exit, "GLIBC_2.10")(status);
    end(status);
}
