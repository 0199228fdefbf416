/* SPDX-License-Identifier: Apache-2.0 */
/*
 * threads.h: the threads that intervals tell of, by the kernel's numbers. A number
 * that is used again is another thread. Not thread-safe.
 */
#ifndef WD_THREADS_H
#define WD_THREADS_H

#include <stdint.h>

#include "interval.h"

/* One was seen for the first time, or ends. */
void wd_threads_tell(const struct wd_thread_event *event);

/* The id of a recorded thread, and of one that woke one (0: none), which had that number then. */
uint32_t wd_threads_recorded(uint32_t tid, uint64_t when);
uint32_t wd_threads_waker(uint32_t tid, uint64_t when);

/* Writes definitions of those that have none yet, or of all as they are called now. Ids of those that have gone long
 * ago are given up: memory is for those that live. */
void wd_threads_define_new(void);
void wd_threads_define_all(void);

#endif
