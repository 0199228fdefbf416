/* SPDX-License-Identifier: Apache-2.0 */
/* What is received and sent within TLS, decrypted. */
#include "channels/behind.h"
#include "channels/calls.h"
#include "channels/chains.h"
#include "channels/multiplexed.h"
#include "channels/naming.h"
#include "channels/tasks.h"
#include "channels/work.h"
#include "channels/workers.h"

static struct wd_channel *accepted(int fd)
{
    struct wd_channel *channel = wd_channel(fd);
    return channel && channel->state == WD_CHANNEL_KNOWN && channel->role == WD_CHANNEL_ACCEPTED &&
                   !wd_work_is_governed(wd_descriptor(fd))
               ? channel
               : NULL;
}

/* The encrypted bytes have brought a request's context already: those say when one begins, unless it came together with
 * the last one. */
void wd_channels_decrypted_received(int fd, const void *bytes, size_t n)
{
    struct wd_channel *channel = accepted(fd);
    if (!channel)
        return;
    int is_new = !channel->is_shown;
    channel->is_tls = 1;
    if (wd_multiplexed_follows(channel, bytes, n)) {
        wd_multiplexed_decrypted(channel, fd, bytes, n);
        wd_task_decrypted_came(channel, fd);
        return;
    }
    if (is_new && wd_behind_may_be_outstanding(channel) && wd_behind_is_outstanding(channel, bytes, n)) {
        if (!wd_behind_came(channel, bytes, n))
            channel->loss = WD_LOSS_AGREE;
        wd_behind_work(channel, fd, !channel->loss);
        wd_task_decrypted_came(channel, fd);
        return;
    }
    if (is_new && channel->is_tunnel) {
        channel->is_shown = 1;
        wd_request_opens(channel, fd);
    } else if (is_new) {
        channel->is_shown = 1;
        channel->head_length = channel->line_length = 0;
        channel->context = channel->from;
        wd_behind_end(channel);
        channel->naming = wd_chain_type(channel->from) ? WD_REQUEST_NAMED : WD_REQUEST_MORE;
        wd_request_opens(channel, fd);
    }
    wd_request_keep_first(channel, bytes, n);
    wd_request_keep(channel, bytes, n);
    wd_request_name_by_head(channel, channel->from);
    int is_nobodys = channel->from == WHODUNIT_ROOT && channel->naming != WD_REQUEST_OTHER && !channel->is_tunnel;
    if (is_nobodys && !wd_behind_came(channel, bytes, n))
        channel->loss = WD_LOSS_AGREE;
    if (!is_new && !channel->context)
        return;
    if (is_nobodys && channel->are_several && channel->loss)
        wd_behind_work(channel, fd, 0);
    else
        wd_work_begin(channel->context, fd, channel);
    wd_worker_received(channel, bytes, n, is_new);
    wd_task_decrypted_came(channel, fd);
}

void wd_channels_decrypted_sends(int fd, const void *bytes, size_t n)
{
    struct wd_channel *channel = accepted(fd);
    if (!channel)
        return;
    channel->is_interim = (uint8_t)wd_request_is_interim(bytes, n);
    if (channel->streams)
        wd_multiplexed_encrypts(channel, bytes, n);
}

void wd_channels_decrypted_sent(int fd, const void *bytes, size_t n)
{
    struct wd_channel *channel = wd_channel(fd);
    if (!channel)
        return;
    channel->is_interim = (uint8_t)wd_request_is_interim(bytes, n);
    channel->is_tunnel |= (uint8_t)wd_request_switches(bytes, n, channel->connects);
    channel->connects &= channel->is_interim;
    channel->is_shown &= channel->is_interim;
    if (channel->are_several && !channel->is_interim)
        wd_behind_answered(channel, bytes, n);
    if (channel->streams)
        wd_multiplexed_encrypted(channel, bytes, n);
}
