/* SPDX-License-Identifier: Apache-2.0 */
/*
 * blocking.h: a wait of the calling thread, from the wrapper's point of view.
 *
 * A wrapper that finds its lock taken calls wd_block_begin, then the real
 * function, then wd_block_end. A wrapper that lets go of a lock brackets the
 * real function with wd_let_go_begin and wd_let_go_end. A short wait is kept by
 * the thread until it lets go of something, so that it is not added up while the
 * lock that it waited for is held.
 *
 * Everything here is safe in signal handlers, and does nothing in a handler
 * that has interrupted it.
 */
#ifndef WD_BLOCKING_H
#define WD_BLOCKING_H

#include "crosstalk/lasting.h"
#include "crosstalk/stacks.h"
#include "crosstalk/waits.h"
#include "crosstalk/wakers.h"
#include "threads/thread.h"

#define WD_KEPT 3

struct wd_blocking {
    uint32_t kept;              /* waits to be added when the thread lets go */
    uint32_t inside;            /* our own bookkeeping runs */
    const void *broken_off;     /* the lock of the last kept one, if its thread may wait on; or NULL */
    uint32_t request, at_us;    /* of that one: wd_thread.begun, and the time when it was broken off */
    whodunit_context looked_at; /* the last context that was asked about, and whether it counts */
    int counts;
    struct wd_wait wait[WD_KEPT];
};

extern __thread struct wd_blocking wd_blocking __attribute__((tls_model("initial-exec")));

/* Do waits of the calling thread under `context` count? Of its last context that is known. */
int wd_blocking_counts(whodunit_context context);

/* 1 while waits are measured in this process. */
extern int wd_crosstalk;

/* Begins to measure, if `on`: when a recording has begun, in a forked child again. */
void wd_crosstalk_begin(int on);

/* Was it on in this process or in the one that it was forked from? */
int wd_crosstalk_is_wanted(void);

/* Has this thread a context, so that a wait may count? For wrappers' fast paths. */
static inline int wd_may_count(void)
{
    return __builtin_expect(wd_thread.context != WHODUNIT_ROOT && wd_crosstalk, 0);
}

struct wd_block {
    struct wd_wait wait;
    struct wd_waiter waiter;
    const void *lock;
    uint64_t since; /* 0: this wait does not count */
    wd_lasting_place place;
    int is_stranger; /* but others may wait on the condition, and do */
};

void wd_block_begin(struct wd_block *block, enum wd_wait_kind kind, const void *lock, enum wd_waits_for what,
                    const struct wd_caller *caller);

enum wd_block_outcome {
    WD_BLOCK_OVER,      /* the thread has what it waited for, or was woken */
    WD_BLOCK_INHERITED, /* likewise, and nobody let go: the owner died */
    WD_BLOCK_TIMEOUT,   /* if the thread waits on, for the same request and at the same place, that is the same wait */
    WD_BLOCK_INTERRUPTED, /* a signal came; likewise */
    WD_BLOCK_REFUSED,     /* an error, a cancellation: it did not wait */
};

/* `keep` while a lock is held, else the wait is added now, if it is over. */
void wd_block_end(struct wd_block *block, enum wd_block_outcome outcome, int keep);

/* Is there anything to do when this thread lets go of the lock? For fast paths. */
static inline int wd_lets_go(const void *lock)
{
    return wd_is_waited_for(lock) || __builtin_expect(wd_blocking.kept != 0, 0);
}

struct wd_let_go {
    const struct wd_caller *caller;
    uint32_t unwind; /* stack to be unwound afterwards */
};

/* Before the real release of a lock or post; `exclusive` unless others may still hold it. */
void wd_let_go_begin(struct wd_let_go *go, const void *lock, int exclusive, const struct wd_caller *caller);

/* Before a real post. `all_taken`: what was posted before has been taken. */
void wd_post_begin(struct wd_let_go *go, const void *semaphore, int all_taken, const struct wd_caller *caller);

/* Before a real signal or broadcast. */
void wd_signal_begin(struct wd_let_go *go, const void *address, int all, const struct wd_caller *caller);

/* After the signal or broadcast: the caller may hold a mutex. */
void wd_signal_end(struct wd_let_go *go);

struct wd_wake_up {
    struct wd_let_go go;
    struct wd_chosen chosen;
};

/* Before and after a real wake of up to `most` waiters for a futex, and of how many that has `woken`. */
void wd_wake_up_begin(struct wd_wake_up *wake, const void *futex, int most, const struct wd_caller *caller);
void wd_wake_up_end(struct wd_wake_up *wake, const void *futex, long woken);

/* After the release or post. Does not touch the lock: it may not exist any more. */
void wd_let_go_end(struct wd_let_go *go);

/* The calling thread will wait no more: what it has kept is added. */
void wd_blocking_over(void);

#endif
