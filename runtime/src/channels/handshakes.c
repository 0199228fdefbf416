/* SPDX-License-Identifier: Apache-2.0 */
/*
 * handshakes.c: which connection is it that libssl shakes hands on, where the program receives itself and gives it the
 * bytes afterwards? Both have the number that the client has drawn for this handshake: libssl tells it, and it stands
 * in the first message that has come, which is not answered yet.
 */
#include <string.h>

#include "channels/calls.h"
#include "channels/open_requests.h"

/* A record's header, a message's, the version; then the number. */
enum { HANDSHAKE = 0x16, CLIENT_HELLO = 1, MESSAGE = 5, RANDOM = 11 };

static int begins_with(const struct wd_channel *channel, const unsigned char random[WD_TLS_RANDOM])
{
    const unsigned char *head = channel->head;
    return !channel->is_tls && channel->head_length >= RANDOM + WD_TLS_RANDOM && head[0] == HANDSHAKE &&
           head[MESSAGE] == CLIENT_HELLO && memcmp(head + RANDOM, random, WD_TLS_RANDOM) == 0;
}

int wd_channels_handshake(const unsigned char random[WD_TLS_RANDOM])
{
    struct wd_open_requests_walk walk = { 0 };
    int found = -1;
    for (int fd; (fd = wd_open_requests_next(&walk)) >= 0;) {
        if (!begins_with(wd_channel(fd), random))
            continue;
        if (found >= 0)
            return -1; /* somebody repeats what he has heard */
        found = fd;
    }
    if (found >= 0)
        wd_channel(found)->is_tls = 1;
    return found;
}

uint32_t wd_channels_epoch(int fd)
{
    const struct wd_channel *channel = wd_channel(fd);
    return channel ? channel->epoch : 0;
}
