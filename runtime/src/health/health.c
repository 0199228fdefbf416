/* SPDX-License-Identifier: Apache-2.0 */
#include "health/health.h"

#include <string.h>

#include "memory/fork_state.h"

/* A counter is a sum, so that threads on several processors seldom write to the same line. */
#define STRIPES_LOG2 2
static struct {
    _Alignas(64) uint64_t values[WD_HEALTH_COUNT];
} stripes[1 << STRIPES_LOG2] WD_FORK_STATE; /* a fork is counted */

static uint64_t *own(void)
{
    return stripes[((uintptr_t)__builtin_thread_pointer() * 0x9E3779B97F4A7C15u) >> (64 - STRIPES_LOG2)].values;
}

static const char *const names[WD_HEALTH_COUNT] = {
#define X(id, name) name,
    WD_HEALTH_COUNTERS(X)
#undef X
};

void wd_health_add(enum wd_health counter, uint64_t n)
{
    __atomic_fetch_add(&own()[counter], n, __ATOMIC_RELAXED);
}

uint64_t wd_health_value(enum wd_health counter)
{
    uint64_t sum = 0;
    for (int i = 0; i < 1 << STRIPES_LOG2; i++)
        sum += __atomic_load_n(&stripes[i].values[counter], __ATOMIC_RELAXED);
    return sum;
}

const char *wd_health_name(enum wd_health counter)
{
    return names[counter];
}

void wd_health_after_fork(void)
{
    memset(stripes, 0, sizeof stripes);
}
