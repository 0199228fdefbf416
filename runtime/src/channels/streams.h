/* SPDX-License-Identifier: Apache-2.0 */
/*
 * streams.h: one direction of a channel in the shared table: senders note under
 * which context they send before the bytes leave, receivers look up what they
 * have read.
 *
 * Nothing here trusts that the other side is alive. Where several send at once
 * under different contexts, or several receive, the order in which the kernel
 * took them is not known: then neither is the context.
 */
#ifndef WD_CHANNELS_STREAMS_H
#define WD_CHANNELS_STREAMS_H

#include <stddef.h>

#include "channels/memory.h"
#include "traffic/loss.h"

/* A stream and the generation in which it was found: it is another channel's when that has changed. */
struct wd_stream_place {
    struct wd_stream *stream; /* NULL: none */
    uint32_t generation;
};

/* What somebody has sent with this key and nobody has given up; else no place. */
struct wd_stream_place wd_stream_find(uint64_t key);

/* For a sender. `fresh`: the channel is new, whatever is noted of its key is of another one. Else what is noted goes
 * on, if it agrees with `unread`: what has been sent, and nobody has read. No place where the table is full. */
#define WD_UNREAD_UNKNOWN UINT64_MAX
struct wd_stream_place wd_stream_join(uint64_t key, int fresh, uint64_t unread);

static inline int wd_stream_holds(const struct wd_stream_place *place, uint64_t key)
{
    return place->stream && __atomic_load_n(&place->stream->generation, __ATOMIC_ACQUIRE) == place->generation &&
           __atomic_load_n(&place->stream->key, __ATOMIC_RELAXED) == key;
}

/* How its senders' end came about: whoever gets a descriptor of it from another process can ask. */
enum wd_stream_role { WD_STREAM_ROLE_UNKNOWN, WD_STREAM_ACCEPTED, WD_STREAM_CONNECTED };
void wd_stream_says_role(const struct wd_stream_place *place, enum wd_stream_role role);
enum wd_stream_role wd_stream_role(uint64_t key);

/* Around a call that sends `size`. Begin notes the context; end, what the call has done. */
struct wd_sending {
    struct wd_stream_place place;
    uint64_t size;
};
void wd_stream_send_begin(struct wd_sending *sending, const struct wd_stream_place *place, uint64_t uid,
                          uint32_t synopsis, uint64_t size);
void wd_stream_send_end(struct wd_sending *sending, uint64_t sent);

/* From here on what is noted cannot be trusted. */
void wd_stream_lose(const struct wd_stream_place *place, enum wd_stream_loss loss);

/* Around a call that receives. */
struct wd_receiving {
    struct wd_stream_place place;
    uint64_t received;
    uint64_t receivers; /* with this one; 0 in the lower half: it was alone */
};
void wd_stream_receive_enters(struct wd_receiving *receiving);
static inline void wd_stream_receive_begin(struct wd_receiving *receiving, const struct wd_stream_place *place)
{
    receiving->place = *place;
    if (place->stream)
        wd_stream_receive_enters(receiving);
}

struct wd_sender {
    enum wd_stream_loss loss; /* NONE: the following holds */
    int known;                /* has somebody noted what was received? */
    int mixed;                /* there are other contexts in what was received; this is the first one */
    uint64_t at;              /* where it is in the stream */
    uint64_t uid;
    uint32_t synopsis;
};
void wd_stream_receive_leaves(struct wd_receiving *receiving, uint64_t received, struct wd_sender *sender);
static inline void wd_stream_receive_end(struct wd_receiving *receiving, uint64_t received, struct wd_sender *sender)
{
    *sender = (struct wd_sender){ 0 };
    if (receiving->place.stream)
        wd_stream_receive_leaves(receiving, received, sender);
}

/* What was received there, by who has sent it: how many parts there are, 0 where that is not known any more. */
struct wd_part {
    uint64_t length, uid;
    uint32_t synopsis;
};
size_t wd_stream_parts(const struct wd_stream_place *place, uint64_t at, uint64_t length, struct wd_part *parts,
                       size_t most);

#endif
