/* SPDX-License-Identifier: Apache-2.0 */
/* calls.h: a call that sends or receives on a channel, from before it until after it. */
#ifndef WD_CHANNELS_CALLS_H
#define WD_CHANNELS_CALLS_H

#include "channels/channel.h"
#include "channels/work.h"
#include "health/health.h"
#include "propagation/propagation.h"
#include "sandbox/needs.h"
#include "traffic/traffic.h"

/* The protocol `channels`; NULL before it begins. */
extern const struct wd_protocol *wd_call_protocol;

/* In a virtual machine: rules.h, wd_channels_begin_hosted. */
extern whodunit_context (*wd_call_send_point)(whodunit_context context, const struct wd_caller *caller);

/* What is kept for the time of the call. */
struct wd_call {
    struct wd_channel *channel; /* NULL: it was not known then */
    union {
        struct wd_sending sending;
        struct wd_receiving receiving;
    };
    whodunit_context context; /* the thread's before a receive */
    uint8_t ended;            /* that was ended for the time of the receive */
    uint8_t is_governed;      /* others say what the thread works for */
    uint8_t takes_turns;      /* wd_work_takes_turns before the call: then afterwards, too */
};
_Static_assert(offsetof(struct wd_sending, place) == 0 && offsetof(struct wd_receiving, place) == 0,
               "the same place, whatever the call does");
_Static_assert(sizeof(struct wd_call) <= sizeof((struct wd_transfer){ 0 }.scratch), "a call does not fit");

static inline struct wd_call *wd_call_of(const struct wd_transfer *transfer)
{
    return wd_transfer_scratch(transfer);
}

/* Before a call: the channel of the descriptor, NULL if it cannot be followed (yet). */
WD_APART struct wd_channel *wd_call_find_channel(int fd);
static inline struct wd_channel *wd_call_channel(int fd)
{
    struct wd_channel *channel = wd_channel(fd);
    int is_known = channel && __atomic_load_n(&channel->state, __ATOMIC_ACQUIRE) == WD_CHANNEL_KNOWN;
    return __builtin_expect(is_known && !wd_sandbox_refuses_any(WD_REFUSED_CHANNELS), 1) ? channel
                                                                                         : wd_call_find_channel(fd);
}

/* A call begins, on that channel. */
static inline struct wd_channel *wd_call_begins(const struct wd_transfer *t)
{
    struct wd_call *call = wd_call_of(t);
    call->sending.place.stream = NULL; /* or that which it receives from */
    call->ended = 0;
    call->is_governed = (uint8_t)wd_work_is_governed(t->word);
    call->takes_turns = (uint8_t)wd_work_takes_turns(call->is_governed);
    return call->channel = wd_call_channel(t->fd);
}

/* Of a call that has returned. */
static inline struct wd_channel *wd_called_on(const struct wd_transfer *transfer)
{
    struct wd_channel *channel = wd_call_of(transfer)->channel;
    if (channel)
        return channel;
    channel = wd_channel(transfer->fd);
    return channel && channel->state == WD_CHANNEL_KNOWN ? channel : NULL;
}

/* A receive waits for the thread's next message: M5. */
WD_APART void wd_call_pauses(struct wd_call *call);

/* It has brought nothing that the thread works for. */
static inline void wd_call_goes_on(const struct wd_call *call)
{
    if (call->ended)
        wd_work_resume(call->context);
}

/* Counts what the call has moved. `last`: the place of the channel's last entry in that direction. */
static inline void wd_call_count(const struct wd_channel *channel, enum wd_traffic_kind kind, whodunit_context context,
                                 whodunit_context from, enum wd_stream_loss loss, uint64_t bytes, int mixed,
                                 uint32_t *last)
{
    wd_traffic_add(wd_traffic_words(context, from, channel->way, (uint8_t)kind, (uint8_t)loss), bytes, mixed, last);
    if (loss)
        wd_health_add(WD_HEALTH_MESSAGES_UNKNOWN, 1);
    if (mixed)
        wd_health_add(WD_HEALTH_MESSAGES_MIXED, 1);
}

/* Has the calling thread sent last for a transaction of this type, which this process has begun? */
int wd_call_asked_for(uint32_t type);

/* The callbacks of the protocol; rules.c has them in its list. */
void wd_channels_before_send(const struct wd_transfer *transfer);
void wd_channels_sent(const struct wd_transfer *transfer);
void wd_channels_before_receive(const struct wd_transfer *transfer);
void wd_channels_received(const struct wd_transfer *transfer);
void wd_channels_decrypted_received(int fd, const void *bytes, size_t n);
void wd_channels_decrypted_sends(int fd, const void *bytes, size_t n);
void wd_channels_decrypted_sent(int fd, const void *bytes, size_t n);
int wd_channels_handshake(const unsigned char random[WD_TLS_RANDOM]);
uint32_t wd_channels_epoch(int fd);

#endif
