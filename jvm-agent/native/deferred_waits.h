/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deferred_waits.h: waits that are over and not yet among the sums (crosstalk/waits.h).
 *
 * A thread that was woken has what it waited for, and others may wait for it:
 * adding a wait would lengthen that. It is kept until the thread next waits, or
 * until a file is finished.
 */
#ifndef WD_DEFERRED_WAITS_H
#define WD_DEFERRED_WAITS_H

#include "crosstalk/waits.h"

/* To be called once, when crosstalk begins. Before that, and where there is no
 * memory, nothing is kept. */
void wd_deferred_waits_prepare(void);

/* Keeps the calling thread's wait: a copy. Adds it at once if the thread keeps
 * one already or there is no room. Lock-free; not for signal handlers. */
void wd_deferred_waits_put(const struct wd_wait *wait);

/* The calling thread is about to wait: adds what it keeps. Likewise. */
void wd_deferred_waits_add(void);

/* The calling thread ends: adds what it keeps and gives its place back. */
void wd_deferred_waits_leave(void);

/* Adds what all threads keep. Any thread, one at a time. */
void wd_deferred_waits_add_all(void);

#endif
