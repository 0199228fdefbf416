/* SPDX-License-Identifier: Apache-2.0 */
/*
 * budget.h: what learning may cost: a hundredth of the process's CPU, and some
 * milliseconds at its beginning.
 */
#ifndef WD_FLOWS_BUDGET_H
#define WD_FLOWS_BUDGET_H

#include <stdint.h>

static inline uint64_t wd_cycles(void)
{
    return __builtin_ia32_rdtsc();
}

/* May a section be learned now? Some of the budget is kept for sites that were `found` to hand over; for the others it
 * is saved up, and spent at all of them together: what changes hands is only seen where both ends are looked at. Reads
 * clocks every 10 ms or so. Signal-safe. */
int wd_budget_allows(int found);

/* The same under a lock that only one thread was seen to take: so that what a server does before it has more than one
 * thread does not use up what is there in the beginning. Signal-safe. */
int wd_budget_allows_unshared(void);

/* So many cycles were used. Signal-safe. */
void wd_budget_use(uint64_t cycles);

/* So many were used since the process began. */
uint64_t wd_budget_used(void);

#endif
