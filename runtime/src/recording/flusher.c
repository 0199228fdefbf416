/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/flusher.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "memory/fork_state.h"
#include "sandbox/needs.h"
#include "signals/own_signal.h"
#include "system/bare_call.h"
#include "system/clock.h"
#include "threads/host_threads.h"

#define PATIENCE_NS \
    20000000000u /* the exiting thread may hold what the flusher needs: the linker's lock, in a constructor */
#define GONE_MS 100

static pthread_t thread;
static int is_there WD_FORK_STATE; /* atomic */
static pid_t number WD_FORK_STATE; /* atomic; 0 until it runs */
static uint32_t over;              /* futex */

int wd_flusher_start(void *(*run)(void *))
{
    sigset_t all, previous;
    sigfillset(&all);
    over = 0;
    number = 0;
    wd_real_sigmask(SIG_BLOCK, &all, &previous);
    wd_host_threads_ours(1);
    int failed = pthread_create(&thread, NULL, run, NULL);
    wd_host_threads_ours(0);
    wd_real_sigmask(SIG_SETMASK, &previous, NULL);
    __atomic_store_n(&is_there, !failed, __ATOMIC_RELEASE);
    return !failed;
}

void wd_flusher_begins(void)
{
    __atomic_store_n(&number, (pid_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
}

void wd_flusher_ends(void)
{
    __atomic_store_n(&over, 1, __ATOMIC_RELEASE);
    WD_BARE_CALL(SYS_futex, &over, FUTEX_WAKE_PRIVATE, INT_MAX);
}

pid_t wd_flusher_number(void)
{
    return __atomic_load_n(&number, __ATOMIC_ACQUIRE);
}

int wd_flusher_is_there(void)
{
    return __atomic_load_n(&is_there, __ATOMIC_ACQUIRE);
}

int wd_flusher_take(void)
{
    return __atomic_exchange_n(&is_there, 0, __ATOMIC_ACQ_REL);
}

void wd_flusher_forked(void)
{
    is_there = 0;
    number = 0;
}

static int is_over(void)
{
    return __atomic_load_n(&over, __ATOMIC_ACQUIRE) != 0;
}

/* A thread that ends still runs destructors of its own data, in libraries that the process's end destroys. */
static void wait_until_gone(void)
{
    for (int steps = 0; steps < GONE_MS * 10 && !wd_sandbox_refuses_any(WD_REFUSED_ENDING); steps++) {
        if (syscall(SYS_tgkill, getpid(), number, 0) != 0)
            break;
        syscall(SYS_nanosleep, &(struct timespec){ .tv_nsec = 100000 }, NULL);
    }
}

int wd_flusher_wait(void)
{
    const struct timespec second = { .tv_sec = 1 }; /* by a bare call: it is no wait of the host's */
    uint64_t until = wd_clock_ns(CLOCK_MONOTONIC) + PATIENCE_NS;
    while (!is_over() && wd_clock_ns(CLOCK_MONOTONIC) < until)
        WD_BARE_CALL(SYS_futex, &over, FUTEX_WAIT_PRIVATE, 0, &second);
    if (!is_over())
        return 0;
    wait_until_gone();
    return 1;
}

void wd_flusher_join(void)
{
    pthread_join(thread, NULL);
}
