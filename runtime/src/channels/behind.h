/* SPDX-License-Identifier: Apache-2.0 */
/*
 * behind.h: a client may send several requests of HTTP/1 before the first one is answered. Each that comes behind the
 * first has a channel of its own, with a number above all descriptors, which is open until an answer begins that may be
 * its own. Whose a thing is that a server asks for meanwhile, its method and target tell. Of clients that are not
 * recorded. Signal-safe.
 */
#ifndef WD_CHANNELS_BEHIND_H
#define WD_CHANNELS_BEHIND_H

#include "channels/work.h"
#include "propagation/propagation.h"

/* These bytes have come on the channel, which is named by its first request. False: other requests came behind that one
 * than its like, or something of which it is not known what. */
int wd_behind_came(struct wd_channel *channel, const void *bytes, size_t n);

/* The same of what was received just now; is_new: since nothing was open there. */
int wd_behind_received(struct wd_channel *channel, const struct wd_transfer *t, int is_new);

/* Are requests outstanding there which came behind one that is answered by now, or is that one not whole? Asked before
 * what comes opens another one: these bytes, NULL where they cannot be read yet. */
int wd_behind_is_outstanding(struct wd_channel *channel, const void *bytes, size_t n);
static inline int wd_behind_may_be_outstanding(const struct wd_channel *channel)
{
    return __builtin_expect(channel->are_several | channel->behind.is_followed, 0);
}

/* More may have come than are known. */
static inline int wd_behind_has_missed(const struct wd_channel *channel)
{
    return channel->behind.has_lost || channel->behind.framing.state == WD_FRAMING_LOST;
}

/* All that came behind one was answered; of a single one the answers are not read. */
static inline int wd_behind_is_over(const struct wd_channel *channel)
{
    const struct wd_behind *the = &channel->behind;
    return channel->are_several && !channel->has_missed && the->is_followed && the->is_answered && !the->has_lost &&
           the->count == 0 && !channel->open && the->framing.state == WD_FRAMING_BETWEEN &&
           the->answers.state == WD_FRAMING_BETWEEN;
}

/* The thread works for the channel's requests, which it may answer together: if it is known, for their common type.
 * Returns that context. */
WD_APART whodunit_context wd_behind_work(struct wd_channel *channel, int fd, int is_known);

/* Answers begin, or go on, with these bytes; or with those that were just sent. */
WD_APART void wd_behind_answered(struct wd_channel *channel, const void *bytes, size_t n);
WD_APART void wd_behind_sent(struct wd_channel *channel, const struct wd_transfer *t);

/* All are over. */
WD_APART void wd_behind_end(struct wd_channel *channel);

/* Those that the thread, which is no loop, has received at once, and answers in turn: on that connection, and of
 * several types. NULL: there are none. */
WD_APART struct wd_channel *wd_behind_serves_some(void);
static inline struct wd_channel *wd_behind_serves(void)
{
    return __builtin_expect(wd_work_loss() == WD_LOSS_AGREE, 0) ? wd_behind_serves_some() : NULL;
}

/* The one of these for whom a request is sent on `channel`, by method and target. False: it is not known. */
WD_APART int wd_behind_asks(struct wd_channel *first, struct wd_channel *channel, const struct wd_transfer *t,
                            whodunit_context *context);

#endif
