/* SPDX-License-Identifier: Apache-2.0 */
#include "health.h"

#include <string.h>

#include "fork_state.h"

static uint64_t values[WD_HEALTH_COUNT] WD_FORK_STATE; /* a fork is counted */

static const char *const names[WD_HEALTH_COUNT] = {
#define X(id, name) name,
    WD_HEALTH_COUNTERS(X)
#undef X
};

void wd_health_add(enum wd_health counter, uint64_t n)
{
    __atomic_fetch_add(&values[counter], n, __ATOMIC_RELAXED);
}

uint64_t wd_health_value(enum wd_health counter)
{
    return __atomic_load_n(&values[counter], __ATOMIC_RELAXED);
}

const char *wd_health_name(enum wd_health counter)
{
    return names[counter];
}

void wd_health_after_fork(void)
{
    memset(values, 0, sizeof values);
}
