/* SPDX-License-Identifier: Apache-2.0 */
/*
 * workers.h: rule M11. One thread of a server receives requests and hands them to others, which answer, by means that
 * nobody sees. Which request a thread is at work for is known when it sends the answer: its samples until then are
 * labelled anew. In such a process a thread that has answered works for nobody. Signal-safe; takes no lock.
 */
#ifndef WD_CHANNELS_WORKERS_H
#define WD_CHANNELS_WORKERS_H

#include "channels/channel.h"
#include "channels/handed.h"

/* A thread that is no loop has received a part of a request on an accepted channel, and works for that. */
WD_APART void wd_worker_received_part(struct wd_channel *channel, const void *bytes, size_t n, int is_first);
static inline void wd_worker_received(struct wd_channel *channel, const void *bytes, size_t n, int is_first)
{
    if (__builtin_expect(wd_workers_are_handed, 0))
        wd_worker_received_part(channel, bytes, n, is_first);
}

/* A thread that is no loop has tried to send on an accepted channel, whose request is open still if this is what
 * answers it. */
WD_APART void wd_worker_sent(struct wd_channel *channel, int fd);

/* The thread closes an accepted channel: what it has done may have been for that. */
void wd_worker_leaves(void);

/* The thread waits for another one: for a lock of its language's interpreter, or for its next task. */
void wd_worker_rests(void);

#endif
