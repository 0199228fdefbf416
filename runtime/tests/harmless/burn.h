/* SPDX-License-Identifier: Apache-2.0 */
/* burn.h: work that is measured in CPU time, so that it is as much on a busy machine. */
#ifndef BURN_H
#define BURN_H

#include <stdint.h>
#include <time.h>

static inline uint64_t cpu_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Of the calling thread. */
static inline void burn_ms(unsigned ms)
{
    static volatile uint64_t burnt;
    uint64_t end = cpu_ns(CLOCK_THREAD_CPUTIME_ID) + ms * 1000000ull;
    while (cpu_ns(CLOCK_THREAD_CPUTIME_ID) < end)
        for (int i = 0; i < 10000; i++)
            burnt += (uint64_t)i;
}

#endif
