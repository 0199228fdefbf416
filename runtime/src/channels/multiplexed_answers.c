/* SPDX-License-Identifier: Apache-2.0 */
/* What a server sends on a connection whose requests share it. */
#include <stddef.h>

#include "channels/chains.h"
#include "channels/loop.h"
#include "channels/multiplexed.h"
#include "channels/multiplexed_streams.h"
#include "channels/pieces.h"
#include "channels/work.h"
#include "http2/head.h"

#define LOOKED_AT 2048 /* bytes of what is about to be sent, where nobody has copied it */

static void answers(void *user, uint32_t id)
{
    struct wd_multiplexed *the = user;
    wd_streams_choose(&the->is_answered, wd_streams_number_of(the, id), WD_CHOICE_MORE);
}

static void answered(void *user, uint32_t id)
{
    struct wd_multiplexed *the = user;
    int number = wd_streams_number_of(the, id);
    if (number >= 0)
        wd_channel(number)->open = 0;
}

static void lets_remember(void *user, uint32_t bytes)
{
    struct wd_multiplexed *the = user;
    if (wd_http2_head_remembers(the->requests.head, bytes))
        return;
    the->requests.is_lost = 1;
    wd_streams_have_no_names(the);
}

static const struct wd_http2_answer_listener listener = { answers, answered, lets_remember };

static void nothing(void *user, uint32_t what)
{
    (void)user, (void)what;
}

/* Of what is about to be sent, and may not be. */
static const struct wd_http2_answer_listener ahead_listener = { answers, nothing, nothing };

static struct wd_multiplexed *begin_with_answers(struct wd_channel *channel)
{
    struct wd_multiplexed *the = wd_streams_locked(channel, offsetof(struct wd_multiplexed, are_answers_passed_over));
    if (!the)
        return NULL;
    the->answers.listener = &listener;
    if (__atomic_load_n(&the->are_answers_passed_over, __ATOMIC_RELAXED))
        the->answers.frames.is_lost = 1;
    return the;
}

/* Under the connection's lock: looks ahead, of `n` bytes at the first `seen`. */
static void look_ahead(struct wd_multiplexed *the, const void *bytes, size_t seen, uint64_t n)
{
    struct wd_http2_answers ahead = the->answers;
    ahead.listener = &ahead_listener;
    if (ahead.frames.left > 0)
        answers(the, ahead.frames.frame.stream);
    if (!wd_http2_answers_read(&ahead, bytes, seen, the) || n - seen > ahead.frames.left)
        the->is_answered.several = 1;
}

void wd_multiplexed_encrypts(struct wd_channel *channel, const void *bytes, size_t n)
{
    struct wd_multiplexed *the = begin_with_answers(channel);
    if (!the)
        return;
    if (the->is_flushed) /* what was encrypted before may be sent with this */
        the->is_answered = (struct wd_choice){ .stream.fd = -1 };
    the->is_flushed = 0;
    look_ahead(the, bytes, n, n);
    wd_streams_unlock(the);
}

/* What a thread that works for one stream sends of another one has only been left from before. */
static int works_for_one_that_is_open(const struct wd_multiplexed *the)
{
    for (uint32_t i = 0; i < the->count; i++)
        if (wd_works_for(wd_channel(the->streams[i].number), the->streams[i].number))
            return 1;
    return 0;
}

/* Under the connection's lock. */
static enum wd_stream_loss works_for_answer(const struct wd_multiplexed *the, whodunit_context *context)
{
    const struct wd_choice *choice = &the->is_answered;
    const struct wd_channel *stream = wd_loop_request(&choice->stream);
    if (choice->rank == WD_CHOICE_NONE && !choice->has_unknown && !choice->several)
        return wd_work_loss(); /* of no stream */
    if (!stream || choice->several || choice->has_unknown)
        return WD_LOSS_AGREE;
    if (!stream->loss && stream->context) {
        *context = stream->context;
        if (wd_propagation_loops && !works_for_one_that_is_open(the))
            wd_work_sends(stream->context, choice->stream.fd, stream);
    }
    return (enum wd_stream_loss)stream->loss;
}

enum wd_stream_loss wd_multiplexed_sends(struct wd_channel *channel, const struct wd_transfer *t,
                                         whodunit_context *context)
{
    unsigned char bytes[LOOKED_AT];
    size_t n = channel->is_tls ? 0 : wd_pieces_copy(t->pieces, t->count, bytes, sizeof bytes);
    struct wd_multiplexed *the = begin_with_answers(channel);
    if (!the)
        return WD_LOSS_AGREE;
    if (!channel->is_tls) {
        the->is_answered = (struct wd_choice){ .stream.fd = -1 };
        look_ahead(the, bytes, n, wd_transfer_size(t));
    }
    the->is_flushed = 1;
    enum wd_stream_loss loss = works_for_answer(the, context);
    wd_streams_unlock(the);
    return loss;
}

static void show_answers(void *user, const void *bytes, size_t n)
{
    struct wd_multiplexed *the = user;
    wd_http2_answers_read(&the->answers, bytes, n, the);
}

/* Under the connection's lock, which is given back. Where nobody knows any more which answer ends, no request is known
 * from there on. */
static void end_with_answers(struct wd_multiplexed *the)
{
    if (the->answers.frames.is_lost) {
        the->requests.is_lost = 1;
        wd_streams_have_no_names(the);
        wd_streams_forget_all(the);
    }
    wd_streams_forget_those_that_are_over(the);
    wd_streams_unlock(the);
}

/* What the kernel encrypts itself (SSL_sendfile) is of one frame. */
void wd_multiplexed_sent(struct wd_channel *channel, const struct wd_transfer *t)
{
    struct wd_multiplexed *the = channel->is_tls && !t->size ? NULL : begin_with_answers(channel);
    if (!the)
        return;
    wd_transfer_show(t, show_answers, the);
    wd_http2_answers_pass(&the->answers, (uint64_t)t->n - t->seen, the);
    end_with_answers(the);
}

void wd_multiplexed_encrypted(struct wd_channel *channel, const void *bytes, size_t n)
{
    struct wd_multiplexed *the = begin_with_answers(channel);
    if (!the)
        return;
    show_answers(the, bytes, n);
    end_with_answers(the);
}
