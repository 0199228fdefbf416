/* SPDX-License-Identifier: Apache-2.0 */
/* What is received: rules M2, M3, M5 and M8. */
#include "channels/aside.h"
#include "channels/calls.h"
#include "channels/chains.h"
#include "channels/datagrams.h"
#include "channels/loop.h"
#include "channels/naming.h"
#include "channels/work.h"

#define ASIDE (MSG_PEEK | MSG_OOB | MSG_ERRQUEUE)

static whodunit_context not_known[WD_LOSSES];

/* M5: the thread waits for its next message, unless this one is there already. */
void wd_channels_before_receive(const struct wd_transfer *t)
{
    struct wd_call *call = wd_call_of(t);
    call->receiving.place.stream = NULL;
    call->ended = 0;
    struct wd_channel *channel = call->channel = wd_call_channel(t->fd);
    if (!channel)
        return;
    if (!channel->is_datagrams)
        wd_stream_receive_begin(&call->receiving, wd_channel_in(channel));
    if (channel->role != WD_CHANNEL_CONNECTED && !wd_work_is_governed(t->word) && !wd_work_is_the_programs()) {
        call->context = wd_work_pause();
        call->ended = 1;
    }
}

static void goes_on(const struct wd_call *call)
{
    if (call->ended)
        wd_work_resume(call->context);
}

/* In a virtual machine: a request has come from `remote`; the root: from nobody, or it is not known from whom. */
static void hosted_request(struct wd_channel *channel, int fd, whodunit_context remote, int is_mixed)
{
    int goes_on = channel->open;
    if (goes_on && channel->from && channel->from != remote)
        channel->ambiguous = 1;
    channel->from = channel->context = remote;
    wd_request_opens(channel, fd);
    wd_aside_keep(is_mixed ? WHODUNIT_ROOT : remote, fd, channel, goes_on);
}

static void from_nobody(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_call *call)
{
    whodunit_context context = wd_thread.context;
    if (channel->role == WD_CHANNEL_ACCEPTED && wd_propagation_hosted) {
        hosted_request(channel, t->fd, WHODUNIT_ROOT, 0);
    } else if (channel->role == WD_CHANNEL_ACCEPTED && !wd_work_is_governed(t->word)) {
        context = wd_name_request(channel, t, WHODUNIT_ROOT, 0);
        channel->from = WHODUNIT_ROOT;
        wd_request_opens(channel, t->fd);
        wd_work_begin(context, t->fd, channel);
    } else if (channel->role == WD_CHANNEL_CONNECTED && wd_propagation_loops && !wd_work_is_governed(t->word)) {
        struct wd_channel *request = wd_loop_request(&channel->bound);
        if (request) {
            context = channel->context;
            wd_work_begin(context, channel->bound.fd, request);
            request->passed_on = 0;
        }
    } else
        goes_on(call);
    wd_call_count(channel, WD_TRAFFIC_BEGUN, context, 0, WD_LOSS_NONE, (uint64_t)t->n, 0, &channel->traffic_in);
}

static void from_unknown(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_call *call,
                         enum wd_stream_loss loss)
{
    int takes = !wd_work_is_governed(t->word) &&
                (channel->role != WD_CHANNEL_CONNECTED || wd_work_context() == WHODUNIT_ROOT || wd_propagation_loops);
    whodunit_context context = wd_work_reason(&not_known[loss], wd_stream_loss_text(loss));
    if (takes)
        wd_work_begin(context, t->fd, channel);
    else
        goes_on(call);
    if (channel->role == WD_CHANNEL_ACCEPTED) {
        channel->context = channel->from = WHODUNIT_ROOT;
        channel->naming = WD_REQUEST_OTHER;
        channel->is_shown = 1;
        channel->ambiguous = 0;
        if (wd_propagation_hosted)
            wd_aside_keep(WHODUNIT_ROOT, t->fd, channel, channel->open);
        wd_request_opens(channel, t->fd);
    }
    wd_call_count(channel, WD_TRAFFIC_UNKNOWN, takes ? context : wd_thread.context, 0, loss, (uint64_t)t->n, 0,
                  &channel->traffic_in);
}

/* M3: the thread goes on under what had sent the request. */
static enum wd_traffic_kind response(struct wd_channel *channel, const struct wd_transfer *t,
                                     const struct wd_call *call, whodunit_context context)
{
    struct wd_channel *request = wd_loop_request(&channel->bound);
    if (wd_work_is_governed(t->word) || wd_work_is_the_programs()) {
        goes_on(call);
        return WD_TRAFFIC_RESPONSE;
    }
    if (wd_propagation_loops && request) {
        request->passed_on = 0;
        wd_work_begin(context, channel->bound.fd, request);
        return WD_TRAFFIC_RESPONSE;
    }
    if (!wd_propagation_loops && !wd_work_contains(context)) {
        goes_on(call);
        return WD_TRAFFIC_KEPT;
    }
    struct wd_request_id serving = wd_work.serving;
    wd_work_begin(context, t->fd, channel);
    if (wd_loop_request(&serving))
        wd_work.serving = serving;
    return WD_TRAFFIC_RESPONSE;
}

/* What a thread is told by another one of the same process. */
static whodunit_context own_message(struct wd_channel *channel, whodunit_context context)
{
    whodunit_context asked = channel->sent;
    if (asked == context)
        return asked;
    if (asked && wd_work_kind(context) == WD_STACK && wd_work_kind(asked) == WD_STACK &&
        wd_context_parent(context) == wd_context_parent(asked))
        return asked;
    return context;
}

static enum wd_traffic_kind request(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_call *call,
                                    const struct wd_arrival *arrival)
{
    if (wd_work_is_governed(t->word)) {
        goes_on(call);
        return WD_TRAFFIC_KEPT;
    }
    if (channel->role == WD_CHANNEL_ACCEPTED) {
        if (channel->open && channel->from && channel->from != arrival->context)
            channel->ambiguous = 1;
        int is_new = !channel->open || channel->from != arrival->context;
        if (is_new)
            channel->open = 0;
        channel->from = arrival->context;
        whodunit_context context = wd_name_request(channel, t, arrival->context, arrival->type != 0);
        wd_request_opens(channel, t->fd);
        wd_work_begin(context, t->fd, channel);
        return WD_TRAFFIC_REQUEST;
    }
    int keeps = channel->role == WD_CHANNEL_CONNECTED && wd_work_context() != WHODUNIT_ROOT &&
                !wd_works_for(channel, t->fd) && !wd_propagation_loops;
    if (keeps) {
        goes_on(call);
        return WD_TRAFFIC_KEPT;
    }
    wd_work_begin(arrival->is_own ? own_message(channel, arrival->context) : arrival->context, t->fd, channel);
    return WD_TRAFFIC_REQUEST;
}

/* M8. What a virtual machine has sent itself is from another process as well: whoever begins what it asks for names it
 * anew. */
static void hosted_from_somebody(struct wd_channel *channel, const struct wd_transfer *t,
                                 const struct wd_sender *sender)
{
    struct wd_arrival arrival = wd_chain_arrived(sender->uid, sender->synopsis);
    enum wd_traffic_kind kind = arrival.is_response ? WD_TRAFFIC_RESPONSE : WD_TRAFFIC_KEPT;
    whodunit_context context = arrival.is_response ? arrival.context : wd_thread.context;
    if (channel->role == WD_CHANNEL_ACCEPTED) {
        kind = WD_TRAFFIC_REQUEST;
        context = wd_context_remote(sender->uid, sender->synopsis);
        hosted_request(channel, t->fd, context, sender->mixed);
    }
    wd_call_count(channel, kind, context, arrival.from, WD_LOSS_NONE, (uint64_t)t->n, sender->mixed,
                  &channel->traffic_in);
}

static void from_somebody(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_call *call,
                          const struct wd_sender *sender)
{
    struct wd_arrival arrival = wd_chain_arrived(sender->uid, sender->synopsis);
    enum wd_traffic_kind kind = arrival.is_response && channel->role != WD_CHANNEL_ACCEPTED
                                    ? response(channel, t, call, arrival.context)
                                    : request(channel, t, call, &arrival);
    wd_propagation_arrived = arrival.context;
    whodunit_context context = kind == WD_TRAFFIC_REQUEST && channel->role == WD_CHANNEL_ACCEPTED ? channel->context
                               : kind == WD_TRAFFIC_KEPT                                          ? wd_thread.context
                                                                                                  : arrival.context;
    wd_call_count(channel, kind, context, arrival.from, WD_LOSS_NONE, (uint64_t)t->n, sender->mixed,
                  &channel->traffic_in);
}

static struct wd_sender sender_of(struct wd_channel *channel, const struct wd_transfer *t, struct wd_call *call,
                                  uint64_t size)
{
    if (channel->is_datagrams)
        return wd_datagram_received(t->pieces, t->count, (size_t)t->n);
    if (!call->receiving.place.stream) /* nobody had sent when the call began */
        wd_stream_receive_begin(&call->receiving, wd_channel_in(channel));
    return wd_stream_receive_end(&call->receiving, size);
}

void wd_channels_received(const struct wd_transfer *t)
{
    struct wd_call *call = wd_call_of(t);
    struct wd_channel *channel = wd_called_on(t);
    if (!channel)
        return;
    if (t->n <= 0 || (t->flags & ASIDE)) {
        wd_stream_receive_end(&call->receiving, 0);
        if (t->flags & MSG_OOB)
            wd_stream_lose(&channel->in, WD_LOSS_UNSEEN);
        goes_on(call);
        return;
    }
    struct wd_sender sender = sender_of(channel, t, call, channel->is_messages ? 1 : (uint64_t)t->n);
    if (sender.loss)
        from_unknown(channel, t, call, sender.loss);
    else if (!sender.known || !sender.synopsis)
        from_nobody(channel, t, call);
    else if (wd_propagation_hosted)
        hosted_from_somebody(channel, t, &sender);
    else
        from_somebody(channel, t, call, &sender);
}
