/* SPDX-License-Identifier: Apache-2.0 */
/* multiplexed_streams.h: the streams of a connection (multiplexed.h), from its beginning to its end. All but the first
 * five functions under its lock. */
#ifndef WD_CHANNELS_MULTIPLEXED_STREAMS_H
#define WD_CHANNELS_MULTIPLEXED_STREAMS_H

#include "channels/channel.h"
#include "http2/answers.h"
#include "http2/requests.h"
#include "http2/short_lock.h"

#define WD_STREAMS_AT_ONCE 128 /* of one connection; of more the oldest are forgotten */

struct wd_http2_stream {
    uint32_t id;
    int number;
};

/* What some bytes are of. */
struct wd_choice {
    struct wd_request_id stream; /* its channel */
    int rank;                    /* a request that begins goes before more of an earlier one */
    int several;                 /* of different types: of none of them */
    int has_unknown;             /* of a stream that is not known, too */
};
enum { WD_CHOICE_NONE, WD_CHOICE_MORE, WD_CHOICE_REQUEST };

/* The request that began last, as it was then. */
struct wd_last_request {
    struct wd_request_id request; /* its channel */
    uint32_t requests;
    whodunit_context context;
    uint8_t loss; /* enum wd_stream_loss */
};

/* Memory of these is used for nothing else: a thread may still ask for the lock of one that another one has ended. */
struct wd_multiplexed {
    uint32_t lock;
    uint8_t is_passed_over, are_answers_passed_over; /* bytes, by a thread that could not have the lock; atomic */
    uint8_t is_over;                                 /* the connection is, and who has the lock ends it; atomic */
    struct wd_multiplexed *next;                     /* while it is not used */
    uint32_t count;
    struct wd_http2_stream streams[WD_STREAMS_AT_ONCE]; /* in the order of their beginning */
    struct wd_http2_requests requests;
    struct wd_http2_answers answers;
    uint8_t is_counted; /* among those whose requests have no names */
    uint8_t leaves_out; /* requests that are open: there were too many */
    struct wd_channel *connection;
    size_t leading;          /* bytes of a PROXY header, which come before the connection's, and were not read yet */
    struct wd_choice choice; /* while bytes are read */
    struct wd_choice is_answered; /* what is about to be sent */
    uint8_t is_flushed;           /* within TLS: some of that has been sent */
    struct wd_last_request last;
    uint8_t had_several; /* requests of different types were open at once */
};

/* One that nobody uses, without anything in it but its lock; NULL: no memory is left. */
struct wd_multiplexed *wd_streams_take(void);
void wd_streams_give_back(struct wd_multiplexed *the);

/* The streams of the channel, locked; NULL: they are over, or somebody else has them, which is noted at `passed_over`,
 * an offset. */
struct wd_multiplexed *wd_streams_locked(struct wd_channel *channel, size_t passed_over);
void wd_streams_unlock(struct wd_multiplexed *the);

/* The channel's connection is over; at once, or as soon as who has the lock is done. Whether the thread has worked for
 * one of its streams, so far as is known. */
int wd_streams_end(struct wd_channel *channel);

/* A request has begun: its channel and number, or NULL. */
struct wd_channel *wd_streams_open(struct wd_multiplexed *the, uint32_t id, int *number);

/* That of this number is the last one now; -1: of one that is not known. */
void wd_streams_began(struct wd_multiplexed *the, int number);

/* -1: it is not known. */
int wd_streams_number_of(const struct wd_multiplexed *the, uint32_t id);

/* Those that are not open any more, or all. */
void wd_streams_forget_those_that_are_over(struct wd_multiplexed *the);
void wd_streams_forget_all(struct wd_multiplexed *the);

/* Some requests of the connection have no names: it is counted, once. */
void wd_streams_have_no_names(struct wd_multiplexed *the);

/* Something of this number was read. -1: of a stream that is not known. */
void wd_streams_choose(struct wd_choice *choice, int number, int rank);

/* In a forked child. */
void wd_streams_after_fork(void);

#endif
