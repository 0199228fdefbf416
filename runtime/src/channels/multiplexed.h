/* SPDX-License-Identifier: Apache-2.0 */
/*
 * multiplexed.h: rule M4 where requests share a connection. On a connection that
 * was accepted and speaks HTTP/2 each stream is a request of its own: it has a
 * channel, with a number above all descriptors, which is open until the stream's
 * answer has ended. Signal-safe; a connection's streams are changed under its own
 * lock, and are given up where that is not to be had.
 */
#ifndef WD_CHANNELS_MULTIPLEXED_H
#define WD_CHANNELS_MULTIPLEXED_H

#include "channels/calls.h"

/* With HTTP/2's preface, or a header of the PROXY protocol before it. */
static inline int wd_multiplexed_may_begin(char first)
{
    return first == 'P' || first == '\r';
}

/* Is the accepted channel one whose streams are followed, from these bytes on, or from earlier ones? */
WD_APART int wd_multiplexed_begin(struct wd_channel *channel, const void *bytes, size_t n);
static inline int wd_multiplexed_follows(struct wd_channel *channel, const void *bytes, size_t n)
{
    return channel->streams ||
           (n > 0 && wd_multiplexed_may_begin(*(const char *)bytes) && wd_multiplexed_begin(channel, bytes, n));
}

/* The same of what was received. */
static inline int wd_multiplexed_comes(struct wd_channel *channel, const struct wd_transfer *t)
{
    return channel->streams ||
           (t->seen > 0 && t->count > 0 && wd_multiplexed_follows(channel, t->pieces->iov_base, wd_transfer_first(t)));
}

/* From `remote`, or it is not known from whom: the thread works for what these bytes are of. Within TLS those that are
 * decrypted say that. Returns what the channel's context is now. */
WD_APART whodunit_context wd_multiplexed_received(struct wd_channel *channel, const struct wd_transfer *t,
                                                  whodunit_context remote, enum wd_stream_loss loss);
void wd_multiplexed_decrypted(struct wd_channel *channel, int fd, const void *bytes, size_t n);

/* Whose is what is about to be sent; `context` is the thread's, and stays that where nothing says whose it is. */
WD_APART enum wd_stream_loss wd_multiplexed_sends(struct wd_channel *channel, const struct wd_transfer *t,
                                                  whodunit_context *context);
WD_APART void wd_multiplexed_sent(struct wd_channel *channel, const struct wd_transfer *t);

/* The same of what is within TLS, before it is encrypted and sent, and afterwards. */
void wd_multiplexed_encrypts(struct wd_channel *channel, const void *bytes, size_t n);
void wd_multiplexed_encrypted(struct wd_channel *channel, const void *bytes, size_t n);

/* The last one, for whoever works for the connection: it is not known once several of different types were open at
 * once. False: its requests follow each other. */
struct wd_last_request;
int wd_multiplexed_last(const struct wd_channel *channel, struct wd_last_request *out);

/* The request that the thread works for, on this connection: its channel and number; else the connection's. */
struct wd_channel *wd_multiplexed_request(struct wd_channel *channel, int *fd);

#endif
