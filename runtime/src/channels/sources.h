/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sources.h: rule M6 where nobody says which side asks: pipes, socketpairs, datagrams. What a loop receives there is
 * remembered, and what it sends there is looked for in it.
 */
#ifndef WD_CHANNELS_SOURCES_H
#define WD_CHANNELS_SOURCES_H

#include "channels/channel.h"
#include "propagation/propagation.h"

/* A loop has received `length` of these bytes, from `from` on: under which context, or (`loss`) why it is not known. */
void wd_source_received(const struct wd_transfer *t, uint64_t from, uint64_t length, whodunit_context context,
                        enum wd_stream_loss loss);

/* A loop is about to send on `channel`, which `fd` is: under which context, or why that is not known. False: nothing
 * was received that it could be. */
int wd_source_of(int fd, struct wd_channel *channel, const struct iovec *pieces, size_t count,
                 whodunit_context *context, enum wd_stream_loss *loss);

/* Whether what is about to be sent is found, byte by byte, in what was received under one context, or several of one
 * type. */
int wd_source_is_found(const struct iovec *pieces, size_t count, whodunit_context *context);

/* A forked child has received nothing yet. */
void wd_sources_forget(void);

#endif
