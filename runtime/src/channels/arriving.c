/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/arriving.h"

#include "channels/answers.h"
#include "channels/behind.h"
#include "channels/chains.h"
#include "channels/dedicated.h"
#include "channels/doubt.h"
#include "channels/loop.h"
#include "channels/multiplexed.h"
#include "channels/naming.h"
#include "channels/questions.h"
#include "channels/sources.h"
#include "channels/work.h"
#include "recording/executed.h"

/* A loop passes on what has come, on a channel of which nobody says who asks, or as an answer to what came on one; or
 * wherever it was, once that could not be told otherwise. */
static inline int is_source(const struct wd_channel *channel, const struct wd_call *call)
{
    return (channel->role != WD_CHANNEL_ACCEPTED || wd_doubt) && wd_propagation_loops && wd_work_serves &&
           !call->is_governed && !channel->streams && (wd_doubt || !wd_loop_request(&channel->bound));
}

/* An answer without a context, or not known whose: the thread does not go on with another answer's. */
static int follows_an_answer(void)
{
    const struct wd_channel *serving = wd_loop_request(&wd_work.serving);
    return !wd_propagation_loops && !wd_work_is_the_programs() && serving && serving->role == WD_CHANNEL_CONNECTED;
}

/* A request comes on an accepted channel. */
static inline void comes(const struct wd_transfer *t)
{
    if (wd_work.serving.fd == t->fd)
        return;
    wd_dedicated_comes(t->fd);
    struct wd_channel *request = wd_work_open_request();
    if (!request)
        return;
    if (!wd_propagation_loops && !wd_transfer_may_block(t))
        wd_work_becomes_a_loops(request);
    wd_work_leaves_request(request);
}

/* What comes is a request, or may be one: all that is no answer. */
static inline void serves(void)
{
    if (!wd_work_serves)
        wd_work_serves = 1;
}

/* Of what is not decrypted yet, behind an answer. */
static int is_rest_of_one(const struct wd_channel *channel)
{
    return !channel->are_several && !channel->loss && !channel->behind.framing.expects;
}

static whodunit_context request_of_nobody(struct wd_channel *channel, const struct wd_transfer *t)
{
    if (wd_behind_may_be_outstanding(channel) &&
        wd_behind_is_outstanding(channel, channel->is_tls || !t->seen ? NULL : t->pieces->iov_base,
                                 wd_transfer_first(t))) {
        if (channel->is_tls)
            return wd_behind_work(channel, t->fd, is_rest_of_one(channel)); /* until it is decrypted */
        if (!wd_behind_received(channel, t, 0))
            channel->loss = WD_LOSS_AGREE;
        return wd_behind_work(channel, t->fd, !channel->loss);
    }
    wd_answers_of_nobody(channel, t);
    whodunit_context context = wd_name_request(channel, t, WHODUNIT_ROOT, 0);
    if (channel->naming != WD_REQUEST_OTHER)
        wd_answers_follow(channel, t);
    channel->from = WHODUNIT_ROOT;
    wd_request_opens(channel, t->fd);
    if (channel->are_several && channel->loss)
        wd_behind_work(channel, t->fd, 0);
    else
        wd_work_begin(context, t->fd, channel);
    return context;
}

/* Its answer has come: it may be passed on again. Behind an interim one the rest of it is passed on. */
static void is_answered(struct wd_channel *request, const struct wd_transfer *t)
{
    if (!t->seen || !wd_request_is_interim(t->pieces->iov_base, wd_transfer_first(t)))
        request->passed_on = 0;
}

/* No request, or none that the thread works for. */
static WD_APART whodunit_context goes_on_with_nobodys(struct wd_channel *channel, const struct wd_transfer *t,
                                                      const struct wd_call *call)
{
    whodunit_context context = wd_thread.context;
    if (__builtin_expect(channel->is_datagrams && channel->role != WD_CHANNEL_CONNECTED, 0))
        wd_executed_end();
    if (channel->is_datagrams && wd_work_takes_turns(call->is_governed) && wd_question_is_answered(t, &context))
        wd_work_begin(context, t->fd, channel);
    else if (channel->role == WD_CHANNEL_CONNECTED && !call->is_governed && wd_work_may_be_for_several()) {
        struct wd_channel *request = wd_loop_request(&channel->bound);
        if (request) {
            context = channel->context;
            wd_work_begin(context, channel->bound.fd, request);
            is_answered(request, t);
        }
    } else if ((channel->role == WD_CHANNEL_CONNECTED && follows_an_answer()) ||
               (channel->role == WD_CHANNEL_PLAIN && call->ended && wd_works_for(channel, t->fd))) {
        wd_work_begin(context = WHODUNIT_ROOT, t->fd, channel); /* what came before was another one's */
        wd_work.has_answer = channel->role == WD_CHANNEL_CONNECTED;
    } else
        wd_call_goes_on(call);
    return context;
}

void wd_arrives_from_nobody(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_call *call)
{
    whodunit_context context;
    if (channel->role != WD_CHANNEL_CONNECTED)
        serves();
    int keeps = is_source(channel, call);
    if (channel->role == WD_CHANNEL_ACCEPTED && !call->is_governed) {
        comes(t);
        context = wd_multiplexed_comes(channel, t) ? wd_multiplexed_received(channel, t, WHODUNIT_ROOT, WD_LOSS_NONE)
                                                   : request_of_nobody(channel, t);
    } else
        context = goes_on_with_nobodys(channel, t, call);
    if (keeps)
        wd_source_received(t, 0, (uint64_t)t->n, channel->role == WD_CHANNEL_PLAIN ? WHODUNIT_ROOT : context,
                           channel->role == WD_CHANNEL_ACCEPTED ? (enum wd_stream_loss)channel->loss : WD_LOSS_NONE);
    wd_call_count(channel, WD_TRAFFIC_BEGUN, context, 0, WD_LOSS_NONE, (uint64_t)t->n, 0, &channel->traffic_in);
}

/* Whatever it is that it answers, this process has begun it, and goes on with what it begins itself. */
static int answers_this_process(const struct wd_channel *channel)
{
    return !wd_work_serves && channel->role == WD_CHANNEL_CONNECTED && (channel->sent || channel->sent_loss);
}

WD_APART void wd_arrives_from_unknown(struct wd_channel *channel, const struct wd_transfer *t,
                                      const struct wd_call *call, enum wd_stream_loss loss)
{
    if (channel->role != WD_CHANNEL_CONNECTED)
        serves();
    int takes = !call->is_governed && (channel->role != WD_CHANNEL_CONNECTED || !wd_work_has_context() ||
                                       wd_work_may_be_for_several() || follows_an_answer());
    whodunit_context context = wd_work_unknown(loss);
    wd_propagation_arrived = context; /* of a statement that says nothing of itself, why that is */
    if (is_source(channel, call))
        wd_source_received(t, 0, (uint64_t)t->n, WHODUNIT_ROOT, loss);
    if (channel->role == WD_CHANNEL_ACCEPTED && !call->is_governed)
        comes(t);
    int is_multiplexed = channel->role == WD_CHANNEL_ACCEPTED && !call->is_governed && wd_multiplexed_comes(channel, t);
    if (is_multiplexed)
        wd_multiplexed_received(channel, t, WHODUNIT_ROOT, loss);
    else if (takes) {
        wd_work_begin(context, t->fd, channel);
        wd_work.loss = (uint8_t)(answers_this_process(channel) ? WD_LOSS_NONE : loss);
        wd_work.has_answer = channel->role != WD_CHANNEL_ACCEPTED;
    } else
        wd_call_goes_on(call);
    if (channel->role == WD_CHANNEL_ACCEPTED && !is_multiplexed) {
        channel->context = channel->from = WHODUNIT_ROOT;
        channel->naming = WD_REQUEST_OTHER;
        channel->is_shown = 1;
        wd_answers_of_unknown(channel, t, loss);
        wd_request_opens(channel, t->fd);
    }
    wd_call_count(channel, WD_TRAFFIC_UNKNOWN, takes ? context : wd_thread.context, 0, loss, (uint64_t)t->n, 0,
                  &channel->traffic_in);
}

/* M3: the thread goes on under what had sent the request. */
static WD_APART enum wd_traffic_kind response(struct wd_channel *channel, const struct wd_transfer *t,
                                              const struct wd_call *call, whodunit_context context)
{
    struct wd_channel *request = wd_loop_request(&channel->bound);
    if (call->is_governed || wd_work_is_the_programs() || wd_behind_serves()) {
        wd_call_goes_on(call);
        return WD_TRAFFIC_RESPONSE;
    }
    int may_be_for_several = wd_work_may_be_for_several();
    if (may_be_for_several && request) {
        is_answered(request, t);
        wd_work_begin(context, channel->bound.fd, request);
        return WD_TRAFFIC_RESPONSE;
    }
    int is_found = !wd_propagation_loops && channel->bound.fd >= 0; /* pool.h */
    if (!may_be_for_several && (!wd_work_contains(context) || (is_found && !request))) {
        wd_call_goes_on(call);
        return WD_TRAFFIC_KEPT;
    }
    if (is_found) {
        wd_work_begin(context, channel->bound.fd, request);
        wd_work.is_found = 1;
        return WD_TRAFFIC_RESPONSE;
    }
    struct wd_request_id serving = wd_work.serving;
    int follows_answer = wd_work.has_answer;
    wd_work_begin(context, t->fd, channel);
    if (wd_loop_request(&serving) && !follows_answer)
        wd_work.serving = serving;
    else
        wd_work.has_answer = 1;
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

/* Whether all that was received is of one type; and of how many bytes that is sure. */
static int has_several(const struct wd_call *call, const struct wd_transfer *t, const struct wd_sender *sender,
                       uint32_t type, uint64_t *first)
{
    struct wd_part parts[WD_NOTES];
    *first = UINT64_MAX;
    if (!sender->mixed)
        return 0;
    size_t n = wd_stream_parts(&call->receiving.place, sender->at, (uint64_t)t->n, parts, WD_NOTES);
    *first = n ? parts[0].length : 0;
    int several = n == 0;
    for (size_t i = 1; i < n && !several; i++)
        several = !type || wd_chain_arrived(parts[i].uid, parts[i].synopsis).type != type;
    return several;
}

/* Of HTTP: a client may send the body by another call than the head, so under another context of the same type. */
static WD_APART int goes_on_with_body(const struct wd_channel *channel, const struct wd_transfer *t,
                                      const struct wd_arrival *arrival)
{
    uint64_t length, before = channel->came - (uint64_t)t->n;
    return arrival->type && wd_chain_type(channel->from) == arrival->type &&
           wd_request_length(channel->head, channel->head_length, &length) && before < length;
}

static enum wd_traffic_kind request(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_call *call,
                                    const struct wd_arrival *arrival, const struct wd_sender *sender)
{
    if (call->is_governed) {
        wd_call_goes_on(call);
        return WD_TRAFFIC_KEPT;
    }
    uint64_t first;
    int several = has_several(call, t, sender, arrival->type, &first);
    if (channel->role == WD_CHANNEL_ACCEPTED) {
        comes(t);
        if (wd_multiplexed_comes(channel, t)) {
            wd_multiplexed_received(channel, t, arrival->context, several ? WD_LOSS_AGREE : WD_LOSS_NONE);
            return WD_TRAFFIC_REQUEST;
        }
        wd_answers_of_known(channel, t, arrival, several);
        int is_new = !channel->open || (channel->from != arrival->context && !goes_on_with_body(channel, t, arrival));
        if (is_new)
            channel->open = 0;
        channel->from = arrival->context;
        uint32_t before = channel->open ? channel->head_length : 0;
        whodunit_context context = wd_name_request(channel, t, arrival->context, arrival->type != 0);
        if (channel->head_length > before + first)
            channel->head_length = before + (uint32_t)first;
        wd_request_opens(channel, t->fd);
        wd_work_begin(context, t->fd, channel);
        if (several)
            wd_work.loss = WD_LOSS_AGREE;
        return WD_TRAFFIC_REQUEST;
    }
    int keeps = channel->role == WD_CHANNEL_CONNECTED && wd_work_has_context() && !wd_works_for(channel, t->fd) &&
                !wd_work_may_be_for_several();
    if (keeps) {
        wd_call_goes_on(call);
        return WD_TRAFFIC_KEPT;
    }
    wd_work_begin(arrival->is_own ? own_message(channel, arrival->context) : arrival->context, t->fd, channel);
    if (several)
        wd_work.loss = WD_LOSS_AGREE;
    return WD_TRAFFIC_REQUEST;
}

/* Each part by itself. */
static WD_APART void keep_sources(const struct wd_transfer *t, const struct wd_call *call,
                                  const struct wd_sender *sender, whodunit_context context)
{
    struct wd_part parts[WD_NOTES];
    if (!sender->mixed) {
        wd_source_received(t, 0, (uint64_t)t->n, context, WD_LOSS_NONE);
        return;
    }
    size_t n = wd_stream_parts(&call->receiving.place, sender->at, (uint64_t)t->n, parts, WD_NOTES);
    if (n == 0)
        wd_source_received(t, 0, 0, WHODUNIT_ROOT, WD_LOSS_AGREE);
    for (uint64_t i = 0, from = 0; i < n; from += parts[i++].length)
        wd_source_received(t, from, parts[i].length,
                           i ? wd_chain_arrived(parts[i].uid, parts[i].synopsis).context : context, WD_LOSS_NONE);
}

/* Where this process has got answers, what comes from a third one through the other end is likely an answer as well:
 * loops and servers that get several requests at once know of some answers only of which type they are. So is what
 * comes first, if it is of the type that was asked for. */
static int is_doubtful(const struct wd_channel *channel, const struct wd_arrival *arrival)
{
    return !arrival->is_response && !arrival->is_own && !arrival->begins_there && !wd_propagation_loops &&
           (channel->has_answered || (channel->role != WD_CHANNEL_ACCEPTED && wd_call_asked_for(arrival->type)));
}

/* A program that is executed for one request, and is asked for another type's, serves others. */
static inline void ends_executed(const struct wd_arrival *arrival)
{
    if (__builtin_expect(wd_executed_context != WHODUNIT_ROOT, 0) && !arrival->is_own && !arrival->is_response &&
        wd_chain_kind(arrival->context) != wd_chain_kind(wd_executed_context))
        wd_executed_end();
}

void wd_arrives_from_somebody(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_call *call,
                              const struct wd_sender *sender)
{
    struct wd_arrival arrival = wd_chain_arrived(sender->uid, sender->synopsis);
    ends_executed(&arrival);
    if (is_doubtful(channel, &arrival)) {
        wd_arrives_from_unknown(channel, t, call, WD_LOSS_AGREE);
        return;
    }
    if (channel->role == WD_CHANNEL_ACCEPTED || !(arrival.is_response || (arrival.is_own && !arrival.type)))
        serves();
    if (arrival.begins_here && channel->role != WD_CHANNEL_ACCEPTED)
        channel->has_answered = 1;
    int keeps = is_source(channel, call);
    enum wd_traffic_kind kind = arrival.is_response && channel->role != WD_CHANNEL_ACCEPTED
                                    ? response(channel, t, call, arrival.context)
                                    : request(channel, t, call, &arrival, sender);
    if (keeps)
        keep_sources(t, call, sender,
                     kind == WD_TRAFFIC_REQUEST && channel->role == WD_CHANNEL_ACCEPTED ? channel->context
                                                                                        : arrival.context);
    wd_propagation_arrived = arrival.context;
    whodunit_context context = kind == WD_TRAFFIC_REQUEST && channel->role == WD_CHANNEL_ACCEPTED ? channel->context
                               : kind == WD_TRAFFIC_KEPT                                          ? wd_thread.context
                                                                                                  : arrival.context;
    wd_call_count(channel, kind, context, arrival.from, WD_LOSS_NONE, (uint64_t)t->n, sender->mixed,
                  &channel->traffic_in);
}
