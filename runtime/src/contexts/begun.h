/* SPDX-License-Identifier: Apache-2.0 */
/*
 * begun.h: a thread begins to work for a request. Who records waits reads it from
 * outside: a request that waits for nothing leaves no other trace there
 * (docs/waits.md, "The algorithm").
 */
#ifndef WD_BEGUN_H
#define WD_BEGUN_H

#include "contexts/context.h"
#include "thread.h"

/* Counts `event`, WD_BEGUN or WD_RECEIVED, `n` times; what follows in the calling thread is for `context`. Signal-safe. */
static inline void wd_work_begins(whodunit_context context, enum wd_event event, uint64_t n)
{
    wd_context_count_event(context, event, n);
    wd_thread.last_begun = context;
    wd_thread.begun += (uint32_t)n;
}

#endif
