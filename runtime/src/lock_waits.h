/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lock_waits.h: waiting for a lock of ours whose holder is about to let go. It sleeps: to yield never lets a thread of
 * a lower scheduling class run (SCHED_FIFO), which may be the holder, on the same processor.
 */
#ifndef WD_LOCK_WAITS_H
#define WD_LOCK_WAITS_H

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>

#include "bare_call.h"

/* `lock` was found to be 1. For 50 us at most: nobody wakes it. Keeps errno; no cancellation point. Signal-safe. */
static inline void wd_lock_waits(int *lock)
{
    int saved = errno;
    WD_BARE_CALL(SYS_futex, lock, FUTEX_WAIT_PRIVATE, 1, &(struct timespec){ .tv_nsec = 50000 });
    errno = saved;
}

#endif
