/* SPDX-License-Identifier: Apache-2.0 */
/*
 * waited.h: the addresses under which somebody waits, and the marks that lie there (wakers.h). A table of fixed size:
 * an entry is an address's as long as it has users, then anybody's.
 *
 * Lock-free, allocates nothing, safe in signal handlers.
 */
#ifndef WD_WAITED_H
#define WD_WAITED_H

#include <stdint.h>

#include "crosstalk/marks.h"

#define WD_WAYS 4   /* addresses waited for at once in one bucket; more are unseen */
#define WD_CELLS 12 /* waiters of one condition that a signal can choose; the others, its crowd, take turns */
#define WD_LEFT 16  /* marks that are left for whoever comes first; of more the oldest are lost; a power of two */

/* An address under which somebody is registered. */
struct wd_waited {
    const void *address;
    uint32_t users; /* waiters, and wakers that leave a mark; 0: free */
    uint32_t arrivals;
    uint32_t marks; /* numbers them */
    uint32_t exclusive_no, any_no;
    wd_mark exclusive, any;     /* the last ones and their numbers; a broadcast is exclusive */
    wd_mark cell[WD_CELLS];     /* 0: free; unmarked: the waiter's number of arrival; or its mark */
    wd_mark arrival[WD_CELLS];  /* that number, also when it is marked */
    uint32_t cell_no[WD_CELLS]; /* the number of its mark */
    uint32_t crowd;             /* waiters of a condition that have no cell */
    uint32_t first_left;        /* what was left before this number is taken */
    uint32_t left_no[WD_LEFT];  /* the numbers of: */
    wd_mark left[WD_LEFT];      /* posts, and signals for the crowd; 0: taken */
    uint64_t left_at;           /* of the last mark, if the lock is shared: the time */
    uint32_t is_shared;
};

/* In an unmarked cell: there were strangers, who come first. */
#define WD_BEHIND_STRANGERS (1ull << 32)
/* A mark of a signal that may have been a stranger's. */
#define WD_NOBODYS (WD_MARKED | 1ull << 62)

/* The WD_WAYS entries of the address's bucket. NULL: there is no memory, so nobody registers. */
struct wd_waited *wd_waited_bucket(const void *address);

/* The address's entry, made if it has none; the caller is a user of it. The table must be there. NULL: it is full.
 * Two that come at once may get an entry each for the same address: wakers mark all. */
struct wd_waited *wd_waited_enter(const void *address);

/* 0: the entry is not, or no longer, the address's. Else the caller is a user of it. */
int wd_waited_join(struct wd_waited *w, const void *address);

/* Is the entry the address's now? */
int wd_waited_is(const struct wd_waited *w, const void *address);

/* A user goes. */
void wd_waited_part(struct wd_waited *w);

static inline const void *wd_waited_address(const struct wd_waited *w)
{
    return __atomic_load_n(&w->address, __ATOMIC_RELAXED);
}

/* Numbers wrap: what matters is the order of two that are close. */
static inline int wd_mark_after(uint32_t a, uint32_t b)
{
    return (int32_t)(a - b) > 0;
}

#endif
