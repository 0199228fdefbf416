/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own_lock.h: a lock of ours that is held for moments: 0, or 1 while somebody has it. Who waits for it sleeps: to yield
 * never lets a thread of a lower scheduling class run (SCHED_FIFO) on the same processor, which may be the holder.
 */
#ifndef WD_OWN_LOCK_H
#define WD_OWN_LOCK_H

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>

#include "system/bare_call.h"

#define WD_OWN_LOCK_NS 50000 /* for so long at once: nobody wakes who waits */

/* Keeps errno; no cancellation point. In a signal handler only if the holder cannot be what it has interrupted. */
static inline void wd_own_lock_take(int *lock)
{
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)) {
        int saved = errno;
        WD_BARE_CALL(SYS_futex, lock, FUTEX_WAIT_PRIVATE, 1, &(struct timespec){ .tv_nsec = WD_OWN_LOCK_NS });
        errno = saved;
    }
}

static inline void wd_own_lock_release(int *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

#endif
