/* SPDX-License-Identifier: Apache-2.0 */
/*
 * channel.h: what this process knows of each descriptor that is a channel. States lie by descriptor's number, are never
 * freed, and go with a fork: a child goes on with its parent's channels.
 */
#ifndef WD_CHANNELS_CHANNEL_H
#define WD_CHANNELS_CHANNEL_H

#include "channels/framing.h"
#include "channels/identity.h"
#include "channels/request.h"
#include "channels/streams.h"
#include "memory/apart.h"
#include "propagation/descriptor.h"

enum wd_channel_state {
    WD_CHANNEL_NEW,  /* its streams are not looked for yet */
    WD_CHANNEL_BUSY, /* a thread is just doing that */
    WD_CHANNEL_KNOWN,
};

/* A request that was received here, by descriptor: another one when the epoch has changed. */
struct wd_request_id {
    int fd; /* -1: none */
    uint32_t epoch;
};

struct wd_multiplexed;

#define WD_BEHIND 16 /* of more the oldest are forgotten */

/* behind.h: requests that came behind one that was not answered. What each new request looks at comes last: the
 * channel's head follows, at which it looks as well. */
struct wd_behind {
    int numbers[WD_BEHIND];    /* of their channels */
    struct wd_framing answers; /* to them, since they are several */
    struct wd_framing framing; /* of a connected channel: of the request whose end is not known otherwise */
    uint32_t lock;             /* that of a process which has forked may be held by nobody here */
    uint8_t is_followed;       /* `framing` has read all since the first one began */
    uint8_t is_answered;       /* an answer to the first one has begun */
    uint8_t has_lost;          /* some are forgotten, or not known */
    uint8_t has_other;         /* one of these was not of the first one's type */
    uint8_t count;
};

#define WD_REST_UNKNOWN UINT64_MAX

struct wd_channel {
    uint32_t epoch; /* one more for each channel that has this number */
    int state;      /* enum wd_channel_state; atomic */
    uint8_t role;   /* enum wd_channel_role */
    uint8_t fresh;  /* nothing was sent on it before */
    uint8_t stdio_reads, stdio_writes;
    uint8_t is_messages, is_datagrams, is_left;
    uint64_t out_key, in_key;
    uint64_t looked_for;   /* `begun` of the table when nobody had sent on it */
    uint8_t was_somebodys; /* accepted: somebody who is recorded has sent on it */
    uint8_t is_nobodys;    /* nobody who is has sent what came last: so nobody reads who sends on it */
    struct wd_stream_place out, in;
    uint64_t way; /* for traffic.h; and the places of its last entries there */
    uint32_t traffic_out, traffic_in;

    whodunit_context context; /* of what was received last on it; of a connected one: what was sent last, too */
    whodunit_context from;    /* that, as the sender named it */
    whodunit_context sent;    /* the last context that was sent */
    uint8_t sent_loss;        /* enum wd_stream_loss: it was not known */
    uint8_t has_answered;     /* to transactions that this process has begun */

    /* Of a loop's, where nobody says who asks: sources.h. */
    uint8_t is_answered;    /* something was received since it was sent on */
    uint8_t is_icaps;       /* a request of ICAP was begun there last: all is that one's until the next one begins */
    const void *sent_until; /* the end of the bytes that were sent last; NULL: they were in pieces */

    /* The request on an accepted channel. */
    uint8_t open;       /* received, and nothing answered yet */
    uint8_t unanswered; /* how many, of a loop's whose messages are kept apart */
    uint8_t passed_on;  /* by a loop, to a channel that it made */
    uint32_t requests;  /* how many it has received */
    uint8_t loss;       /* enum wd_stream_loss: it is not known under which context; AGREE: others came before it was
                        * answered, so whose the answers are */
    uint8_t naming;     /* enum wd_request */
    uint8_t is_tls;     /* its bytes are shown decrypted: the head is of those */
    uint8_t is_interim; /* what was sent last of them is no answer yet */
    uint8_t is_tunnel;  /* its protocol was switched: all that comes is that request's */
    uint8_t connects;   /* it is asked to be one, by CONNECT */
    uint8_t is_shown;   /* a request has begun in them, and nothing is answered there yet */
    uint8_t goes_on;    /* a task gets what is shown next together with what was shown last */
    uint8_t answers_in_turn; /* another protocol's commands: who reads on has answered all */
    const void *answered_by; /* its wd_thread: who has sent last */
    const void *received_by; /* who has received last */
    uint64_t missing;        /* of the request, for workers.h: how many bytes; UINT64_MAX: that is not known */
    uint8_t has_same_line;   /* as the request before */
    uint8_t is_loops;        /* a loop has received it */
    uint8_t are_several;     /* came one behind another: behind.h */
    uint8_t has_missed;      /* some that came so were not counted: how many are answered is not known any more */
    uint64_t came, is_long;  /* bytes since the last answer; as many as that one request has, 0: that is not known */
    struct wd_multiplexed *streams; /* HTTP/2's, each a request of its own; NULL: one follows the other */
    uint32_t head_length;
    uint32_t line_length; /* of the line that named the last one; 0: the head may not begin with it any more */
    whodunit_context line_remote, line_context; /* below what, and as what */
    uint64_t target;                            /* targets.c: of which of its requests, and hashes; atomic */

    /* Of a virtual machine's: shared.h. */
    uint8_t is_shared, has_sent;
    whodunit_context asks; /* who has sent, and no answer has come yet; atomic */

    uint64_t later, later_until; /* whose is what is sent before the thread's next wait: tasks.c */

    struct wd_request_id copy; /* another descriptor of it, which was made of this one; see duplicates.h */

    struct wd_request_id bound; /* of a connected one in a loop: whose bytes were sent last */
    uint32_t bound_request;     /* which one of that channel's */
    uint32_t alone;             /* bytes of a receive that has brought one request, of line_length; 0: none has */
    uint64_t begins;            /* loop.h: how long the request is that is just being sent; 0: none is begun */
    uint64_t rest;              /* of the one that was begun there last, not sent yet; WD_REST_UNKNOWN: of any length */
    unsigned char recent[32];   /* how what was received last begins */
    uint32_t recent_length;
    /* Another channel that has the number does not begin these anew; behind.c does it, under its lock. */
    struct wd_behind behind;
    unsigned char head[WD_REQUEST_HEAD];
};

#define WD_CHANNEL_CHUNK 256

/* Above all descriptors are numbers of requests that share a connection: multiplexed.c. */
enum { WD_CHANNEL_STREAMS = 4096, WD_CHANNELS = WD_DESCRIPTORS + WD_CHANNEL_STREAMS };
extern struct wd_channel *wd_channel_chunks[WD_CHANNELS / WD_CHANNEL_CHUNK];
WD_APART struct wd_channel *wd_channel_reserve(int fd);

/* Its state, NULL where no memory is to be had or the number is too large. Signal-safe. */
static inline struct wd_channel *wd_channel(int fd)
{
    unsigned number = (unsigned)fd;
    struct wd_channel *chunk =
        number < WD_CHANNELS ? __atomic_load_n(&wd_channel_chunks[number / WD_CHANNEL_CHUNK], __ATOMIC_ACQUIRE) : NULL;
    return __builtin_expect(chunk != NULL, 1) ? &chunk[number % WD_CHANNEL_CHUNK] : wd_channel_reserve(fd);
}

/* The number is another channel's from now on. */
void wd_channel_begin(struct wd_channel *channel, enum wd_channel_role role, int fresh);

/* Finds out what it is, if that is not known. False: it cannot be followed (yet). */
int wd_channel_identify(struct wd_channel *channel, int fd, int *is_none);

/* The streams, looked for anew where they are another channel's by now. */
WD_APART const struct wd_stream_place *wd_channel_join(struct wd_channel *channel);
static inline const struct wd_stream_place *wd_channel_out(struct wd_channel *channel)
{
    return channel->out_key && !wd_stream_holds(&channel->out, channel->out_key) ? wd_channel_join(channel)
                                                                                 : &channel->out;
}

/* An accepted one has brought something: from nobody who is recorded, or from somebody. Whoever is recorded notes what
 * he sends before it leaves; so where nobody has, nobody will look for what is sent there, and it is not noted. If
 * somebody comes after all, it is not known what he has read of it. */
static inline void wd_channel_came_from(struct wd_channel *channel, int is_nobody)
{
    channel->was_somebodys |= (uint8_t)!is_nobody;
    is_nobody &= !channel->was_somebodys; /* who has noted what he sends will go on */
    if (channel->is_nobodys != is_nobody)
        wd_stream_lose(wd_channel_out(channel), WD_LOSS_UNSEEN);
    channel->is_nobodys = (uint8_t)is_nobody;
}

/* Has nobody at all begun to send anywhere since something came from nobody? */
static inline int wd_channel_is_still_nobodys(const struct wd_channel *channel)
{
    return channel->is_nobodys && channel->looked_for == __atomic_load_n(&wd_channels_memory->begun, __ATOMIC_ACQUIRE);
}

WD_APART void wd_channel_look_for_in(struct wd_channel *channel, uint64_t begun);
static inline const struct wd_stream_place *wd_channel_in(struct wd_channel *channel)
{
    if (channel->in_key && !wd_stream_holds(&channel->in, channel->in_key)) {
        uint64_t begun = __atomic_load_n(&wd_channels_memory->begun, __ATOMIC_ACQUIRE);
        if (channel->in.stream || channel->looked_for != begun)
            wd_channel_look_for_in(channel, begun);
    }
    return &channel->in;
}

#endif
