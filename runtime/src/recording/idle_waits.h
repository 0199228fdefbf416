/* SPDX-License-Identifier: Apache-2.0 */
/*
 * idle_waits.h: the waits of threads that work for one request after the other, for the next one. They are nobody's,
 * always at the same few places, and one comes with every request; a sample of each would cost a web server more than
 * all others. So a sample stands for a second of them.
 *
 * All functions are signal-safe.
 */
#ifndef WD_IDLE_WAITS_H
#define WD_IDLE_WAITS_H

#include <stdint.h>

#define WD_IDLE_NS UINT64_C(1000000000)

/* This is the context of threads between two requests. Of two such at most, beside the root. */
void wd_idle_waits_are_under(uint32_t context);

/* Runs inside the sampler's signal handler: of a wait of the calling thread, which has worked for requests, what its
 * sample is to stand for, in ns; 0: it needs none, as another one stands for it. Longer waits, and waits under other
 * contexts, stand for themselves. */
uint64_t wd_idle_wait(uint32_t context, uint64_t waited_ns);

#endif
