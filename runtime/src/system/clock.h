/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h: clocks in ns. Signal-safe. */
#ifndef WD_CLOCK_H
#define WD_CLOCK_H

#include <stdint.h>
#include <time.h>

/* 0 where the clock cannot be read. */
static inline uint64_t wd_clock_ns(clockid_t clock)
{
    struct timespec t = { 0 };
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* For how old something is: monotonic, some ms late, and quickly read. */
static inline uint32_t wd_coarse_seconds(void)
{
    struct timespec t = { 0 };
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return (uint32_t)t.tv_sec;
}

#endif
