/* SPDX-License-Identifier: Apache-2.0 */
/*
 * between.h: waits between processes that come from forks of one another, such as
 * PostgreSQL's. A waiter registers in a table that they share; who is about to wake
 * it leaves its context and its call path there (docs/rendezvous.md, `relatives`).
 *
 * A wait is found by a key: the address of a semaphore in memory that was shared
 * before the fork, and so is everywhere the same, or the process that a signal wakes.
 * Lock-free, allocates nothing from malloc, safe in signal handlers.
 */
#ifndef WD_BETWEEN_H
#define WD_BETWEEN_H

#include <stdint.h>
#include <sys/types.h>

#include "crosstalk/blocking.h"

/* 1 in a process whose semaphores and signals are those of relatives, if waits are measured: its recording need not
 * have begun. */
extern int wd_between;

/* The calling process is one: it serves a connection that its parent has accepted, or works for such a one. */
void wd_between_begins(void);

typedef uint64_t wd_between_key;

static inline wd_between_key wd_between_semaphore(const void *semaphore)
{
    return (uintptr_t)semaphore << 1;
}

static inline wd_between_key wd_between_process(pid_t process)
{
    return (uint64_t)process << 1 | 1;
}

/* Its key as a process that signals wake: getpid() is a system call. */
extern wd_between_key wd_between_self;

struct wd_between_wait {
    struct wd_wait wait;
    struct wd_relative *on; /* NULL: there was no room */
    uint64_t word;          /* of it, until it is marked */
    uint64_t since;         /* 0: it does not count */
};

/* Around the call that waits; its length so far in ns, 0 if it does not count. `woken`: it has returned because it was
 * woken, and not because its time was up. A process may wake itself, to look at something, and sleep on: waits of one
 * call path that nobody else has ended are one. */
void wd_between_begin(struct wd_between_wait *wait, enum wd_wait_kind kind, wd_between_key key,
                      const struct wd_caller *caller);
uint64_t wd_between_end(struct wd_between_wait *wait, int woken);

/* Has the beginning of a wait anything to do: does it count, or did one before that is not added up yet? */
int wd_between_is_to_begin(void);

/* The thread will not sleep on: its last wait is over. */
void wd_between_over(void);

/* How many are registered, in all relatives. */
extern uint32_t *wd_between_waiters;

/* Before the call that wakes: leaves a mark, if this one is waited for. */
void wd_between_wakes_slow(wd_between_key key, const struct wd_caller *caller);
static inline void wd_between_wakes(wd_between_key key, const struct wd_caller *caller)
{
    if (__builtin_expect(__atomic_load_n(wd_between_waiters, __ATOMIC_SEQ_CST) != 0, 0))
        wd_between_wakes_slow(key, caller);
}

#endif
