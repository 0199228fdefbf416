/* SPDX-License-Identifier: Apache-2.0 */
/* What is sent: rules M1 and M6. */
#include <stdio.h>
#include <unistd.h>

#include "channels/behind.h"
#include "channels/calls.h"
#include "channels/chains.h"
#include "channels/datagrams.h"
#include "channels/dedicated.h"
#include "channels/doubt.h"
#include "channels/hosted.h"
#include "channels/loop.h"
#include "channels/multiplexed.h"
#include "channels/one_by_one.h"
#include "channels/pieces.h"
#include "channels/pool.h"
#include "channels/sources.h"
#include "channels/tasks.h"
#include "channels/turns.h"
#include "channels/work.h"
#include "channels/workers.h"
#include "crosstalk/stacks.h"
#include "health/health.h"
#include "propagation/serving.h"
#include "recording/executed.h"

#define INTERIM 512    /* bytes that an answer has at most behind which another one follows */
#define WRITTEN 0x0800 /* glibc's flag of a stream: _IO_CURRENTLY_PUTTING */

/* Stack and context of the thread's last send, and what that made. */
static __thread struct {
    uint32_t from;
    whodunit_context under, context;
} last_send __attribute__((tls_model("initial-exec")));

int wd_call_asked_for(uint32_t type)
{
    whodunit_context context = last_send.from ? last_send.context : WHODUNIT_ROOT;
    return type && wd_chain_begins_here(context) && wd_chain_type(context) == type;
}

/* An earlier send point is not on this one's path. */
static WD_APART whodunit_context at_new_send_point(whodunit_context context, const struct wd_transfer *t)
{
    uint32_t last = last_send.from, stack = 0;
    if (t->caller)
        stack = wd_stack_is(last, t->caller) ? last : wd_stack_here(t->caller);
    whodunit_context base = wd_work_kind(context) == WD_STACK ? wd_context_parent(context) : context;
    if (!stack)
        return base;
    last_send.from = 0; /* a signal handler may send */
    last_send.context = wd_context_child(base, wd_element_intern(WD_STACK, &stack, sizeof stack));
    last_send.under = context;
    last_send.from = stack;
    return last_send.context;
}

/* `context` at the send point's call path. */
static inline whodunit_context at_send_point(whodunit_context context, const struct wd_transfer *t)
{
    uint32_t last = last_send.from;
    if (t->caller && wd_stack_is(last, t->caller) && last_send.from == last && last_send.under == context)
        return last_send.context;
    return at_new_send_point(context, t);
}

/* M6, by what was received lately; `otherwise`, where nothing is kept of that. */
static WD_APART enum wd_stream_loss pass_on_source(struct wd_channel *channel, const struct wd_transfer *t,
                                                   whodunit_context *context, enum wd_stream_loss otherwise)
{
    whodunit_context found;
    enum wd_stream_loss loss;
    if (otherwise)
        wd_doubt_begin();
    if (!wd_source_of(t->fd, channel, t->pieces, t->count, &found, &loss))
        return otherwise;
    if (!loss) {
        *context = found;
        wd_work_sends(found, -1, NULL);
    }
    return loss;
}

/* What was sent last goes on, from the same place in memory: unless messages lie one behind another there, which shows
 * where what was received is kept. */
static int goes_on(const struct wd_channel *channel, const struct wd_transfer *t)
{
    int is_gone =
        channel->bound.fd >= 0 && !wd_loop_request(&channel->bound); /* its client has closed the connection */
    return channel->sent && wd_loop_goes_on(channel, t->pieces, t->count) && (wd_doubt || is_gone);
}

/* M9. */
static WD_APART enum wd_stream_loss pass_on_task(struct wd_channel *channel, const struct wd_task *task,
                                                 whodunit_context *context)
{
    channel->bound = task->request;
    channel->bound_request = task->requests;
    if (task->loss)
        return task->loss;
    *context = task->context;
    wd_work_sends(*context, task->request.fd, wd_loop_request(&task->request));
    return WD_LOSS_NONE;
}

/* The rest of a request: whether its beginning was known decides. */
static enum wd_stream_loss pass_on_rest(const struct wd_channel *channel, whodunit_context *context)
{
    if (channel->sent_loss)
        return (enum wd_stream_loss)channel->sent_loss;
    *context = channel->sent;
    wd_work_sends(*context, -1, NULL);
    return WD_LOSS_NONE;
}

/* M6. */
static WD_APART enum wd_stream_loss pass_on(struct wd_channel *channel, const struct wd_transfer *t,
                                            whodunit_context *context)
{
    struct wd_request_id owner;
    enum wd_owner whose =
        channel->role == WD_CHANNEL_CONNECTED ? wd_loop_owner(channel, t->pieces, t->count, &owner) : WD_OWNER_NONE;
    whodunit_context found;
    if (whose == WD_OWNER_LAST)
        return pass_on_rest(channel, context);
    if (whose != WD_OWNER_NONE && whose != WD_OWNER_FOUND && goes_on(channel, t)) {
        if (wd_source_is_found(t->pieces, t->count, &found) && wd_chain_kind(found) != wd_chain_kind(channel->sent))
            return WD_LOSS_AGREE;
        *context = channel->sent;
        wd_work_sends(*context, -1, NULL);
        return WD_LOSS_NONE;
    }
    if (whose == WD_OWNER_NONE || (whose == WD_OWNER_NOBODY && *context == WHODUNIT_ROOT))
        return pass_on_source(channel, t, context, WD_LOSS_NONE);
    if (whose == WD_OWNER_UNKNOWN || whose == WD_OWNER_NOBODY) {
        channel->bound.fd = -1;
        return pass_on_source(channel, t, context, WD_LOSS_AGREE);
    }
    struct wd_channel *request = wd_loop_request(&owner);
    if (!request)
        return WD_LOSS_NONE;
    if (whose == WD_OWNER_LIKELY && wd_doubt && wd_source_is_found(t->pieces, t->count, &found) &&
        wd_chain_kind(found) != wd_chain_kind(request->context)) {
        channel->bound.fd = -1;
        *context = found;
        wd_work_sends(found, -1, NULL);
        return WD_LOSS_NONE;
    }
    request->passed_on = 1;
    channel->bound = owner;
    channel->bound_request = request->requests;
    *context = request->context;
    wd_work_sends(request->context, owner.fd, request);
    return WD_LOSS_NONE;
}

/* M12. */
static WD_APART enum wd_stream_loss keep_to_own(struct wd_channel *channel)
{
    struct wd_channel *request = wd_loop_request(&wd_work.serving);
    channel->bound.fd = -1;
    if (channel->role == WD_CHANNEL_CONNECTED && request && request->role == WD_CHANNEL_ACCEPTED) {
        request->passed_on = 1;
        channel->bound = wd_work.serving;
        channel->bound_request = request->requests;
    }
    return wd_work_loss();
}

/* Where it is not known yet whether M6 holds or M12: what both say. */
static WD_APART enum wd_stream_loss as_both_say(struct wd_channel *channel, const struct wd_transfer *t)
{
    struct wd_request_id owner;
    enum wd_owner whose = wd_loop_owner(channel, t->pieces, t->count, &owner);
    int is_found = whose == WD_OWNER_FOUND || whose == WD_OWNER_LIKELY;
    enum wd_stream_loss loss = keep_to_own(channel);
    int is_own = is_found &&
                 wd_chain_kind(wd_channel(owner.fd)->context) == wd_chain_kind(wd_channel(wd_work.serving.fd)->context);
    if (is_own || whose == WD_OWNER_NONE)
        return loss;
    channel->bound.fd = -1;
    return WD_LOSS_AGREE;
}

/* M13. */
static WD_APART enum wd_stream_loss pass_on_only(struct wd_channel *channel, struct wd_channel *request,
                                                 struct wd_request_id name, whodunit_context *context)
{
    request->passed_on = 1;
    channel->bound = name;
    channel->bound_request = request->requests;
    if (request->loss || request->context == WHODUNIT_ROOT)
        return (enum wd_stream_loss)request->loss;
    *context = request->context;
    wd_work_sends(*context, name.fd, request);
    return WD_LOSS_NONE;
}

/* The program has said itself whose work it is, and nobody has to find that out. What another thread has handed over
 * (docs/flows.md), or a protocol's command has brought, is no such word: a loop may have several. */
static inline int is_said(whodunit_context context)
{
    int may_be = context != WHODUNIT_ROOT && (context == wd_thread.said || wd_work_is_the_programs());
    return __builtin_expect(may_be, 0) && wd_work_kind(context) != WD_HANDED &&
           (context == wd_thread.said || !wd_serving_gave(context));
}

/* Nor does the thread send it for what it has worked for last. */
static WD_APART enum wd_stream_loss sends_for_unknown(enum wd_stream_loss loss)
{
    if (!wd_work_is_the_programs())
        wd_work_sends_for(wd_work_unknown(loss), -1, NULL);
    return loss;
}

/* What a thread sends on a channel that it made. */
static enum wd_stream_loss asks_under(struct wd_channel *channel, const struct wd_transfer *t,
                                      whodunit_context *context)
{
    struct wd_task task;
    if (!wd_loop_asks)
        wd_loop_asks = 1;
    if (is_said(*context)) {
        channel->bound.fd = -1;
        return WD_LOSS_NONE;
    }
    if (wd_tasks_are_kept() && wd_task_that_sends(channel, &task) && !wd_work_is_the_programs())
        return pass_on_task(channel, &task, context);
    if (!wd_propagation_loops || !wd_work_serves) {
        struct wd_channel *first = channel->role == WD_CHANNEL_CONNECTED ? wd_behind_serves() : NULL;
        return first && wd_behind_asks(first, channel, t, context) ? WD_LOSS_NONE : wd_pool_sends(channel, t, context);
    }
    struct wd_request_id name;
    struct wd_channel *only = channel->role == WD_CHANNEL_CONNECTED ? wd_dedicated_to(&name) : NULL;
    if (only)
        return pass_on_only(channel, only, name, context);
    if (channel->role == WD_CHANNEL_CONNECTED && wd_may_serve_one_by_one(&wd_work.serving))
        return as_both_say(channel, t);
    if (!wd_work_may_be_for_several())
        return keep_to_own(channel);
    enum wd_stream_loss loss = pass_on(channel, t, context);
    return loss && channel->role == WD_CHANNEL_CONNECTED ? sends_for_unknown(loss) : loss;
}

/* Where others say what the thread works for. */
static WD_APART enum wd_stream_loss governed_sends_under(struct wd_channel *channel, const struct wd_transfer *t,
                                                         whodunit_context *context)
{
    if (wd_propagation_hosted)
        return wd_hosted_sends_under(channel, t, context);
    *context = at_send_point(wd_work_context(), t);
    return WD_LOSS_NONE;
}

/* Nothing says whose it is: what came there last has no context, and a loop works for what another one has brought. */
static WD_APART int is_anothers(const struct wd_channel *channel, const struct wd_transfer *t)
{
    return channel->requests > 0 && !channel->is_nobodys && !channel->is_left && wd_work_takes_turns(0) &&
           !wd_works_for(channel, t->fd) && !wd_work_is_the_programs() && wd_work_context() != WHODUNIT_ROOT;
}

/* What it sends on one that was accepted. */
static inline enum wd_stream_loss answers_under(struct wd_channel *channel, const struct wd_transfer *t,
                                                whodunit_context *context)
{
    *context = channel->context ? channel->context : wd_work_context();
    if (!channel->context && !channel->loss && is_anothers(channel, t))
        return WD_LOSS_AGREE;
    int is_nobodys = channel->is_nobodys && channel->loss; /* nobody looks for what it is */
    if (wd_propagation_loops && channel->context)
        wd_work_sends(is_nobodys ? wd_work_unknown((enum wd_stream_loss)channel->loss) : channel->context, t->fd,
                      channel);
    if (!channel->loss || is_nobodys || !wd_propagation_loops || channel->is_left)
        return (enum wd_stream_loss)channel->loss;
    return pass_on_source(channel, t, context, (enum wd_stream_loss)channel->loss);
}

/* M1: the context that is to be sent. */
static enum wd_stream_loss sends_under(struct wd_channel *channel, const struct wd_transfer *t,
                                       whodunit_context *context)
{
    if (wd_call_of(t)->is_governed)
        return governed_sends_under(channel, t, context);
    if (channel->role == WD_CHANNEL_ACCEPTED && !channel->streams)
        return answers_under(channel, t, context);
    *context = wd_work_context();
    if (channel->streams)
        return wd_multiplexed_sends(channel, t, context);
    enum wd_stream_loss loss = asks_under(channel, t, context);
    if (!loss)
        *context = at_send_point(*context, t);
    return loss;
}

/* Has anything been written to standard output's stream? What it has printed lies between what is sent otherwise. */
static inline int is_printed_to(int fd)
{
    return fd == STDOUT_FILENO && stdout && (stdout->_flags & WRITTEN) && stdout->_fileno == fd;
}

void wd_channels_before_send(const struct wd_transfer *t)
{
    struct wd_call *call = wd_call_of(t);
    struct wd_channel *channel = wd_call_begins(t);
    if (!channel || (t->flags & MSG_ERRQUEUE))
        return;
    wd_executed_check();
    whodunit_context context;
    enum wd_stream_loss loss = sends_under(channel, t, &context);
    if (!loss && call->takes_turns)
        wd_turn_sends();
    channel->sent = loss ? WHODUNIT_ROOT : context;
    channel->sent_loss = (uint8_t)loss;
    if (channel->role != WD_CHANNEL_ACCEPTED)
        channel->context = channel->sent;
    if (channel->is_nobodys)
        return;
    uint64_t uid = loss ? 0 : wd_chain_publish(context);
    uint32_t synopsis = loss ? (uint32_t)loss : context;
    struct wd_remote as;
    if (__builtin_expect(wd_chain_is_unrecorded, 0) && channel->role == WD_CHANNEL_CONNECTED && uid &&
        wd_chain_came_as(context, &as)) {
        uid = as.uid;
        synopsis = as.synopsis;
    }
    if (channel->is_datagrams) {
        wd_datagram_sent(t->pieces, t->count, uid, synopsis);
        return;
    }
    const struct wd_stream_place *place = wd_channel_out(channel);
    if (channel->stdio_writes || is_printed_to(t->fd))
        wd_stream_lose(place, WD_LOSS_UNSEEN);
    if (place->stream)
        wd_stream_send_begin(&call->sending, place, uid, synopsis, channel->is_messages ? 1 : wd_transfer_size(t));
    else if (channel->out_key)
        wd_health_add(WD_HEALTH_MESSAGES_LOST, 1);
}

/* Of HTTP; another answer follows, before which the client may send the rest of its request. */
static int is_interim(struct wd_channel *channel, const struct wd_transfer *t)
{
    unsigned char sent[INTERIM];
    if (channel->is_tls)
        return channel->is_interim;
    if (t->count == 0 || !(channel->connects | wd_request_may_be_interim(t->pieces->iov_base, t->pieces->iov_len)))
        return 0;
    size_t n = wd_pieces_copy(t->pieces, t->count, sent, t->n < INTERIM ? (size_t)t->n : INTERIM);
    channel->is_tunnel |= (uint8_t)wd_request_switches(sent, n, channel->connects);
    int is_one = n == (size_t)t->n && wd_request_is_interim(sent, n);
    channel->connects &= (uint8_t)is_one;
    return is_one;
}

/* Of several that came together one is answered; the thread may go on with any other one. */
static WD_APART void goes_on_with_next(struct wd_channel *channel, int fd)
{
    if (wd_works_for(channel, fd) && !wd_work_is_the_programs())
        wd_behind_work(channel, fd, 0);
}

void wd_channels_sent(const struct wd_transfer *t)
{
    struct wd_call *call = wd_call_of(t);
    struct wd_channel *channel = wd_called_on(t);
    if (!channel)
        return;
    int is_sent = t->n > 0 || (t->n == 0 && channel->is_messages && !t->error);
    if (call->sending.place.stream)
        wd_stream_send_end(&call->sending, t->n < 0 || !is_sent ? 0 : channel->is_messages ? 1 : (uint64_t)t->n);
    if (t->flags & MSG_OOB)
        wd_stream_lose(&channel->out, WD_LOSS_UNSEEN);
    if (call->takes_turns) {
        if (wd_turn_has_several())
            wd_work_sent();
        wd_turn_sent();
    }
    int is_answer = channel->role == WD_CHANNEL_ACCEPTED && !(is_sent && is_interim(channel, t));
    if (is_answer && !wd_propagation_loops && !call->is_governed)
        wd_worker_sent(channel, t->fd);
    if (!is_sent)
        return;
    channel->is_answered = 0;
    channel->sent_until = t->count == 1 ? (const char *)t->pieces->iov_base + t->n : NULL;
    wd_call_count(channel, WD_TRAFFIC_SENT, channel->sent, 0, (enum wd_stream_loss)channel->sent_loss, (uint64_t)t->n,
                  0, &channel->traffic_out);
    if (channel->role == WD_CHANNEL_CONNECTED)
        wd_loop_sent(channel, t);
    if (is_answer) {
        if (__builtin_expect(channel->are_several, 0) && !channel->is_tls)
            wd_behind_sent(channel, t);
        wd_one_by_one_answers(channel);
        channel->open = channel->passed_on = 0;
        channel->unanswered -= channel->unanswered > 0;
        channel->answered_by = &wd_thread;
        if (channel->loss == WD_LOSS_AGREE && channel->is_nobodys && !call->is_governed)
            goes_on_with_next(channel, t->fd);
        if (channel->streams)
            wd_multiplexed_sent(channel, t);
    }
}
