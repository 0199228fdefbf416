/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that receive: rules M2, M5 and M8. */
#include "channels/arriving.h"
#include "channels/calls.h"
#include "channels/datagrams.h"
#include "channels/hosted.h"
#include "channels/tasks.h"
#include "channels/turns.h"
#include "channels/work.h"
#include "channels/workers.h"

#define ASIDE (MSG_PEEK | MSG_OOB | MSG_ERRQUEUE)

void wd_call_pauses(struct wd_call *call)
{
    call->context = wd_work_pause();
    call->ended = 1;
    if (call->takes_turns)
        wd_turn_begins();
}

/* M5: the thread waits for its next message, unless this one is there already. */
void wd_channels_before_receive(const struct wd_transfer *t)
{
    struct wd_call *call = wd_call_of(t);
    struct wd_channel *channel = wd_call_begins(t);
    if (!channel)
        return;
    if (channel->stdio_reads)
        wd_stream_lose(wd_channel_in(channel), WD_LOSS_UNSEEN);
    if (!channel->is_datagrams && !channel->is_nobodys) /* of nobody's it is looked for when something has come */
        wd_stream_receive_begin(&call->receiving, wd_channel_in(channel));
    if (call->takes_turns)
        wd_turn_receives();
    if (channel->role != WD_CHANNEL_CONNECTED && !call->is_governed && !wd_work_is_the_programs())
        wd_call_pauses(call);
    else if (call->takes_turns)
        wd_turn_begins();
}

static inline void find_in_its_stream(struct wd_channel *channel, const struct wd_transfer *t, struct wd_call *call,
                                      struct wd_sender *sender)
{
    /* Nobody had sent when the call began, or who sent was one whose addresses these were before. */
    if (!wd_stream_holds(&call->receiving.place, channel->in_key))
        wd_stream_receive_begin(&call->receiving, wd_channel_in(channel));
    wd_stream_receive_end(&call->receiving, channel->is_messages ? 1 : (uint64_t)t->n, sender);
}

/* Who has sent it, or why that is not known. */
static inline __attribute__((always_inline)) void find_sender(struct wd_channel *channel, const struct wd_transfer *t,
                                                              struct wd_call *call, struct wd_sender *sender)
{
    if (channel->is_left)
        *sender = (struct wd_sender){ .loss = WD_LOSS_GONE };
    else if (channel->is_datagrams)
        *sender = wd_datagram_received(t->pieces, t->count, (size_t)t->n);
    else
        find_in_its_stream(channel, t, call, sender);
    if (channel->role == WD_CHANNEL_ACCEPTED)
        wd_channel_came_from(channel, !call->receiving.place.stream && !sender->loss);
}

/* M5: what the end of a connection costs is its last request's, unless the thread works for something else. A process
 * whose threads hand requests to others may go on with another one's. */
static int is_the_end(const struct wd_channel *channel, const struct wd_transfer *t, const struct wd_call *call)
{
    int is_idle = call->ended && (call->context == WHODUNIT_ROOT || call->context == wd_work_between);
    return t->n == 0 && is_idle && channel->role == WD_CHANNEL_ACCEPTED && channel->context && !channel->loss &&
           !channel->is_messages && !channel->streams && !wd_workers_are_handed && !wd_task.number && t->count > 0 &&
           t->pieces->iov_len > 0;
}

static WD_APART void nothing_comes(struct wd_channel *channel, const struct wd_transfer *t, struct wd_call *call)
{
    struct wd_sender nobody;
    wd_stream_receive_end(&call->receiving, 0, &nobody);
    if (t->flags & MSG_OOB)
        wd_stream_lose(&channel->in, WD_LOSS_UNSEEN);
    if (!(t->flags & ASIDE) && is_the_end(channel, t, call))
        wd_work_finds_end(channel->context, t->fd, channel);
    else
        wd_call_goes_on(call);
}

/* False: nobody who is recorded has sent it. */
static int from_its_sender(struct wd_channel *channel, const struct wd_transfer *t, struct wd_call *call)
{
    struct wd_sender sender;
    find_sender(channel, t, call, &sender);
    if (sender.loss)
        wd_arrives_from_unknown(channel, t, call, sender.loss);
    else if (sender.known && sender.synopsis)
        wd_arrives_from_somebody(channel, t, call, &sender);
    else
        return 0;
    return 1;
}

static WD_APART void comes_to_hosted(struct wd_channel *channel, const struct wd_transfer *t, struct wd_call *call)
{
    struct wd_sender sender = { 0 };
    if (!wd_channel_is_still_nobodys(channel))
        find_sender(channel, t, call, &sender);
    wd_hosted_received(channel, t, &sender);
}

/* In a server whose threads hand to others what they have received. */
static WD_APART void may_be_a_part(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_call *call)
{
    if (channel->role == WD_CHANNEL_ACCEPTED && !channel->is_tls && !call->is_governed && t->seen > 0)
        wd_worker_received_part(channel, t->pieces->iov_base, wd_transfer_first(t), channel->came == (uint64_t)t->n);
}

void wd_channels_received(const struct wd_transfer *t)
{
    struct wd_call *call = wd_call_of(t);
    struct wd_channel *channel = wd_called_on(t);
    if (!channel)
        return;
    if (t->n <= 0 || (t->flags & ASIDE)) {
        nothing_comes(channel, t, call);
        return;
    }
    if (wd_propagation_hosted)
        comes_to_hosted(channel, t, call);
    else if (wd_channel_is_still_nobodys(channel) || !from_its_sender(channel, t, call))
        wd_arrives_from_nobody(channel, t, call);
    if (__builtin_expect(wd_workers_are_handed, 0))
        may_be_a_part(channel, t, call);
    if (wd_tasks_are_kept())
        wd_task_came(channel, t->fd);
    if (channel->role == WD_CHANNEL_CONNECTED)
        channel->is_answered = 1;
    if (call->takes_turns || wd_work_takes_turns(call->is_governed))
        wd_turn_received();
}
