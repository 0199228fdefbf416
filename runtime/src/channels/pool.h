/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pool.h: rule M10. A server may hand a request to another of its threads by
 * means that nobody sees. Where a thread that is no loop and works for nobody
 * sends a request with the method and target of one that is open in its process,
 * and of no other type's, it works for that one: until it waits for its next
 * task, or sends what is of another one. Signal-safe; takes no lock.
 */
#ifndef WD_CHANNELS_POOL_H
#define WD_CHANNELS_POOL_H

#include "channels/calls.h"

/* What is sent on a channel that this process has made; `context` is the thread's, and is told if another one is
 * found. */
enum wd_stream_loss wd_pool_sends(struct wd_channel *channel, const struct wd_transfer *t, whodunit_context *context);

/* The thread waits for its next task. */
void wd_pool_rests(void);

#endif
