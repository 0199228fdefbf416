/* SPDX-License-Identifier: Apache-2.0 */
/*
 * open_requests.h: the requests of the process that are open, by the numbers of
 * their channels: those of loops, whose threads hand connections to each other,
 * and of all others. Signal-safe; takes no lock.
 */
#ifndef WD_CHANNELS_OPEN_REQUESTS_H
#define WD_CHANNELS_OPEN_REQUESTS_H

#include "channels/channel.h"

/* The channel of this number has just opened. */
void wd_open_requests_add(int fd);

/* How far a thread has looked through them. Zero: not yet. */
struct wd_open_requests_walk {
    uint32_t from, word;
    uint64_t bits; /* of that word, still to come */
};

/* The next number whose channel is open; -1: there is none. Others leave the set. */
int wd_open_requests_next(struct wd_open_requests_walk *walk);

/* Is the channel's request open? NULL is none. */
static inline int wd_request_is_open(const struct wd_channel *channel)
{
    return channel && channel->role == WD_CHANNEL_ACCEPTED && __atomic_load_n(&channel->open, __ATOMIC_ACQUIRE);
}

#endif
