/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/channel.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>

#include "memory/region.h"
#include "traffic/traffic.h"

#define PATIENCE 10000

struct wd_channel *wd_channel_chunks[WD_CHANNELS / WD_CHANNEL_CHUNK];

struct wd_channel *wd_channel_reserve(int fd)
{
    if ((unsigned)fd >= WD_CHANNELS)
        return NULL;
    struct wd_channel **place = &wd_channel_chunks[fd / WD_CHANNEL_CHUNK],
                      *chunk = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (!chunk) {
        struct wd_channel *fresh = wd_region_reserve(WD_CHANNEL_CHUNK * sizeof *fresh);
        if (!fresh)
            return NULL;
        if (__atomic_compare_exchange_n(place, &chunk, fresh, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            chunk = fresh;
        else
            munmap(fresh, WD_CHANNEL_CHUNK * sizeof *fresh);
    }
    return &chunk[fd % WD_CHANNEL_CHUNK];
}

void wd_channel_begin(struct wd_channel *channel, enum wd_channel_role role, int fresh)
{
    uint32_t epoch = channel->epoch;
    memset(channel, 0, offsetof(struct wd_channel, behind));
    channel->epoch = epoch + 1;
    channel->role = (uint8_t)role;
    channel->fresh = (uint8_t)fresh;
    channel->bound.fd = -1;
    __atomic_store_n(&channel->state, WD_CHANNEL_NEW, __ATOMIC_RELEASE);
}

static void join(struct wd_channel *channel, uint64_t unread)
{
    int fresh = channel->fresh;
    channel->fresh = 0;
    if (channel->out_key)
        channel->out = wd_stream_join(channel->out_key, fresh, fresh ? 0 : unread);
}

/* Which end it is that sends there: known where it came about in this process, or found out. */
static void say_role(const struct wd_channel *channel, int fd, int was_found)
{
    int is_connected = channel->role == WD_CHANNEL_CONNECTED;
    if (was_found && is_connected)
        wd_descriptor_change(fd, WD_FD_CLIENT, WD_FD_CLIENT);
    else if (!was_found && channel->role != WD_CHANNEL_PLAIN)
        wd_stream_says_role(&channel->out, is_connected ? WD_STREAM_CONNECTED : WD_STREAM_ACCEPTED);
}

static int find_out(struct wd_channel *channel, int fd, int *is_none)
{
    struct wd_identity identity;
    int was_found = channel->role == WD_CHANNEL_FOUND;
    if (!wd_identity_of(fd, (enum wd_channel_role)channel->role, &identity)) {
        *is_none = errno != ENOTCONN && errno != EINVAL;
        return 0;
    }
    channel->role = (uint8_t)identity.role;
    channel->is_messages = (uint8_t)identity.is_messages;
    channel->is_datagrams = (uint8_t)identity.is_datagrams;
    channel->is_left = (uint8_t)identity.is_left;
    channel->way = wd_traffic_way(identity.service, (uint8_t)identity.transport, identity.role == WD_CHANNEL_ACCEPTED);
    channel->out_key = identity.out;
    channel->in_key = identity.in;
    join(channel, identity.unread);
    say_role(channel, fd, was_found);
    return 1;
}

int wd_channel_identify(struct wd_channel *channel, int fd, int *is_none)
{
    *is_none = 0;
    for (int i = 0; i < PATIENCE; i++) {
        int state = __atomic_load_n(&channel->state, __ATOMIC_ACQUIRE);
        if (state == WD_CHANNEL_KNOWN)
            return 1;
        if (state == WD_CHANNEL_NEW && __atomic_compare_exchange_n(&channel->state, &state, WD_CHANNEL_BUSY, 0,
                                                                   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
            int known = find_out(channel, fd, is_none);
            __atomic_store_n(&channel->state, known ? WD_CHANNEL_KNOWN : WD_CHANNEL_NEW, __ATOMIC_RELEASE);
            return known;
        }
        sched_yield();
    }
    return 0;
}

/* What a sender has in its hands is given away only where nothing is on its way. */
const struct wd_stream_place *wd_channel_join(struct wd_channel *channel)
{
    join(channel, WD_UNREAD_UNKNOWN);
    return &channel->out;
}

/* What began meanwhile is looked for the next time, also where another thread has found it. */
void wd_channel_look_for_in(struct wd_channel *channel, uint64_t begun)
{
    struct wd_stream_place found = wd_stream_find(channel->in_key);
    channel->in = found;
    if (!found.stream)
        channel->looked_for = begun;
}
