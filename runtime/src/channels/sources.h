/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sources.h: rule M6 where nobody says which side asks: pipes, socketpairs, datagrams. What a loop receives there is
 * remembered, and what it sends there is looked for in it.
 */
#ifndef WD_CHANNELS_SOURCES_H
#define WD_CHANNELS_SOURCES_H

#include "channels/channel.h"
#include "propagation/propagation.h"

/* A loop has received `length` of these bytes, from `from` on, under which context, or (`loss`) why that is not known. */
void wd_source_received(const struct wd_transfer *t, uint64_t from, uint64_t length, whodunit_context context,
                        enum wd_stream_loss loss);

/* A loop is about to send on `channel`: the context, where one is known. NONE: nothing was received that it could be. */
enum wd_source { WD_SOURCE_NONE, WD_SOURCE_FOUND, WD_SOURCE_UNKNOWN };
enum wd_source wd_source_of(struct wd_channel *channel, const struct iovec *pieces, size_t count,
                            whodunit_context *context, enum wd_stream_loss *loss);

/* A forked child has received nothing yet. */
void wd_sources_forget(void);

#endif
