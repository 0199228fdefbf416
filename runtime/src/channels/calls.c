/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/calls.h"

const struct wd_protocol *wd_call_protocol;
whodunit_context (*wd_call_send_point)(whodunit_context context, const struct wd_caller *caller);

struct wd_channel *wd_call_find_channel(int fd)
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
