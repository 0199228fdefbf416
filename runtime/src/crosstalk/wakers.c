/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/wakers.h"

#include <stddef.h>
#include <string.h>

#include "crosstalk/strangers.h"
#include "crosstalk/waited.h"
#include "system/clock.h"

#define NO_CELL WD_CELLS
#define BELIEVED_NS 1000000 /* later, another process may have had the lock after who has left the mark */

uint32_t wd_waiters[WD_BUCKETS];
static int registered; /* somebody ever was */

/* Behind a crowd nobody takes a cell: signals would choose it before those that came first. */
static uint32_t take_cell(struct wd_waited *w)
{
    wd_mark arrival = __atomic_add_fetch(&w->arrivals, 1, __ATOMIC_RELAXED);
    if (wd_has_strangers(wd_waited_address(w)))
        arrival |= WD_BEHIND_STRANGERS;
    int is_behind = __atomic_load_n(&w->crowd, __ATOMIC_RELAXED) != 0;
    for (uint32_t i = 0; !is_behind && i < WD_CELLS; i++) {
        wd_mark empty = 0;
        if (!__atomic_compare_exchange_n(&w->cell[i], &empty, arrival, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            continue;
        __atomic_store_n(&w->arrival[i], arrival, __ATOMIC_RELEASE);
        return i;
    }
    __atomic_fetch_add(&w->crowd, 1, __ATOMIC_ACQ_REL);
    return NO_CELL;
}

void wd_waiter_enters(struct wd_waiter *waiter, const void *address, enum wd_waits_for what)
{
    waiter->on = NULL;
    waiter->what = (enum wd_waits_for)(what & ~WD_SHARED);
    waiter->is_shared = (what & WD_SHARED) != 0;
    waiter->cell = NO_CELL;
    if (what == WD_NO_MARK || !wd_waited_bucket(address))
        return;
    uint32_t *waiters = &wd_waiters[wd_bucket_of(address)];
    if (!__atomic_load_n(&registered, __ATOMIC_RELAXED))
        __atomic_store_n(&registered, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(waiters, 1, __ATOMIC_SEQ_CST);
    struct wd_waited *w = wd_waited_enter(address);
    if (!w) {
        __atomic_fetch_sub(waiters, 1, __ATOMIC_RELEASE);
        return;
    }
    waiter->on = w;
    if (waiter->is_shared)
        __atomic_store_n(&w->is_shared, 1, __ATOMIC_RELAXED);
    waiter->since = __atomic_load_n(&w->marks, __ATOMIC_ACQUIRE);
    if (waiter->what == WD_SIGNAL)
        waiter->cell = take_cell(w);
}

static wd_mark last_mark(const struct wd_waiter *waiter, const struct wd_waited *w)
{
    uint32_t exclusive = __atomic_load_n(&w->exclusive_no, __ATOMIC_ACQUIRE);
    uint32_t any = __atomic_load_n(&w->any_no, __ATOMIC_ACQUIRE);
    if (waiter->what == WD_EXCLUSIVE_RELEASE && wd_mark_after(exclusive, waiter->since))
        return __atomic_load_n(&w->exclusive, __ATOMIC_RELAXED);
    return wd_mark_after(any, waiter->since) ? __atomic_load_n(&w->any, __ATOMIC_RELAXED) : 0;
}

/* The first mark after `since`, and not after `last`, that nobody has taken. */
static wd_mark take_left(struct wd_waited *w, uint32_t since, uint32_t last)
{
    uint32_t number = since + 1, first = __atomic_load_n(&w->first_left, __ATOMIC_ACQUIRE);
    if (wd_mark_after(first, number))
        number = first;
    if (wd_mark_after(last - (WD_LEFT - 1), number))
        number = last - (WD_LEFT - 1);
    for (; !wd_mark_after(number, last); number++) {
        uint32_t at = number % WD_LEFT;
        if (__atomic_load_n(&w->left_no[at], __ATOMIC_ACQUIRE) != number)
            continue;
        wd_mark mark = __atomic_exchange_n(&w->left[at], 0, __ATOMIC_ACQ_REL);
        if (mark)
            return mark;
    }
    return 0;
}

static wd_mark mark_of_crowd(const struct wd_waiter *waiter, struct wd_waited *w)
{
    uint32_t all = __atomic_load_n(&w->exclusive_no, __ATOMIC_ACQUIRE);
    int had_broadcast = wd_mark_after(all, waiter->since);
    uint32_t last = had_broadcast ? all : __atomic_load_n(&w->marks, __ATOMIC_ACQUIRE);
    wd_mark mark = take_left(w, waiter->since, last);
    return mark || !had_broadcast ? mark : __atomic_load_n(&w->exclusive, __ATOMIC_RELAXED);
}

/* The waiter runs, and a signal has chosen one that does not: who sleeps first is woken first, and that need not be who
 * came first. They change places. */
static wd_mark take_from_sleeper(const struct wd_waiter *waiter, struct wd_waited *w)
{
    for (;;) {
        uint32_t first = 0, at = NO_CELL;
        wd_mark mark = 0;
        for (uint32_t i = 0; i < WD_CELLS; i++) {
            wd_mark seen = __atomic_load_n(&w->cell[i], __ATOMIC_ACQUIRE);
            uint32_t number = __atomic_load_n(&w->cell_no[i], __ATOMIC_ACQUIRE);
            if (seen & WD_MARKED && wd_mark_after(number, waiter->since) &&
                (at == NO_CELL || wd_mark_after(first, number))) {
                first = number;
                at = i;
                mark = seen;
            }
        }
        wd_mark arrival = at == NO_CELL ? 0 : __atomic_load_n(&w->arrival[at], __ATOMIC_ACQUIRE);
        if (!arrival) /* or it is being taken, for the first time */
            return 0;
        if (__atomic_compare_exchange_n(&w->cell[at], &mark, arrival, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            return mark;
    }
}

static wd_mark mark_of_signal(const struct wd_waiter *waiter, struct wd_waited *w)
{
    wd_mark mark = mark_of_crowd(waiter, w);
    return mark || waiter->is_shared ? mark : take_from_sleeper(waiter, w);
}

static wd_mark mark_for(const struct wd_waiter *waiter, struct wd_waited *w)
{
    switch (waiter->what) {
    case WD_SIGNAL: return mark_of_signal(waiter, w);
    case WD_POST: return take_left(w, waiter->since, __atomic_load_n(&w->marks, __ATOMIC_ACQUIRE));
    default: return last_mark(waiter, w);
    }
}

static int is_believed(const struct wd_waiter *waiter, const struct wd_waited *w)
{
    return !waiter->is_shared ||
           wd_clock_ns(CLOCK_MONOTONIC) - __atomic_load_n(&w->left_at, __ATOMIC_RELAXED) < BELIEVED_NS;
}

static wd_mark leave(struct wd_waiter *waiter, int was_woken)
{
    struct wd_waited *w = waiter->on;
    if (!w)
        return 0;
    wd_mark mark = 0;
    if (waiter->cell != NO_CELL)
        mark = __atomic_exchange_n(&w->cell[waiter->cell], 0, __ATOMIC_ACQ_REL);
    if (was_woken && !(mark & WD_MARKED))
        mark = mark_for(waiter, w);
    if (mark & WD_MARKED && !is_believed(waiter, w))
        mark = 0;
    if (waiter->what == WD_SIGNAL && waiter->cell == NO_CELL)
        __atomic_fetch_sub(&w->crowd, 1, __ATOMIC_RELEASE);
    uint32_t *waiters = &wd_waiters[wd_bucket_of(wd_waited_address(w))];
    wd_waited_part(w);
    __atomic_fetch_sub(waiters, 1, __ATOMIC_RELEASE);
    return mark & WD_MARKED && mark != WD_NOBODYS ? mark : 0;
}

wd_mark wd_waiter_leaves(struct wd_waiter *waiter)
{
    return leave(waiter, 1);
}

void wd_waiter_gives_up(struct wd_waiter *waiter)
{
    leave(waiter, 0);
}

/* Its number. */
static uint32_t note(struct wd_waited *w, wd_mark mark, int exclusive)
{
    uint32_t number = __atomic_add_fetch(&w->marks, 1, __ATOMIC_RELAXED);
    if (__atomic_load_n(&w->is_shared, __ATOMIC_RELAXED))
        __atomic_store_n(&w->left_at, wd_clock_ns(CLOCK_MONOTONIC), __ATOMIC_RELAXED);
    if (exclusive) {
        __atomic_store_n(&w->exclusive, mark, __ATOMIC_RELAXED);
        __atomic_store_n(&w->exclusive_no, number, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&w->any, mark, __ATOMIC_RELAXED);
    __atomic_store_n(&w->any_no, number, __ATOMIC_RELEASE);
    return number;
}

static void leave_for_first(struct wd_waited *w, wd_mark mark, uint32_t number)
{
    __atomic_store_n(&w->left[number % WD_LEFT], mark, __ATOMIC_RELAXED);
    __atomic_store_n(&w->left_no[number % WD_LEFT], number, __ATOMIC_RELEASE);
}

int wd_has_waiter(const void *address)
{
    if (!wd_is_waited_for(address))
        return 0;
    const struct wd_waited *bucket = wd_waited_bucket(address);
    for (int i = 0; i < WD_WAYS; i++)
        if (wd_waited_is(&bucket[i], address))
            return 1;
    return 0;
}

/* A waker is a user meanwhile, or its mark might come into an entry that has
 * become another address's. */
void wd_waker_releases(const void *address, wd_mark mark, int exclusive)
{
    struct wd_waited *bucket = wd_waited_bucket(address);
    for (int i = 0; i < WD_WAYS; i++)
        if (wd_waited_join(&bucket[i], address)) {
            note(&bucket[i], mark, exclusive);
            wd_waited_part(&bucket[i]);
        }
}

void wd_waker_posts(const void *address, wd_mark mark, int all_taken)
{
    struct wd_waited *bucket = wd_waited_bucket(address);
    for (int i = 0; i < WD_WAYS; i++)
        if (wd_waited_join(&bucket[i], address)) {
            uint32_t number = note(&bucket[i], mark, 1);
            leave_for_first(&bucket[i], mark, number);
            if (all_taken)
                __atomic_store_n(&bucket[i].first_left, number, __ATOMIC_RELEASE);
            wd_waited_part(&bucket[i]);
        }
}

/* The waiter that has waited longest, of those that nobody has chosen yet. `for_all`: nobody has to be chosen. */
static int mark_one(struct wd_waited *w, wd_mark mark, uint32_t number, int for_all)
{
    for (;;) {
        wd_mark *oldest = NULL, arrival = 0;
        for (int i = 0; i < WD_CELLS; i++) {
            wd_mark seen = __atomic_load_n(&w->cell[i], __ATOMIC_ACQUIRE);
            if (seen && !(seen & WD_MARKED) && (!oldest || wd_mark_after((uint32_t)arrival, (uint32_t)seen))) {
                oldest = &w->cell[i];
                arrival = seen;
            }
        }
        if (!oldest)
            return 0;
        int is_strangers = !for_all && arrival & WD_BEHIND_STRANGERS && wd_has_strangers(wd_waited_address(w));
        if (__atomic_compare_exchange_n(oldest, &arrival, is_strangers ? WD_NOBODYS : mark, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED)) {
            __atomic_store_n(&w->cell_no[oldest - w->cell], number, __ATOMIC_RELEASE);
            return 1;
        }
    }
}

/* A broadcast is noted in `chosen` in any case: it is also for the crowd. */
static void signals(const void *address, wd_mark mark, int all, struct wd_chosen *chosen)
{
    struct wd_waited *bucket = wd_waited_bucket(address);
    int has_one = 0;
    for (uint32_t i = 0; i < WD_WAYS && (all || !has_one); i++) {
        if (!wd_waited_join(&bucket[i], address))
            continue;
        uint32_t number = note(&bucket[i], mark, all);
        do
            has_one = mark_one(&bucket[i], mark, number, all);
        while (has_one && all);
        if (!has_one && !all && __atomic_load_n(&bucket[i].crowd, __ATOMIC_ACQUIRE) != 0) {
            leave_for_first(&bucket[i], wd_has_strangers(address) ? WD_NOBODYS : mark, number);
            has_one = 1;
        }
        if (chosen && (has_one || all))
            chosen->by[chosen->count++] = (struct wd_choice){ .way = i, .number = number };
        wd_waited_part(&bucket[i]);
    }
}

void wd_waker_signals(const void *address, wd_mark mark, int all)
{
    signals(address, mark, all, NULL);
}

_Static_assert(WD_WAYS <= WD_MOST_CHOSEN, "a broadcast has a choice in each");

void wd_waker_wakes(const void *address, wd_mark mark, int most, struct wd_chosen *chosen)
{
    chosen->mark = mark;
    chosen->count = 0;
    if (most > WD_MOST_CHOSEN)
        signals(address, mark, 1, chosen);
    for (int i = 0; most <= WD_MOST_CHOSEN && (i == 0 || i < most); i++)
        signals(address, mark, 0, chosen);
}

static void take_back(wd_mark *at, wd_mark mark, wd_mark before)
{
    wd_mark seen = mark, nobodys = WD_NOBODYS;
    if (!__atomic_compare_exchange_n(at, &seen, before, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        __atomic_compare_exchange_n(at, &nobodys, before, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/* Another wake may have left the same mark since: the number says whose it is. */
static void withdraw(struct wd_waited *w, wd_mark mark, uint32_t number)
{
    for (int c = 0; c < WD_CELLS; c++) {
        wd_mark arrival = __atomic_load_n(&w->arrival[c], __ATOMIC_ACQUIRE);
        if (arrival && __atomic_load_n(&w->cell_no[c], __ATOMIC_ACQUIRE) == number) /* else it is being taken */
            take_back(&w->cell[c], mark, arrival);
    }
    if (__atomic_load_n(&w->left_no[number % WD_LEFT], __ATOMIC_ACQUIRE) == number)
        take_back(&w->left[number % WD_LEFT], mark, 0);
    if (__atomic_load_n(&w->exclusive_no, __ATOMIC_ACQUIRE) == number)
        take_back(&w->exclusive, mark, WD_NOBODYS);
}

void wd_waker_withdraws(const void *address, const struct wd_chosen *chosen)
{
    for (uint32_t i = 0; i < chosen->count; i++) {
        struct wd_waited *w = &wd_waited_bucket(address)[chosen->by[i].way];
        if (wd_waited_join(w, address)) {
            withdraw(w, chosen->mark, chosen->by[i].number);
            wd_waited_part(w);
        }
    }
}

void wd_wakers_after_fork(void)
{
    if (registered)
        memset(wd_waiters, 0, sizeof wd_waiters);
}
