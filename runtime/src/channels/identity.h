/* SPDX-License-Identifier: Apache-2.0 */
/*
 * identity.h: what a descriptor's channel is called on both of its ends alike:
 * the address pair of TCP, the connecting socket's inode of AF_UNIX, the inode
 * of a pipe or FIFO. Makes system calls, once per connection; signal-safe.
 */
#ifndef WD_CHANNELS_IDENTITY_H
#define WD_CHANNELS_IDENTITY_H

#include <stdint.h>

#include "contexts/context.h"

/* Same numbers as whodunit.Messages.Transport. */
enum wd_transport {
    WD_TRANSPORT_OTHER = 0,
    WD_TRANSPORT_TCP = 1,
    WD_TRANSPORT_UNIX = 2,
    WD_TRANSPORT_PIPE = 3,
    WD_TRANSPORT_UDP = 4,
};

/* What is known of it from how it came about. */
enum wd_channel_role {
    WD_CHANNEL_ACCEPTED,
    WD_CHANNEL_CONNECTED,
    WD_CHANNEL_PLAIN, /* a pipe, a socketpair: neither end is the server */
    WD_CHANNEL_FOUND, /* inherited, received from another process, duplicated: not known yet */
};

struct wd_identity {
    enum wd_transport transport;
    enum wd_channel_role role; /* never FOUND */
    int is_messages;           /* positions count messages: seqpacket, a pair of datagram sockets */
    int is_datagrams;          /* no stream: datagrams are known by what is in them */
    int is_left;               /* the other end is closed, and nobody can say which one it was */
    uint64_t out, in;          /* keys of the streams; 0: there is none in that direction */
    uint64_t unread;           /* what has been sent and not been received, where that is known: streams.h */
    wd_name service;           /* whodunit.Messages.Entry.service */
};

/* False: it is no channel, or it cannot be told which (not connected yet, a sandbox). */
int wd_identity_of(int fd, enum wd_channel_role role, struct wd_identity *identity);

/* Is the descriptor of a kind that can be a channel? One system call. */
int wd_identity_is_channel(int fd);

#endif
