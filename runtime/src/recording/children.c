/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/children.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "memory/fork_state.h"
#include "recording/executed_check.h"
#include "recording/safe_point.h"
#include "sampler/hooks.h"
#include "sampler/sampler.h"
#include "threads/thread.h"

#define FIRST_NS 8000000 /* CPU time; the kernel looks at its ticks only */
#define AGAIN_NS 1000000 /* where it was not safe */
#define TIMERS 8         /* of as many threads */

int wd_child_waits WD_FORK_STATE;

static int (*start)(void);
static pid_t child WD_FORK_STATE;        /* a child of vfork has its parent's memory */
static int timers[TIMERS] WD_FORK_STATE; /* atomic; the kernel's numbers and 1, 0: none */
static int timers_used WD_FORK_STATE;    /* atomic; may be more */

static void begin_here(void)
{
    int waits = 1;
    if (__atomic_compare_exchange_n(&wd_child_waits, &waits, 0, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) && !start())
        wd_child_settled();
}

static void begin(int in_handler)
{
    if (getpid() == child && wd_safe_point(in_handler))
        begin_here();
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

/* Timers are not inherited. The kernel's calls: libc's may allocate. By the thread's own CPU time: that of the process
 * also expires while the thread that gets the signal waits, and ends its poll, sleep or epoll_wait with EINTR. */
static void arm(void)
{
    struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID };
    const struct itimerspec when = { { 0, AGAIN_NS }, { 0, FIRST_NS } };
    int timer, place = __atomic_fetch_add(&timers_used, 1, __ATOMIC_RELAXED);
    if (place >= TIMERS)
        return;
    event.sigev_signo = wd_sampler_child_signal(&event.sigev_value);
    event._sigev_un._tid = (int)syscall(SYS_gettid);
    if (!event.sigev_signo || syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0)
        return;
    syscall(SYS_timer_settime, timer, 0, &when, NULL);
    __atomic_store_n(&timers[place], timer + 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&wd_child_waits, __ATOMIC_SEQ_CST))
        wd_child_settled(); /* another thread's call has not seen it */
}

/* No code of the host's runs in the calling thread yet, so it is safe. */
static void thread_begins(void)
{
    struct timespec used = { 0 };
    if (wd_executed_context != WHODUNIT_ROOT) { /* it works for what the process was executed for */
        wd_thread_switch(wd_executed_context);
        wd_executed_check();
    }
    if (!wd_child_waits || getpid() != child)
        return;
    syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &used);
    if (used.tv_sec > 0 || used.tv_nsec >= FIRST_NS)
        begin_here();
    else
        arm();
}

void wd_children_watch(int (*begin)(void))
{
    start = begin;
    wd_sample_hooks.child_has_run = child_has_run;
    wd_thread_begins = thread_begins;
}

void wd_child_forked(void)
{
    child = getpid();
    wd_child_waits = 1;
    wd_safe_point_forked();
    memset(timers, 0, sizeof timers);
    timers_used = 0;
    arm();
}

void wd_child_settled(void)
{
    __atomic_store_n(&wd_child_waits, 0, __ATOMIC_SEQ_CST);
    for (int i = 0; i < TIMERS; i++) {
        int timer = __atomic_exchange_n(&timers[i], 0, __ATOMIC_SEQ_CST);
        if (timer > 0)
            syscall(SYS_timer_delete, timer - 1);
    }
}
