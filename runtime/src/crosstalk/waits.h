/* SPDX-License-Identifier: Apache-2.0 */
/*
 * waits.h: crosstalk, aggregated (paper, section 6; DESIGN D7). Whoever has
 * seen a transaction wait for another one adds the wait here; the flusher
 * takes the sums out and writes them as Waits records.
 */
#ifndef WD_WAITS_H
#define WD_WAITS_H

#include "whodunit.h"

/* Same numbers as whodunit.Waits.Kind in whodunit.proto. */
enum wd_wait_kind {
    WD_WAIT_OTHER = 0,
    WD_WAIT_MUTEX = 1,
    WD_WAIT_RWLOCK = 2,
    WD_WAIT_CONDITION = 3,
    WD_WAIT_SPIN = 4,
    WD_WAIT_SEMAPHORE = 5,
    WD_WAIT_MONITOR = 6,
    WD_WAIT_OBJECT_WAIT = 7,
    WD_WAIT_PARK = 8,
    WD_WAIT_LATCH = 9, /* PostgreSQL's processes */
    WD_WAIT_FUTEX = 10,
};

/* Same numbers as whodunit.Waits.End. */
enum wd_wait_end {
    WD_WAIT_WOKEN = 0,    /* by a thread that ran `holder`; 0 if that had no transaction */
    WD_WAIT_TIMEOUT = 1,  /* no holder */
    WD_WAIT_UNSEEN = 2,   /* the waker was not observed: no holder */
    WD_WAIT_OWN_TASK = 3, /* a task of the waiter's own, in a JVM: no crosstalk */
    WD_WAIT_LASTS =
        4, /* it has not ended (lasting.h); `holder` has what it waits for, and waits itself; 0: not known */
    WD_WAIT_DEADLOCK = 5, /* likewise, and `holder` waits for the waiter */
};

/* A lock or path that only the flusher can name, because naming needs the
 * dynamic linker's tables: this bit and an id of sites.h. */
#define WD_UNNAMED 0x80000000u

/* One wait that is over. Hashed as bytes: every member is 4 bytes. */
struct wd_wait_key {
    whodunit_context waiter; /* never 0 */
    whodunit_context holder; /* the waking thread's, at the wake-up */
    uint32_t end;            /* enum wd_wait_end */
    uint32_t kind;           /* enum wd_wait_kind */
    uint32_t lock;           /* wd_name of a global or a class, or WD_UNNAMED | id; 0: none */
    uint32_t waiter_path;    /* context (root, CALL_PATH), or WD_UNNAMED | id; 0: not captured */
    uint32_t holder_path;    /* where the holder let go, likewise */
};

struct wd_wait {
    struct wd_wait_key key;
    uint64_t ns; /* from the attempt until the waiter ran again */
};

/* Does a wait under this context count? Idle workers (the root, and contexts
 * that were named idle) and work that has no transaction (at or below a
 * REASON) do not. Signal-safe. */
int wd_waits_count(whodunit_context context);

/* Names the context idle: threads have it while they wait for work. For ever;
 * there is room for some hundreds, and waits under those beyond count. */
void wd_waits_idle(whodunit_context context);

/* Adds one wait. Lock-free, allocates nothing, may be called from a signal
 * handler and in a forked child; what finds the table full is counted as
 * waits.lost. The caller has let go of the lock, so that adding does not
 * lengthen the contention that it measures. */
void wd_waits_add(const struct wd_wait *wait);

#define WD_WAITS_LOG2 44 /* the last bucket holds longer waits, too */

struct wd_waits {
    struct wd_wait_key key;
    uint64_t count, sum_ns, max_ns;
    uint32_t log2_ns[WD_WAITS_LOG2]; /* [i]: waits of 2^i up to 2^(i+1) - 1 ns; [0] also 0 ns */
};

/* Takes out the sums of the next key, from `*position` (0 to begin) on, that
 * has had waits since it was last taken. False at the end. One consumer. */
int wd_waits_take(uint32_t *position, struct wd_waits *taken);

/* In a forked child: what has been added up is the parent's. */
void wd_waits_after_fork(void);

#endif
