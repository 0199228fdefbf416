/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/rules.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "channels/chains.h"
#include "channels/channel.h"
#include "channels/datagrams.h"
#include "channels/loop.h"
#include "channels/traffic.h"
#include "crosstalk/stacks.h"
#include "health.h"
#include "propagation/propagation.h"
#include "recording/labels.h"
#include "sandbox/needs.h"
#include "thread.h"

#define ASIDE (MSG_PEEK | MSG_OOB | MSG_ERRQUEUE)

extern const struct wd_protocol wd_channels_protocol;

#define KINDS 8

/* What the calling thread works for. */
static __thread struct {
    whodunit_context given; /* the context that it has from here; another one is none of ours to change */
    struct wd_request_id serving;
    uint8_t accepts;    /* it has accepted connections */
    uint32_t sent_from; /* stack and context of its last send, and what that made */
    whodunit_context sent_under, sent;
    uint64_t kinds[KINDS]; /* of contexts, (context, kind): what a message asks for several times */
} me __attribute__((tls_model("initial-exec")));

/* What is kept from before a call until after it. */
struct call {
    struct wd_channel *channel; /* NULL: it was not known then */
    union {
        struct wd_sending sending;
        struct wd_receiving receiving;
    };
    whodunit_context context; /* the thread's before a receive */
    uint8_t ended;            /* that was ended for the time of the receive */
};
_Static_assert(sizeof(struct call) <= sizeof((struct wd_transfer){ 0 }.room), "no room for a call");

static struct call *call_of(const struct wd_transfer *t)
{
    return wd_transfer_room(t);
}

static whodunit_context between, not_known[WD_LOSSES];

static whodunit_context reason(whodunit_context *place, const char *text)
{
    whodunit_context c = __atomic_load_n(place, __ATOMIC_RELAXED);
    if (!c) {
        c = wd_context_named(WHODUNIT_ROOT, WD_REASON, text);
        __atomic_store_n(place, c, __ATOMIC_RELAXED);
    }
    return c;
}

/* ---- the thread's context ---- */

static int has_own_context(void)
{
    return wd_thread.context != me.given && wd_thread.context != WHODUNIT_ROOT;
}

/* The thread works under `context` from now on, which `fd` has brought; unless the program has said itself what it
 * works for. Waking and receiving cost CPU before that is known: a sample of that goes with it. */
static void give(whodunit_context context, int fd, const struct wd_channel *channel)
{
    if (has_own_context())
        return;
    if (context == WHODUNIT_ROOT || context == between)
        wd_thread_set(context); /* a thread that never has another one is not labelled for that */
    else
        wd_thread_switch(context);
    me.given = context;
    me.serving = (struct wd_request_id){ channel ? fd : -1, channel ? channel->epoch : 0 };
    wd_propagation_engaged = 1;
    if (context)
        wd_labels_move(__atomic_load_n(&between, __ATOMIC_RELAXED), context);
}

static void end_context(void)
{
    if (!has_own_context())
        give(reason(&between, "between messages"), -1, NULL);
}

static __attribute__((noinline)) enum wd_kind find_kind(whodunit_context context)
{
    enum wd_kind kind = wd_context_kind(context);
    if (kind != WD_UNKNOWN) /* there is one of this number, and it keeps its kind */
        *(volatile uint64_t *)&me.kinds[context % KINDS] = (uint64_t)context << 32 | kind;
    return kind;
}

static inline __attribute__((always_inline)) enum wd_kind kind_of(whodunit_context context)
{
    uint64_t known = *(volatile uint64_t *)&me.kinds[context % KINDS];
    return context == WHODUNIT_ROOT || known >> 32 != context ? find_kind(context) : (enum wd_kind)(uint32_t)known;
}

/* Without what only says that there is none. */
static whodunit_context current(void)
{
    whodunit_context context = wd_thread.context;
    return kind_of(context) == WD_REASON ? WHODUNIT_ROOT : context;
}

static int works_for(const struct wd_channel *channel, int fd)
{
    return me.serving.fd == fd && me.serving.epoch == channel->epoch;
}

/* The rules of event loops give this descriptor's contexts (docs/events.md). */
static inline __attribute__((always_inline)) int is_governed(const struct wd_transfer *t)
{
    return (t->word & WD_FD_ACCEPTED) || kind_of(wd_thread.context) == WD_HANDLER;
}

/* ---- channels ---- */

static void follow(int fd, enum wd_channel_role role, int fresh)
{
    int follows = wd_channels_memory && !wd_sandbox_refuses(WD_REFUSED_CHANNELS);
    struct wd_channel *channel = follows ? wd_channel(fd) : NULL;
    if (!channel)
        return;
    wd_channel_begin(channel, role, fresh);
    wd_propagation_follow(fd, &wd_channels_protocol, role == WD_CHANNEL_CONNECTED ? WD_ROLE_CLIENT : WD_ROLE_SERVER);
}

static void accepted(int fd)
{
    me.accepts = 1;
    follow(fd, WD_CHANNEL_ACCEPTED, 1);
}

static void connects(int fd)
{
    uint32_t word = wd_descriptor(fd);
    if (!(word & WD_FD_FOLLOWED) || !(word & WD_FD_CLIENT))
        follow(fd, WD_CHANNEL_CONNECTED, 1);
}

static void made(int fd, int other)
{
    int ends[2] = { fd, other };
    for (int i = 0; i < 2; i++) {
        struct wd_channel *channel;
        int is_none;
        if (ends[i] < 0)
            continue;
        follow(ends[i], other < 0 ? WD_CHANNEL_FOUND : WD_CHANNEL_PLAIN, other >= 0);
        if (other >= 0 && (wd_descriptor(ends[i]) & WD_FD_FOLLOWED) && (channel = wd_channel(ends[i])) != NULL)
            wd_channel_identify(channel, ends[i], &is_none); /* at once: any number of processes may inherit it */
    }
}

static struct wd_channel *known(int fd)
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
        wd_propagation_decline(fd, &wd_channels_protocol);
    return NULL;
}

/* Of a call that has returned. */
static struct wd_channel *called_on(const struct wd_transfer *t)
{
    struct wd_channel *channel = call_of(t)->channel;
    if (channel)
        return channel;
    channel = wd_channel(t->fd);
    return channel && channel->state == WD_CHANNEL_KNOWN ? channel : NULL;
}

static uint64_t size_of(const struct wd_transfer *t)
{
    uint64_t size = t->size;
    for (size_t i = 0; i < t->count; i++)
        size += t->pieces[i].iov_len;
    return size;
}

/* ---- what is sent ---- */

static void count(const struct wd_channel *channel, enum wd_traffic_kind kind, whodunit_context context,
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

/* `context` at the send point's call path. An earlier send point is not on this one's path. */
static whodunit_context at_send_point(whodunit_context context, const struct wd_transfer *t)
{
    uint32_t last = me.sent_from, stack = 0;
    if (t->caller)
        stack = wd_stack_is(last, t->caller) ? last : wd_stack_here(t->caller);
    if (stack && me.sent_from == stack && me.sent_under == context)
        return me.sent;
    whodunit_context base = kind_of(context) == WD_STACK ? wd_context_parent(context) : context;
    if (!stack)
        return base;
    me.sent_from = 0; /* a signal handler may send */
    me.sent = wd_context_child(base, wd_element_intern(WD_STACK, &stack, sizeof stack));
    me.sent_under = context;
    me.sent_from = stack;
    return me.sent;
}

/* M6. */
static enum wd_stream_loss pass_on(struct wd_channel *channel, const struct wd_transfer *t, whodunit_context *context)
{
    struct wd_request_id owner;
    enum wd_owner whose = wd_loop_owner(channel, t->pieces, t->count, &owner);
    if (whose == WD_OWNER_UNKNOWN) {
        channel->bound.fd = -1;
        return WD_LOSS_AGREE;
    }
    struct wd_channel *request = whose == WD_OWNER_FOUND ? wd_loop_request(&owner) : NULL;
    if (!request)
        return WD_LOSS_NONE;
    request->passed_on = 1;
    channel->bound = owner;
    *context = request->context;
    give(request->context, owner.fd, request);
    return WD_LOSS_NONE;
}

/* M1: the context that is to be sent. */
static enum wd_stream_loss sends_under(struct wd_channel *channel, const struct wd_transfer *t,
                                       whodunit_context *context)
{
    *context = current();
    if (is_governed(t)) {
        *context = at_send_point(*context, t);
        return WD_LOSS_NONE;
    }
    if (channel->role == WD_CHANNEL_ACCEPTED) {
        if (channel->context)
            *context = channel->context;
        if (wd_propagation_loops && channel->context)
            give(channel->context, t->fd, channel);
        return channel->ambiguous ? WD_LOSS_AGREE : WD_LOSS_NONE;
    }
    enum wd_stream_loss loss = WD_LOSS_NONE;
    if (wd_propagation_loops && channel->role == WD_CHANNEL_CONNECTED)
        loss = pass_on(channel, t, context);
    if (!loss)
        *context = at_send_point(*context, t);
    return loss;
}

static void before_send(const struct wd_transfer *t)
{
    struct call *call = call_of(t);
    call->sending.place.stream = NULL;
    struct wd_channel *channel = call->channel = known(t->fd);
    if (!channel || (t->flags & MSG_ERRQUEUE))
        return;
    whodunit_context context;
    enum wd_stream_loss loss = sends_under(channel, t, &context);
    channel->sent = loss ? WHODUNIT_ROOT : context;
    if (channel->role != WD_CHANNEL_ACCEPTED)
        channel->context = channel->sent;
    if (context && !loss)
        wd_chain_publish(context);
    uint64_t uid = loss ? 0 : wd_chain_uid(context);
    uint32_t synopsis = loss ? (uint32_t)loss : context;
    if (channel->is_datagrams) {
        wd_datagram_sent(t->pieces, t->count, uid, synopsis);
        return;
    }
    const struct wd_stream_place *place = wd_channel_out(channel);
    if (place->stream)
        wd_stream_send_begin(&call->sending, place, uid, synopsis, channel->is_messages ? 1 : size_of(t));
    else if (channel->out_key)
        wd_health_add(WD_HEALTH_MESSAGES_LOST, 1);
}

static void sent(const struct wd_transfer *t)
{
    struct call *call = call_of(t);
    struct wd_channel *channel = called_on(t);
    if (!channel)
        return;
    int is_sent = t->n > 0 || (t->n == 0 && channel->is_messages && !t->error);
    if (call->sending.place.stream)
        wd_stream_send_end(&call->sending, t->n < 0 || !is_sent ? 0 : channel->is_messages ? 1 : (uint64_t)t->n);
    if (t->flags & MSG_OOB)
        wd_stream_lose(&channel->out, WD_LOSS_UNSEEN);
    if (!is_sent)
        return;
    int is_answer = channel->role == WD_CHANNEL_ACCEPTED;
    enum wd_stream_loss loss =
        channel->sent == WHODUNIT_ROOT && (channel->ambiguous || (wd_propagation_loops && !is_answer)) ? WD_LOSS_AGREE
                                                                                                       : WD_LOSS_NONE;
    count(channel, WD_TRAFFIC_SENT, channel->sent, 0, loss, (uint64_t)t->n, 0, &channel->traffic_out);
    if (is_answer)
        channel->open = channel->passed_on = 0;
}

/* ---- what is received ---- */

/* M5: the thread waits for its next message, unless this one is there already. */
static void before_receive(const struct wd_transfer *t)
{
    struct call *call = call_of(t);
    call->receiving.place.stream = NULL;
    call->ended = 0;
    struct wd_channel *channel = call->channel = known(t->fd);
    if (!channel)
        return;
    if (!channel->is_datagrams)
        wd_stream_receive_begin(&call->receiving, wd_channel_in(channel));
    if (channel->role != WD_CHANNEL_CONNECTED && !is_governed(t) && !has_own_context()) {
        call->context = wd_thread.context;
        call->ended = 1;
        wd_thread_set(me.given = reason(&between, "between messages"));
        wd_propagation_engaged = 1;
    }
}

static void go_on(const struct call *call)
{
    if (call->ended && !has_own_context())
        wd_thread_set(me.given = call->context);
}

struct first_bytes {
    struct wd_channel *channel;
    int is_first;
};

static void keep_bytes(void *user, const void *bytes, size_t n)
{
    struct first_bytes *first = user;
    struct wd_channel *channel = first->channel;
    if (first->is_first) {
        channel->recent_length = n < sizeof channel->recent ? (uint32_t)n : sizeof channel->recent;
        memcpy(channel->recent, bytes, channel->recent_length);
        first->is_first = 0;
    }
    size_t room = sizeof channel->head - channel->head_length;
    n = n < room ? n : room;
    memcpy(channel->head + channel->head_length, bytes, n);
    channel->head_length += (uint32_t)n;
}

static void name_by_head(struct wd_channel *channel, whodunit_context remote)
{
    char name[WD_REQUEST_NAME];
    if (channel->naming != WD_REQUEST_MORE)
        return;
    channel->naming = (uint8_t)wd_request_name(channel->head, channel->head_length, name);
    if (channel->naming == WD_REQUEST_NAMED) {
        channel->context = wd_context_transaction(remote, name);
        wd_context_count_event(channel->context, WD_BEGUN, 1);
    }
}

static void request_is_open(struct wd_channel *channel, int fd)
{
    if (!channel->open)
        channel->passed_on = 0;
    channel->open = 1;
    if (wd_propagation_loops)
        wd_loop_opened(fd, channel);
}

/* M4: what an accepted channel brings, under `remote` (the root: from nobody who is recorded), is named by what it
 * says. */
static whodunit_context name_request(struct wd_channel *channel, const struct wd_transfer *t, whodunit_context remote,
                                     int is_named)
{
    if (!channel->open) {
        channel->head_length = 0;
        channel->naming = is_named ? WD_REQUEST_NAMED : WD_REQUEST_MORE;
        channel->context = remote;
        channel->is_shown = 0;
    }
    if (!channel->is_tls) {
        wd_transfer_show(t, keep_bytes, &(struct first_bytes){ channel, 1 });
        name_by_head(channel, remote);
    }
    return channel->context;
}

/* A request within TLS, of which the encrypted bytes have brought the context already: those say when one begins,
 * unless it came together with the last one. */
static void decrypted_received(int fd, const void *bytes, size_t n)
{
    struct wd_channel *channel = wd_channel(fd);
    if (!channel || channel->state != WD_CHANNEL_KNOWN || channel->role != WD_CHANNEL_ACCEPTED ||
        is_governed(&(struct wd_transfer){ .word = wd_descriptor(fd) }))
        return;
    int is_new = !channel->is_shown;
    channel->is_tls = 1;
    if (is_new) {
        channel->is_shown = 1;
        channel->head_length = 0;
        channel->context = channel->from;
        channel->naming = wd_chain_type(channel->from) ? WD_REQUEST_NAMED : WD_REQUEST_MORE;
        request_is_open(channel, fd);
    }
    keep_bytes(&(struct first_bytes){ channel, 1 }, bytes, n);
    name_by_head(channel, channel->from);
    if (is_new || channel->context)
        give(channel->context, fd, channel);
}

static void decrypted_sent(int fd, const void *bytes, size_t n)
{
    (void)bytes, (void)n;
    struct wd_channel *channel = wd_channel(fd);
    if (channel)
        channel->is_shown = 0;
}

static void from_nobody(struct wd_channel *channel, const struct wd_transfer *t, const struct call *call)
{
    whodunit_context context = wd_thread.context;
    if (channel->role == WD_CHANNEL_ACCEPTED && !is_governed(t)) {
        context = name_request(channel, t, WHODUNIT_ROOT, 0);
        channel->from = WHODUNIT_ROOT;
        request_is_open(channel, t->fd);
        give(context, t->fd, channel);
    } else if (channel->role == WD_CHANNEL_CONNECTED && wd_propagation_loops && !is_governed(t)) {
        struct wd_channel *request = wd_loop_request(&channel->bound);
        if (request) {
            context = channel->context;
            give(context, channel->bound.fd, request);
            request->passed_on = 0;
        }
    } else
        go_on(call);
    count(channel, WD_TRAFFIC_BEGUN, context, 0, WD_LOSS_NONE, (uint64_t)t->n, 0, &channel->traffic_in);
}

static void from_unknown(struct wd_channel *channel, const struct wd_transfer *t, const struct call *call,
                         enum wd_stream_loss loss)
{
    int takes = !is_governed(t) &&
                (channel->role != WD_CHANNEL_CONNECTED || current() == WHODUNIT_ROOT || wd_propagation_loops);
    whodunit_context context = reason(&not_known[loss], wd_stream_loss_text(loss));
    if (takes)
        give(context, t->fd, channel);
    else
        go_on(call);
    if (channel->role == WD_CHANNEL_ACCEPTED) {
        channel->context = channel->from = WHODUNIT_ROOT;
        channel->naming = WD_REQUEST_OTHER;
        channel->is_shown = 1;
        channel->ambiguous = 0;
        request_is_open(channel, t->fd);
    }
    count(channel, WD_TRAFFIC_UNKNOWN, takes ? context : wd_thread.context, 0, loss, (uint64_t)t->n, 0,
          &channel->traffic_in);
}

/* Is `context` that of the request that the thread works for, or below it? */
static int belongs_to_work(whodunit_context context)
{
    const struct wd_channel *serving = wd_loop_request(&me.serving);
    if (!serving || serving->role == WD_CHANNEL_CONNECTED)
        return 1;
    for (; context != WHODUNIT_ROOT; context = wd_context_parent(context))
        if (context == serving->context)
            return 1;
    return serving->context == WHODUNIT_ROOT;
}

/* M3: the thread goes on under what had sent the request. */
static enum wd_traffic_kind response(struct wd_channel *channel, const struct wd_transfer *t, const struct call *call,
                                     whodunit_context context)
{
    struct wd_channel *request = wd_loop_request(&channel->bound);
    if (is_governed(t) || has_own_context()) {
        go_on(call);
        return WD_TRAFFIC_RESPONSE;
    }
    if (wd_propagation_loops && request) {
        request->passed_on = 0;
        give(context, channel->bound.fd, request);
        return WD_TRAFFIC_RESPONSE;
    }
    if (!wd_propagation_loops && !belongs_to_work(context)) {
        go_on(call);
        return WD_TRAFFIC_KEPT;
    }
    struct wd_request_id serving = me.serving;
    give(context, t->fd, channel);
    if (wd_loop_request(&serving))
        me.serving = serving;
    return WD_TRAFFIC_RESPONSE;
}

/* What a thread is told by another one of the same process. */
static whodunit_context own_message(struct wd_channel *channel, whodunit_context context)
{
    whodunit_context asked = channel->sent;
    if (asked == context)
        return asked;
    if (asked && kind_of(context) == WD_STACK && kind_of(asked) == WD_STACK &&
        wd_context_parent(context) == wd_context_parent(asked))
        return asked;
    return context;
}

static enum wd_traffic_kind request(struct wd_channel *channel, const struct wd_transfer *t, const struct call *call,
                                    const struct wd_arrival *arrival)
{
    if (is_governed(t)) {
        go_on(call);
        return WD_TRAFFIC_KEPT;
    }
    if (channel->role == WD_CHANNEL_ACCEPTED) {
        if (channel->open && channel->from && channel->from != arrival->context)
            channel->ambiguous = 1;
        int is_new = !channel->open || channel->from != arrival->context;
        if (is_new)
            channel->open = 0;
        channel->from = arrival->context;
        whodunit_context context = name_request(channel, t, arrival->context, arrival->type != 0);
        request_is_open(channel, t->fd);
        give(context, t->fd, channel);
        return WD_TRAFFIC_REQUEST;
    }
    int keeps = channel->role == WD_CHANNEL_CONNECTED && current() != WHODUNIT_ROOT && !works_for(channel, t->fd) &&
                !wd_propagation_loops;
    if (keeps) {
        go_on(call);
        return WD_TRAFFIC_KEPT;
    }
    give(arrival->is_own ? own_message(channel, arrival->context) : arrival->context, t->fd, channel);
    return WD_TRAFFIC_REQUEST;
}

static void from_somebody(struct wd_channel *channel, const struct wd_transfer *t, const struct call *call,
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
    count(channel, kind, context, arrival.from, WD_LOSS_NONE, (uint64_t)t->n, sender->mixed, &channel->traffic_in);
}

static struct wd_sender sender_of(struct wd_channel *channel, const struct wd_transfer *t, struct call *call,
                                  uint64_t size)
{
    if (channel->is_datagrams)
        return wd_datagram_received(t->pieces, t->count, (size_t)t->n);
    if (!call->receiving.place.stream) /* nobody had sent when the call began */
        wd_stream_receive_begin(&call->receiving, wd_channel_in(channel));
    return wd_stream_receive_end(&call->receiving, size);
}

static void received(const struct wd_transfer *t)
{
    struct call *call = call_of(t);
    struct wd_channel *channel = called_on(t);
    if (!channel)
        return;
    if (t->n <= 0 || (t->flags & ASIDE)) {
        wd_stream_receive_end(&call->receiving, 0);
        if (t->flags & MSG_OOB)
            wd_stream_lose(&channel->in, WD_LOSS_UNSEEN);
        go_on(call);
        return;
    }
    struct wd_sender sender = sender_of(channel, t, call, channel->is_messages ? 1 : (uint64_t)t->n);
    if (sender.loss)
        from_unknown(channel, t, call, sender.loss);
    else if (!sender.known || !sender.synopsis)
        from_nobody(channel, t, call);
    else
        from_somebody(channel, t, call, &sender);
}

/* ---- the end ---- */

static void closed(int fd, enum wd_role role)
{
    (void)role;
    struct wd_channel *channel = wd_channel(fd);
    if (!channel)
        return;
    struct wd_channel *request = wd_loop_request(&channel->bound);
    if (request)
        request->passed_on = 0; /* it may be passed on to another server */
    int was_served = works_for(channel, fd);
    channel->epoch++;
    channel->open = 0;
    if (was_served)
        end_context();
}

static void idle(void)
{
    end_context();
}

/* A wait for one descriptor is part of a call that the thread makes, unless it is one that brings requests. */
static void polls(const struct pollfd *descriptors, unsigned long n)
{
    int serves = !descriptors && n <= 1;
    for (unsigned long i = 0; descriptors && i < n && i < 1024; i++) {
        uint32_t word = wd_descriptor(descriptors[i].fd);
        serves |= word & WD_FD_FOLLOWED ? !(word & WD_FD_CLIENT) : me.accepts;
    }
    if (n > 1 && (serves || (!descriptors && me.accepts)))
        wd_propagation_loops = serves = 1;
    if (serves)
        end_context();
}

/* Another protocol knows better whose the message is. */
static void claimed(int fd, whodunit_context context)
{
    struct wd_channel *channel = wd_channel(fd);
    if (channel)
        channel->context = context;
}

static void after_fork(void)
{
    wd_propagation_loops = 0;
    me.accepts = 0;
}

const struct wd_protocol wd_channels_protocol = {
    .name = "channels",
    .accepted = accepted,
    .connects = connects,
    .made = made,
    .before_receive = before_receive,
    .received = received,
    .before_send = before_send,
    .sent = sent,
    .decrypted_received = decrypted_received,
    .decrypted_sent = decrypted_sent,
    .closed = closed,
    .idle = idle,
    .polls = polls,
    .claimed = claimed,
};

void wd_channels_begin(const char *routes)
{
    static int watched;
    if (wd_channels_memory)
        return;
    if (wd_channels_memory_begin() != 0) {
        fprintf(stderr, "whodunit: messages are not followed: the table in the recording directory: %s\n",
                strerror(errno));
        return;
    }
    if (!watched++)
        pthread_atfork(NULL, NULL, after_fork);
    if (routes[0] && wd_routes_read(routes) != 0)
        fprintf(stderr, "whodunit: routes are not read from '%s': %s\n", routes, strerror(errno));
    for (int fd = 0; fd < 3; fd++)
        if (wd_identity_is_channel(fd))
            made(fd, -1);
}
