/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/idle_waits.h"

#include <time.h>

#include "health.h"
#include "whodunit.h"

#define KINDS 2

static uint32_t between[KINDS]; /* contexts; 0: none */

static __thread uint64_t carried
    __attribute__((tls_model("initial-exec"))); /* ns that no sample stands for yet, and 1 */

void wd_idle_waits_are_under(uint32_t context)
{
    for (int i = 0; i < KINDS; i++) {
        uint32_t before = 0;
        if (__atomic_compare_exchange_n(&between[i], &before, context, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
            before == context)
            return;
    }
}

static int is_idle(uint32_t context)
{
    return context == WHODUNIT_ROOT || context == __atomic_load_n(&between[0], __ATOMIC_RELAXED) ||
           context == __atomic_load_n(&between[1], __ATOMIC_RELAXED);
}

/* Where in its first second a thread begins is left to chance, so that none is favoured. */
static uint64_t any_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t n = ((uint64_t)now.tv_nsec ^ (uintptr_t)&carried) * UINT64_C(0x9e3779b97f4a7c15);
    return (n >> 32) * WD_IDLE_NS >> 32;
}

uint64_t wd_idle_wait(uint32_t context, uint64_t waited_ns)
{
    if (waited_ns >= WD_IDLE_NS || !is_idle(context))
        return waited_ns;
    if (!carried)
        carried = any_ns() + 1;
    carried += waited_ns;
    if (carried <= WD_IDLE_NS) {
        wd_health_add(WD_HEALTH_KERNEL_IDLE, 1);
        return 0;
    }
    carried -= WD_IDLE_NS;
    return WD_IDLE_NS;
}
