/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loop.h: rule M6. A loop, which is a thread that polls, has several requests at
 * once; what it sends on a channel that it made is one of theirs.
 */
#ifndef WD_CHANNELS_LOOP_H
#define WD_CHANNELS_LOOP_H

#include <sys/uio.h>

#include "channels/channel.h"
#include "propagation/propagation.h"

/* This process has sent on a channel that it made: what it passes on is compared with what it has received. */
extern int wd_loop_asks;

/* Whose is what is about to be sent on `channel`? The pieces are read safely: the kernel has not checked them. */
enum wd_owner {
    WD_OWNER_NONE,    /* no request is open */
    WD_OWNER_NOBODY,  /* nor is one, but one that was answered may have come with others */
    WD_OWNER_FOUND,   /* *owner's */
    WD_OWNER_LIKELY,  /* likewise, unless it is known better: its bytes do not say so */
    WD_OWNER_LAST,    /* whose was sent last there; of several alike that were open another one was found, or none */
    WD_OWNER_UNKNOWN, /* they cannot be told apart */
};
enum wd_owner wd_loop_owner(struct wd_channel *channel, const struct iovec *pieces, size_t count,
                            struct wd_request_id *owner);

/* The channel of a request that is still the one that it was; else NULL. */
static inline struct wd_channel *wd_loop_request(const struct wd_request_id *request)
{
    struct wd_channel *channel = request->fd >= 0 && request->epoch ? wd_channel(request->fd) : NULL;
    return channel && channel->epoch == request->epoch ? channel : NULL;
}

/* Of a request whose length its head does not say, or not in one piece. */
WD_APART void wd_loop_sent_more(struct wd_channel *channel, const struct wd_transfer *t, int is_new);

/* After that call, which has sent something. */
static inline void wd_loop_sent(struct wd_channel *channel, const struct wd_transfer *t)
{
    int is_new = channel->begins != 0;
    uint64_t n = (uint64_t)t->n;
    if (is_new)
        channel->rest = channel->begins;
    channel->begins = 0;
    if (channel->rest == WD_REST_UNKNOWN)
        wd_loop_sent_more(channel, t, is_new);
    else
        channel->rest -= n < channel->rest ? n : channel->rest;
}

/* Does what is about to be sent begin in memory where what was sent last ended? After an answer that says nothing,
 * unless the request for which that was sent is not answered itself: a loop may write all its messages into one
 * buffer. */
int wd_loop_goes_on(const struct wd_channel *channel, const struct iovec *pieces, size_t count);

#endif
