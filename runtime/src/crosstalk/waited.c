/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/waited.h"

#include <stddef.h>

#include "memory/region.h"

#define CLAIMING 0x80000000u /* users of an entry that is being set up */

static struct wd_waited (*table)[WD_WAYS];

__attribute__((constructor(101))) static void reserve(void)
{
    table = wd_region_reserve_own(WD_BUCKETS * sizeof *table);
}

struct wd_waited *wd_waited_bucket(const void *address)
{
    return table ? table[wd_bucket_of(address)] : NULL;
}

void wd_waited_part(struct wd_waited *w)
{
    __atomic_fetch_sub(&w->users, 1, __ATOMIC_ACQ_REL);
}

static int is_about(const struct wd_waited *w, uint32_t users, const void *address)
{
    return users > 0 && users < CLAIMING && wd_waited_address(w) == address;
}

int wd_waited_is(const struct wd_waited *w, const void *address)
{
    return is_about(w, __atomic_load_n(&w->users, __ATOMIC_ACQUIRE), address);
}

int wd_waited_join(struct wd_waited *w, const void *address)
{
    uint32_t users = __atomic_load_n(&w->users, __ATOMIC_ACQUIRE);
    while (is_about(w, users, address))
        if (__atomic_compare_exchange_n(&w->users, &users, users + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return wd_waited_address(w) == address || (wd_waited_part(w), 0);
    return 0;
}

static int claim(struct wd_waited *w, const void *address)
{
    uint32_t users = 0;
    if (!__atomic_compare_exchange_n(&w->users, &users, CLAIMING, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return 0;
    for (int i = 0; i < WD_CELLS; i++)
        __atomic_store_n(&w->cell[i], 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->arrivals, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->marks, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->exclusive_no, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->any_no, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->crowd, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->first_left, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->is_shared, 0, __ATOMIC_RELAXED);
    for (int i = 0; i < WD_LEFT; i++)
        __atomic_store_n(&w->left_no[i], 0, __ATOMIC_RELAXED);
    __atomic_store_n(&w->address, address, __ATOMIC_RELAXED);
    __atomic_store_n(&w->users, 1, __ATOMIC_SEQ_CST);
    return 1;
}

struct wd_waited *wd_waited_enter(const void *address)
{
    struct wd_waited *bucket = wd_waited_bucket(address);
    for (int i = 0; i < WD_WAYS; i++)
        if (wd_waited_join(&bucket[i], address))
            return &bucket[i];
    for (int i = 0; i < WD_WAYS; i++)
        if (claim(&bucket[i], address))
            return &bucket[i];
    return NULL;
}
