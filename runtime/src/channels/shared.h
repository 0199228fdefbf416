/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shared.h: connections of a virtual machine that serve several requests at once. One thread sends there what others
 * ask for, so its context says nothing; from the moment that this is seen all on such a connection is unknown, for
 * good. Signal-safe; takes no lock.
 */
#ifndef WD_CHANNELS_SHARED_H
#define WD_CHANNELS_SHARED_H

#include "channels/channel.h"
#include "propagation/propagation.h"

/* The calling thread, at work under `context`, is about to send on a connection that this process has made. Another
 * context sends while an answer is awaited, or the first bytes say that requests share it: then it is shared. */
enum wd_stream_loss wd_shared_sends(struct wd_channel *channel, const struct wd_transfer *t, whodunit_context context);

/* Bytes have come on a connection that this process has made: an answer. */
void wd_shared_answered(struct wd_channel *channel, const struct wd_transfer *t);

/* Bytes have come on an accepted connection: do several requests share it, by these or by what came before? */
int wd_shared_received(struct wd_channel *channel, const struct wd_transfer *t);

#endif
