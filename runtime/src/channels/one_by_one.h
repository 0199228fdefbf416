/* SPDX-License-Identifier: Apache-2.0 */
/*
 * one_by_one.h: rule M12. Threads may wait for events as loops do, and yet serve one request at a time, each its own:
 * what such a thread asks for meanwhile it waits for. That is known of a process whose first requests were all answered
 * by the thread that had received them, before it waited or took another one; until one is not. Signal-safe; takes no
 * lock.
 */
#ifndef WD_CHANNELS_ONE_BY_ONE_H
#define WD_CHANNELS_ONE_BY_ONE_H

#include "channels/channel.h"
#include "threads/thread.h"

enum { WD_ONE_BY_ONE = 16, WD_NOT_ONE_BY_ONE = -1 };

/* How many were, up to WD_ONE_BY_ONE. Atomic. */
extern int wd_one_by_one;

/* A thread that waits as loops do goes on to something else while it has a request that is not answered, or another
 * thread answers. */
static inline void wd_not_one_by_one(void)
{
    if (__atomic_load_n(&wd_one_by_one, __ATOMIC_RELAXED) != WD_NOT_ONE_BY_ONE)
        __atomic_store_n(&wd_one_by_one, WD_NOT_ONE_BY_ONE, __ATOMIC_RELAXED);
}

/* The calling thread has sent on an accepted channel whose request was open. */
void wd_one_by_one_answered(const struct wd_channel *channel);
static inline void wd_one_by_one_answers(const struct wd_channel *channel)
{
    int is_told = __atomic_load_n(&wd_one_by_one, __ATOMIC_RELAXED) == WD_NOT_ONE_BY_ONE;
    if (__builtin_expect(!is_told && channel->open, 0))
        wd_one_by_one_answered(channel);
}

/* Does the calling thread, a loop that serves `serving`, or nobody, work for that, whatever others have open? */
int wd_serves_one_by_one(const struct wd_request_id *serving);

/* It is not known yet; if it is so, does the thread work for the request `serving`? */
int wd_may_serve_one_by_one(const struct wd_request_id *serving);

/* A forked child has served nobody yet. */
void wd_one_by_one_forget(void);

#endif
