/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/budget.h"

#include <time.h>

#include "flows/raw.h"

/* In cycles of some GHz: nobody needs them exactly. */
enum {
    FIRST = 100000000,
    UNSHARED = 30000000,
    MOST = 50000000,
    AGAIN = 40000000,
    RESERVE = 15000000,
    INTERVAL = 25000000,
    CYCLES_PER_US = 2500,
    SHARE = 100,
    LONGEST = 200000
};

static int64_t left = FIRST;
static uint64_t used, looked_at, cpu_us;
static int looking, searches = 1;

static uint64_t process_cpu_us(void)
{
    struct timespec t = { 0, 0 };
    wd_raw_call(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, (long)&t, 0, 0);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void refill(uint64_t now)
{
    if (__atomic_exchange_n(&looking, 1, __ATOMIC_ACQUIRE))
        return;
    uint64_t cpu = process_cpu_us(), more = cpu > cpu_us ? cpu - cpu_us : 0;
    cpu_us = cpu;
    looked_at = now;
    int64_t sum = __atomic_load_n(&left, __ATOMIC_RELAXED) + (int64_t)(more * CYCLES_PER_US / SHARE);
    if (sum < MOST)
        __atomic_fetch_add(&left, (int64_t)(more * CYCLES_PER_US / SHARE), __ATOMIC_RELAXED);
    __atomic_store_n(&looking, 0, __ATOMIC_RELEASE);
}

int wd_budget_allows(int found)
{
    uint64_t now = wd_cycles();
    if (now - __atomic_load_n(&looked_at, __ATOMIC_RELAXED) > INTERVAL)
        refill(now);
    int64_t rest = __atomic_load_n(&left, __ATOMIC_RELAXED);
    if (found)
        return rest > 0;
    int begins = rest >= AGAIN, ends = rest <= RESERVE;
    if (begins || ends)
        __atomic_store_n(&searches, begins, __ATOMIC_RELAXED);
    return begins || (!ends && __atomic_load_n(&searches, __ATOMIC_RELAXED));
}

int wd_budget_allows_unshared(void)
{
    return __atomic_load_n(&used, __ATOMIC_RELAXED) < UNSHARED;
}

void wd_budget_use(uint64_t cycles)
{
    if (cycles > LONGEST)
        cycles = LONGEST; /* the thread did not run meanwhile */
    __atomic_fetch_sub(&left, (int64_t)cycles, __ATOMIC_RELAXED);
    __atomic_fetch_add(&used, cycles, __ATOMIC_RELAXED);
}

uint64_t wd_budget_used(void)
{
    return __atomic_load_n(&used, __ATOMIC_RELAXED);
}
