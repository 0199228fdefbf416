/* SPDX-License-Identifier: Apache-2.0 */
/*
 * futex.c: waits of locks that are made of futexes elsewhere than in libc, and call by syscall(): Rust's, C++20's,
 * glib's, Qt's, InnoDB's. What each of them is cannot be told, so its waits are those of a condition: a wake is for
 * those that have waited longest, as the kernel does it, and one that finds nobody asleep is for nobody.
 *
 * Compiled with -fexceptions, as condition.c, and -fnon-call-exceptions: a thread that may be cancelled at any time is
 * unwound from the system call itself.
 */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>

#include "crosstalk/blocking.h"
#include "crosstalk/globals.h"
#include "propagation/dispatch.h"
#include "system/bare_call.h"
#include "system/syscall_entry.h"

/* Not within its callers: wherever in here a thread is cancelled, it is within the call for them. */
static __attribute__((noinline)) long real(const struct wd_futex_call *call)
{
    return WD_BARE_CALL(SYS_futex, call->address, call->operation, call->value, call->timeout, call->address2,
                        call->value3);
}

/* An int: what lies above it in the register is anything. */
static int command_of(const struct wd_futex_call *call)
{
    return (int)call->operation & FUTEX_CMD_MASK;
}

/* libstdc++ lets the kernel take its own for other processes' as well, wherever they lie. */
static int may_be_shared(const struct wd_futex_call *call)
{
    return !(call->operation & FUTEX_PRIVATE_FLAG) && !wd_is_global((const void *)call->address);
}

/* A wait for some bits only is passed over by wakes for others. */
static enum wd_waits_for who_wakes(const struct wd_futex_call *call)
{
    if (command_of(call) == FUTEX_WAIT_BITSET && (uint32_t)call->value3 != FUTEX_BITSET_MATCH_ANY)
        return WD_NO_MARK;
    return wd_shared_if(WD_SIGNAL, may_be_shared(call));
}

/* EAGAIN is no wait: what it would have waited for has happened. */
static enum wd_block_outcome outcome(long result)
{
    return result == 0          ? WD_BLOCK_OVER
           : errno == ETIMEDOUT ? WD_BLOCK_TIMEOUT
           : errno == EINTR     ? WD_BLOCK_INTERRUPTED
                                : WD_BLOCK_REFUSED;
}

static void cancelled(void *block)
{
    wd_block_end(block, WD_BLOCK_REFUSED, 1);
}

/* It rests also where it need not wait: what it had decided to wait for may be its next task, and has come just now. */
static long waits(const struct wd_futex_call *call)
{
    struct wd_block block;
    int saved = errno;
    long result;
    wd_propagation_rests();
    wd_block_begin(&block, WD_WAIT_FUTEX, (const void *)call->address, who_wakes(call), &call->caller);
    pthread_cleanup_push(cancelled, &block);
    result = real(call);
    pthread_cleanup_pop(0);
    if (result != 0)
        saved = errno;
    wd_block_end(&block, outcome(result), 1);
    wd_propagation_rests();
    errno = saved;
    return result;
}

/* What is left waiting at another address has been let go as far as who wakes is concerned. */
static long wakes(const struct wd_futex_call *call, int most)
{
    const void *futex = (const void *)call->address;
    struct wd_wake_up wake;
    int saved = errno;
    wd_wake_up_begin(&wake, futex, most, &call->caller);
    long result = real(call);
    if (result < 0)
        saved = errno;
    wd_wake_up_end(&wake, futex, result);
    errno = saved;
    return result;
}

/* Whether it is for a lock or for the next task cannot be told: what the thread had may have become another one's. */
static long rests(const struct wd_futex_call *call)
{
    wd_propagation_rests();
    long result = real(call);
    wd_propagation_rests();
    return result;
}

static long told_futex(const struct wd_futex_call *call)
{
    switch (command_of(call)) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: return wd_crosstalk ? waits(call) : rests(call);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: return wd_lets_go((const void *)call->address) ? wakes(call, (int)call->value) : real(call);
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE: return wd_lets_go((const void *)call->address) ? wakes(call, INT_MAX) : real(call);
    default: return real(call);
    }
}

__attribute__((constructor)) static void begin(void)
{
    __atomic_store_n(&wd_syscall_futex, told_futex, __ATOMIC_RELEASE);
}
