/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/strangers.h"

#include <stdint.h>

#include "memory/region.h"

#define STRANGERS 65536 /* counters, by the address's hash: that two conditions have the same one must be rare */
static uint32_t *strangers;

__attribute__((constructor(101))) static void reserve(void)
{
    strangers = wd_region_reserve_own(STRANGERS * sizeof *strangers);
}

static uint32_t *strangers_of(const void *condition)
{
    return &strangers[((uintptr_t)condition * 0x9E3779B97F4A7C15u) >> 48];
}

_Static_assert(STRANGERS == 65536, "strangers_of takes 16 bits");

void wd_stranger_enters(const void *condition)
{
    if (strangers)
        __atomic_fetch_add(strangers_of(condition), 1, __ATOMIC_RELAXED);
}

void wd_stranger_leaves(const void *condition)
{
    if (strangers)
        __atomic_fetch_sub(strangers_of(condition), 1, __ATOMIC_RELAXED);
}

int wd_has_strangers(const void *condition)
{
    return strangers && __atomic_load_n(strangers_of(condition), __ATOMIC_RELAXED) != 0;
}
