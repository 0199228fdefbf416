/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/wakers.h"

#include <stddef.h>
#include <string.h>

#include "region.h"

#define WAYS 4   /* addresses waited for at once in one bucket; more are unseen */
#define CELLS 12 /* waiters of one condition told apart; the others take its last signal */
#define NO_CELL CELLS
#define CLAIMING 0x80000000u

/* An address under which somebody is registered. */
struct wd_waited {
    const void *address;
    uint32_t users; /* waiters, and wakers that leave a mark; 0: free; CLAIMING: being set up */
    uint32_t arrivals;
    uint32_t marks; /* numbers them */
    uint32_t exclusive_no, any_no;
    wd_mark exclusive, any; /* the last ones and their numbers */
    wd_mark cell[CELLS];    /* 0: free; unmarked: the waiter's number of arrival; or its mark */
};

uint32_t wd_waiters[WD_BUCKETS];
static int registered;                  /* somebody ever was */
static struct wd_waited (*table)[WAYS]; /* NULL: nobody registers */

__attribute__((constructor(101))) static void reserve(void)
{
    table = wd_region_reserve_own(WD_BUCKETS * sizeof *table);
}

static const void *address_of(const struct wd_waited *w)
{
    return __atomic_load_n(&w->address, __ATOMIC_RELAXED);
}

static void part(struct wd_waited *w)
{
    __atomic_fetch_sub(&w->users, 1, __ATOMIC_ACQ_REL);
}

static int join(struct wd_waited *w, const void *address)
{
    uint32_t users = __atomic_load_n(&w->users, __ATOMIC_ACQUIRE);
    while (users > 0 && users < CLAIMING && address_of(w) == address)
        if (__atomic_compare_exchange_n(&w->users, &users, users + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return address_of(w) == address || (part(w), 0);
    return 0;
}

static int claim(struct wd_waited *w, const void *address)
{
    uint32_t users = 0;
    if (!__atomic_compare_exchange_n(&w->users, &users, CLAIMING, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return 0;
    for (int i = 0; i < CELLS; i++)
        __atomic_store_n(&w->cell[i], 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->arrivals, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->marks, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->exclusive_no, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->any_no, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->address, address, __ATOMIC_RELAXED);
    __atomic_store_n(&w->users, 1, __ATOMIC_SEQ_CST);
    return 1;
}

/* Two that come at once may get an entry each for the same address: wakers mark all. */
static struct wd_waited *enter(const void *address)
{
    struct wd_waited *bucket = table[wd_bucket_of(address)];
    for (int i = 0; i < WAYS; i++)
        if (join(&bucket[i], address))
            return &bucket[i];
    for (int i = 0; i < WAYS; i++)
        if (claim(&bucket[i], address))
            return &bucket[i];
    return NULL;
}

static uint32_t take_cell(struct wd_waited *w)
{
    uint32_t arrival = __atomic_add_fetch(&w->arrivals, 1, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < CELLS; i++) {
        wd_mark empty = 0;
        if (__atomic_compare_exchange_n(&w->cell[i], &empty, arrival, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            return i;
    }
    return NO_CELL;
}

void wd_waiter_enters(struct wd_waiter *waiter, const void *address, enum wd_waits_for what)
{
    waiter->on = NULL;
    waiter->what = what;
    waiter->cell = NO_CELL;
    if (!table)
        return;
    uint32_t *waiters = &wd_waiters[wd_bucket_of(address)];
    if (!__atomic_load_n(&registered, __ATOMIC_RELAXED))
        __atomic_store_n(&registered, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(waiters, 1, __ATOMIC_SEQ_CST);
    struct wd_waited *w = enter(address);
    if (!w) {
        __atomic_fetch_sub(waiters, 1, __ATOMIC_RELEASE);
        return;
    }
    waiter->on = w;
    waiter->since = __atomic_load_n(&w->marks, __ATOMIC_ACQUIRE);
    if (what == WD_SIGNAL)
        waiter->cell = take_cell(w);
}

/* Numbers wrap: what matters is the order of two that are close. */
static int after(uint32_t a, uint32_t b)
{
    return (int32_t)(a - b) > 0;
}

static wd_mark last_mark(const struct wd_waiter *waiter, const struct wd_waited *w)
{
    uint32_t exclusive = __atomic_load_n(&w->exclusive_no, __ATOMIC_ACQUIRE);
    uint32_t any = __atomic_load_n(&w->any_no, __ATOMIC_ACQUIRE);
    if (waiter->what == WD_EXCLUSIVE_RELEASE && after(exclusive, waiter->since))
        return __atomic_load_n(&w->exclusive, __ATOMIC_RELAXED);
    return after(any, waiter->since) ? __atomic_load_n(&w->any, __ATOMIC_RELAXED) : 0;
}

wd_mark wd_waiter_leaves(struct wd_waiter *waiter)
{
    struct wd_waited *w = waiter->on;
    if (!w || !table)
        return 0;
    wd_mark mark = 0;
    if (waiter->cell != NO_CELL)
        mark = __atomic_exchange_n(&w->cell[waiter->cell], 0, __ATOMIC_ACQ_REL);
    else
        mark = last_mark(waiter, w);
    uint32_t *waiters = &wd_waiters[wd_bucket_of(address_of(w))];
    part(w);
    __atomic_fetch_sub(waiters, 1, __ATOMIC_RELEASE);
    return mark & WD_MARKED ? mark : 0;
}

static void note(struct wd_waited *w, wd_mark mark, int exclusive)
{
    uint32_t number = __atomic_add_fetch(&w->marks, 1, __ATOMIC_RELAXED);
    if (exclusive) {
        __atomic_store_n(&w->exclusive, mark, __ATOMIC_RELAXED);
        __atomic_store_n(&w->exclusive_no, number, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&w->any, mark, __ATOMIC_RELAXED);
    __atomic_store_n(&w->any_no, number, __ATOMIC_RELEASE);
}

static int is_about(const struct wd_waited *w, const void *address)
{
    uint32_t users = __atomic_load_n(&w->users, __ATOMIC_ACQUIRE);
    return users > 0 && users < CLAIMING && address_of(w) == address;
}

int wd_has_waiter(const void *address)
{
    if (!wd_is_waited_for(address))
        return 0;
    const struct wd_waited *bucket = table[wd_bucket_of(address)];
    for (int i = 0; i < WAYS; i++)
        if (is_about(&bucket[i], address))
            return 1;
    return 0;
}

/* A waker is a user meanwhile, or its mark might come into an entry that has
 * become another address's. */
void wd_waker_releases(const void *address, wd_mark mark, int exclusive)
{
    struct wd_waited *bucket = table[wd_bucket_of(address)];
    for (int i = 0; i < WAYS; i++)
        if (join(&bucket[i], address)) {
            note(&bucket[i], mark, exclusive);
            part(&bucket[i]);
        }
}

/* The waiter that has waited longest, of those that nobody has chosen yet. */
static int mark_one(struct wd_waited *w, wd_mark mark)
{
    for (;;) {
        wd_mark *oldest = NULL, arrival = 0;
        for (int i = 0; i < CELLS; i++) {
            wd_mark seen = __atomic_load_n(&w->cell[i], __ATOMIC_ACQUIRE);
            if (seen && !(seen & WD_MARKED) && (!oldest || after((uint32_t)arrival, (uint32_t)seen))) {
                oldest = &w->cell[i];
                arrival = seen;
            }
        }
        if (!oldest)
            return 0;
        if (__atomic_compare_exchange_n(oldest, &arrival, mark, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            return 1;
    }
}

void wd_waker_signals(const void *address, wd_mark mark, int all)
{
    struct wd_waited *bucket = table[wd_bucket_of(address)];
    int chosen = 0;
    for (int i = 0; i < WAYS && (all || !chosen); i++) {
        if (!join(&bucket[i], address))
            continue;
        note(&bucket[i], mark, 1);
        do
            chosen = mark_one(&bucket[i], mark);
        while (chosen && all);
        part(&bucket[i]);
    }
}

void wd_wakers_after_fork(void)
{
    if (registered)
        memset(wd_waiters, 0, sizeof wd_waiters);
}
