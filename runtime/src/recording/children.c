/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/children.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "fork_state.h"
#include "recording/safe_point.h"
#include "sampler/hooks.h"
#include "sampler/sampler.h"

#define FIRST_NS 8000000 /* CPU time; the kernel looks at its ticks only */
#define AGAIN_NS 1000000 /* where it was not safe */

int wd_child_waits WD_FORK_STATE;

static int (*start)(void);
static pid_t child WD_FORK_STATE; /* a child of vfork has its parent's memory */
static int timer WD_FORK_STATE = -1;

static void begin(int in_handler)
{
    int waits = 1;
    if (getpid() == child && wd_safe_point(in_handler) &&
        __atomic_compare_exchange_n(&wd_child_waits, &waits, 0, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) && !start())
        wd_child_settled();
}

void wd_child_accepts_slow(void)
{
    int saved = errno;
    begin(0);
    errno = saved;
}

static void child_has_run(void)
{
    if (wd_child_waits)
        begin(1);
}

void wd_children_watch(int (*begin)(void))
{
    start = begin;
    wd_sample_hooks.child_has_run = child_has_run;
}

/* Timers are not inherited. The kernel's calls: libc's may allocate. */
static void arm(void)
{
    struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID };
    const struct itimerspec when = { { 0, AGAIN_NS }, { 0, FIRST_NS } };
    event.sigev_signo = wd_sampler_child_signal(&event.sigev_value);
    event._sigev_un._tid = (int)syscall(SYS_gettid);
    timer = -1;
    if (event.sigev_signo && syscall(SYS_timer_create, CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0)
        syscall(SYS_timer_settime, timer, 0, &when, NULL);
}

void wd_child_forked(void)
{
    child = getpid();
    wd_child_waits = 1;
    wd_safe_point_forked();
    arm();
}

void wd_child_settled(void)
{
    wd_child_waits = 0;
    int id = __atomic_exchange_n(&timer, -1, __ATOMIC_ACQ_REL);
    if (id >= 0)
        syscall(SYS_timer_delete, id);
}
