/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ticks.h: where a sample stands for more than one of the kernel's ticks, which of
 * the ticks that find a thread running are samples (docs/decisions.md, "The timer asks for a 400th of a tick").
 *
 * Each thread's are evenly spread, and where they begin is left to chance: of threads and processes that live for less
 * than a sample, as many are hit as their time is worth.
 */
#ifndef WD_TICKS_H
#define WD_TICKS_H

#include <stdint.h>

/* A tick is so long, and a sample stands for `interval_ns`; each tick is one where that is not longer. For the
 * recorder. */
void wd_ticks_start(uint64_t tick_ns, uint64_t interval_ns);

/* Runs inside the sampler's signal handler, at a tick of the calling thread: is it to be a sample? */
int wd_ticks_is_sample(void);

/* In a forked child: its thread begins anew, as all of one parent's children would be hit after the same time. */
void wd_ticks_after_fork(void);

#endif
