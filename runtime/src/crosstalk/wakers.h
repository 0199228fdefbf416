/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wakers.h: how a waiter learns who woke it. A thread that is about to block
 * registers under the lock's address; a thread that releases or signals an
 * address under which somebody is registered leaves its mark there first
 * (DESIGN D7: the holder is what the waking thread ran at the wake-up).
 *
 * Lock-free, allocates nothing, safe in signal handlers. Whoever finds no room
 * or comes too late gets no mark, which is what "unseen" means.
 */
#ifndef WD_WAKERS_H
#define WD_WAKERS_H

#include <stdint.h>

#include "crosstalk/marks.h"

/* Waiters per bucket of addresses. Releasing threads look here first: almost always 0. */
extern uint32_t wd_waiters[WD_BUCKETS];

/* May anybody be registered under the address, or under one of the same bucket? */
static inline int wd_is_waited_for(const void *address)
{
    return __builtin_expect(__atomic_load_n(&wd_waiters[wd_bucket_of(address)], __ATOMIC_RELAXED) != 0, 0);
}

/* Is anybody registered under this very address? */
int wd_has_waiter(const void *address);

/* What woke the waiter up, or rather: which marks it believes. */
enum wd_waits_for {
    WD_RELEASE,           /* a mutex: the last release */
    WD_EXCLUSIVE_RELEASE, /* to read: the last release by a writer */
    WD_SIGNAL,            /* a condition: the signal that it was chosen for */
    WD_POST,              /* a semaphore: the first post that no other waiter has taken */
    WD_NO_MARK,           /* none: who wakes it cannot be told */
    WD_SHARED = 8         /* besides: other processes have the lock, too, and their marks are not here */
};

static inline enum wd_waits_for wd_shared_if(enum wd_waits_for what, int is_shared)
{
    return is_shared ? (enum wd_waits_for)(what | WD_SHARED) : what;
}

/* A registered waiter; lives on its stack. */
struct wd_waiter {
    struct wd_waited *on; /* NULL: there was no room */
    uint32_t cell;        /* its own, for signals */
    uint32_t since;       /* the number of the last mark that was there before */
    enum wd_waits_for what;
    int is_shared;
};

void wd_waiter_enters(struct wd_waiter *waiter, const void *address, enum wd_waits_for what);

/* Unregisters. The mark that was left for it, or 0. */
wd_mark wd_waiter_leaves(struct wd_waiter *waiter);

/* Unregisters one that was not woken: what may have been left for others stays theirs. */
void wd_waiter_gives_up(struct wd_waiter *waiter);

/* To be called before the release. `exclusive` unless others may still hold the lock. */
void wd_waker_releases(const void *address, wd_mark mark, int exclusive);

/* Before the post. `all_taken`: what was posted before has been taken. */
void wd_waker_posts(const void *address, wd_mark mark, int all_taken);

/* Before the signal or broadcast: chooses the waiter that has waited longest, or all. */
void wd_waker_signals(const void *address, wd_mark mark, int all);

/* Of more than these a wake chooses all: programs wake one, a few, or INT_MAX. */
#define WD_MOST_CHOSEN 64

/* Whom a wake has chosen, by its marks' numbers: other wakes may leave the same mark. */
struct wd_chosen {
    wd_mark mark;
    uint32_t count;
    struct wd_choice {
        uint32_t way; /* of the address's bucket */
        uint32_t number;
    } by[WD_MOST_CHOSEN];
};

/* Before a futex's wake: as a signal for each of up to `most`, at least one. */
void wd_waker_wakes(const void *address, wd_mark mark, int most, struct wd_chosen *chosen);

/* After one that has woken nobody: who was chosen for it, and had not begun to sleep, was not meant. */
void wd_waker_withdraws(const void *address, const struct wd_chosen *chosen);

/* In a forked child: the threads that were registered do not exist. */
void wd_wakers_after_fork(void);

#endif
