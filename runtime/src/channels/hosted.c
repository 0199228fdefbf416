/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/hosted.h"

#include "channels/answers.h"
#include "channels/aside.h"
#include "channels/chains.h"
#include "channels/naming.h"
#include "channels/shared.h"
#include "channels/work.h"

/* A request has come from `remote`; the root: from nobody, or it is not known from whom. */
static void request(struct wd_channel *channel, int fd, whodunit_context remote, int is_mixed)
{
    int goes_on = channel->open;
    if (!goes_on && channel->loss != WD_LOSS_AGREE)
        channel->loss = WD_LOSS_NONE;
    if (goes_on && channel->from && channel->from != remote)
        channel->loss = WD_LOSS_AGREE;
    channel->from = channel->context = remote;
    wd_request_opens(channel, fd);
    wd_aside_keep(is_mixed ? WHODUNIT_ROOT : remote, fd, channel, goes_on);
}

/* What several requests share belongs to none of them, whoever has sent it. */
static void share(struct wd_channel *channel, const struct wd_transfer *t, struct wd_sender *sender)
{
    if (channel->role == WD_CHANNEL_CONNECTED)
        wd_shared_answered(channel, t);
    else if (channel->role == WD_CHANNEL_ACCEPTED && wd_shared_received(channel, t) && sender->known &&
             sender->synopsis)
        sender->loss = WD_LOSS_SHARED;
}

static void from_unknown(struct wd_channel *channel, const struct wd_transfer *t, enum wd_stream_loss loss)
{
    if (channel->role == WD_CHANNEL_ACCEPTED) {
        channel->context = channel->from = WHODUNIT_ROOT;
        channel->naming = WD_REQUEST_OTHER;
        channel->is_shown = 1;
        wd_answers_of_unknown(channel, t, loss);
        wd_aside_keep(WHODUNIT_ROOT, t->fd, channel, channel->open);
        wd_request_opens(channel, t->fd);
    }
    wd_call_count(channel, WD_TRAFFIC_UNKNOWN, wd_thread.context, 0, loss, (uint64_t)t->n, 0, &channel->traffic_in);
}

static void from_nobody(struct wd_channel *channel, const struct wd_transfer *t)
{
    if (channel->role == WD_CHANNEL_ACCEPTED)
        request(channel, t->fd, WHODUNIT_ROOT, 0);
    wd_call_count(channel, WD_TRAFFIC_BEGUN, wd_thread.context, 0, WD_LOSS_NONE, (uint64_t)t->n, 0,
                  &channel->traffic_in);
}

/* What a virtual machine has sent itself is from another process as well: whoever begins what it asks for names it
 * anew. */
static void from_somebody(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_sender *sender)
{
    struct wd_arrival arrival = wd_chain_arrived(sender->uid, sender->synopsis);
    enum wd_traffic_kind kind = arrival.is_response ? WD_TRAFFIC_RESPONSE : WD_TRAFFIC_KEPT;
    whodunit_context context = arrival.is_response ? arrival.context : wd_thread.context;
    if (channel->role == WD_CHANNEL_ACCEPTED) {
        kind = WD_TRAFFIC_REQUEST;
        context = wd_context_remote(sender->uid, sender->synopsis);
        request(channel, t->fd, context, sender->mixed);
    }
    wd_call_count(channel, kind, context, arrival.from, WD_LOSS_NONE, (uint64_t)t->n, sender->mixed,
                  &channel->traffic_in);
}

void wd_hosted_received(struct wd_channel *channel, const struct wd_transfer *t, struct wd_sender *sender)
{
    share(channel, t, sender);
    if (sender->loss)
        from_unknown(channel, t, sender->loss);
    else if (!sender->known || !sender->synopsis)
        from_nobody(channel, t);
    else
        from_somebody(channel, t, sender);
}

/* What is no answer belongs to what the thread works for. */
enum wd_stream_loss wd_hosted_sends_under(struct wd_channel *channel, const struct wd_transfer *t,
                                          whodunit_context *context)
{
    if (channel->role == WD_CHANNEL_ACCEPTED) {
        *context = channel->context;
        return channel->loss == WD_LOSS_AGREE || channel->loss == WD_LOSS_SHARED ? (enum wd_stream_loss)channel->loss
                                                                                 : WD_LOSS_NONE;
    }
    *context = wd_work_context();
    enum wd_stream_loss loss =
        channel->role == WD_CHANNEL_CONNECTED ? wd_shared_sends(channel, t, *context) : WD_LOSS_NONE;
    if (!loss)
        *context = wd_call_send_point(*context, t->caller);
    return loss;
}
