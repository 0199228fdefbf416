/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/calls.h"

#include "health.h"
#include "sandbox/needs.h"

const struct wd_protocol *wd_call_protocol;

struct wd_channel *wd_call_channel(int fd)
{
    struct wd_channel *channel = wd_channel(fd);
    int is_none;
    if (channel && wd_sandbox_refuses(WD_REFUSED_CHANNELS)) {
        wd_stream_lose(&channel->out, WD_LOSS_UNSEEN);
        wd_stream_lose(&channel->in, WD_LOSS_UNSEEN);
        return NULL;
    }
    if (!channel || __atomic_load_n(&channel->state, __ATOMIC_ACQUIRE) == WD_CHANNEL_KNOWN ||
        wd_channel_identify(channel, fd, &is_none))
        return channel;
    if (is_none)
        wd_propagation_decline(fd, wd_call_protocol);
    return NULL;
}

void wd_call_count(const struct wd_channel *channel, enum wd_traffic_kind kind, whodunit_context context,
                   whodunit_context from, enum wd_stream_loss loss, uint64_t bytes, int mixed, uint32_t *last)
{
    struct wd_traffic_key key = { .context = context,
                                  .from = from,
                                  .service = channel->service,
                                  .kind = (uint8_t)kind,
                                  .transport = channel->transport,
                                  .accepted = channel->role == WD_CHANNEL_ACCEPTED,
                                  .reason = (uint8_t)loss };
    wd_traffic_add(&key, bytes, mixed, last);
    if (loss)
        wd_health_add(WD_HEALTH_MESSAGES_UNKNOWN, 1);
    if (mixed)
        wd_health_add(WD_HEALTH_MESSAGES_MIXED, 1);
}
