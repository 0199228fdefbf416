/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/multiplexed.h"

#include <string.h>

#include "channels/chains.h"
#include "channels/naming.h"
#include "channels/pieces.h"
#include "channels/stream_numbers.h"
#include "channels/work.h"
#include "health.h"
#include "http2/answers.h"
#include "http2/head.h"
#include "http2/memory.h"
#include "http2/requests.h"
#include "http2/short_lock.h"

#define STREAMS 128    /* of one connection; of more the oldest are forgotten */
#define LOOKED_AT 2048 /* bytes of what is about to be sent, where nobody has copied it */

struct stream {
    uint32_t id;
    int number;
};

/* What some bytes are of. */
struct choice {
    int number;  /* -1: no stream that is known */
    int rank;    /* a request that begins goes before more of an earlier one */
    int several; /* of different types: of none of them */
};
enum { NONE, MORE, REQUEST };

struct wd_multiplexed {
    uint32_t lock;
    uint32_t count;
    struct stream streams[STREAMS]; /* in the order of their beginning */
    struct wd_http2_requests requests;
    struct wd_http2_answers answers;
    uint8_t is_counted; /* among those whose requests have no names */
    struct wd_channel *connection;
    struct choice choice;      /* while bytes are read */
    struct choice is_answered; /* what is about to be sent */
};

static const struct wd_http2_listener listener;
static const struct wd_http2_answer_listener answer_listener;

static void count(struct wd_multiplexed *the)
{
    if (!the->is_counted)
        wd_health_add(WD_HEALTH_MESSAGES_HTTP2, 1);
    the->is_counted = 1;
}

int wd_multiplexed_begin(struct wd_channel *channel, const void *bytes, size_t n)
{
    if (wd_propagation_hosted || !wd_request_is_http2(bytes, n))
        return 0;
    struct wd_multiplexed *the = wd_http2_allocate(sizeof *the);
    if (!the)
        return 0;
    memset(the, 0, sizeof *the);
    the->connection = channel;
    the->answers.listener = &answer_listener;
    if (!wd_http2_requests_begin(&the->requests, &listener)) {
        wd_http2_free(the);
        return 0;
    }
    channel->open = 0;
    channel->naming = WD_REQUEST_OTHER;
    channel->streams = the;
    return 1;
}

static void forget(struct wd_multiplexed *the, uint32_t at)
{
    struct wd_channel *channel = wd_channel(the->streams[at].number);
    channel->open = channel->passed_on = 0;
    wd_stream_number_give_back(the->streams[at].number);
    the->count--;
    memmove(&the->streams[at], &the->streams[at + 1], (the->count - at) * sizeof *the->streams);
}

static void forget_those_that_are_over(struct wd_multiplexed *the)
{
    for (uint32_t i = the->count; i-- > 0;)
        if (!wd_channel(the->streams[i].number)->open)
            forget(the, i);
}

int wd_multiplexed_end(struct wd_channel *channel)
{
    struct wd_multiplexed *the = channel->streams;
    int was_served = 0;
    if (!the)
        return 0;
    channel->streams = NULL;
    while (the->count > 0) {
        int number = the->streams[the->count - 1].number;
        was_served |= wd_works_for(wd_channel(number), number);
        forget(the, the->count - 1);
    }
    wd_http2_requests_end(&the->requests);
    wd_http2_free(the);
    return was_served;
}

static int number_of(const struct wd_multiplexed *the, uint32_t id)
{
    for (uint32_t i = the->count; i-- > 0;)
        if (the->streams[i].id == id)
            return the->streams[i].number;
    return -1;
}

static int are_of_one_type(const struct wd_channel *a, const struct wd_channel *b)
{
    return a->loss == b->loss && wd_chain_kind(a->context) == wd_chain_kind(b->context);
}

static void choose(struct choice *choice, int number, int rank)
{
    if (number < 0 || rank < choice->rank)
        return;
    int is_other = rank == choice->rank && !are_of_one_type(wd_channel(choice->number), wd_channel(number));
    *choice = (struct choice){ number, rank, is_other || (rank == choice->rank && choice->several) };
}

static struct wd_channel *open_stream(struct wd_multiplexed *the, uint32_t id, int *number)
{
    *number = wd_stream_number_take();
    struct wd_channel *channel = *number < 0 ? NULL : wd_channel(*number);
    if (!channel)
        return NULL;
    if (the->count == STREAMS)
        forget(the, 0);
    the->streams[the->count++] = (struct stream){ id, *number };
    wd_channel_begin(channel, WD_CHANNEL_ACCEPTED, 1);
    return channel;
}

static void request(void *user, uint32_t id, const unsigned char *head, size_t n)
{
    struct wd_multiplexed *the = user;
    const struct wd_channel *connection = the->connection;
    int number;
    struct wd_channel *channel = open_stream(the, id, &number);
    if (!channel) {
        count(the);
        return;
    }
    channel->loss = connection->loss;
    channel->from = channel->context = connection->from;
    channel->naming = connection->loss                  ? WD_REQUEST_OTHER
                      : wd_chain_type(connection->from) ? WD_REQUEST_NAMED
                                                        : WD_REQUEST_MORE;
    channel->head_length = 0;
    wd_request_keep(channel, head, n);
    wd_request_name_by_head(channel, connection->from);
    wd_request_opens(channel, number);
    choose(&the->choice, number, REQUEST);
}

static void more(void *user, uint32_t id)
{
    struct wd_multiplexed *the = user;
    choose(&the->choice, number_of(the, id), MORE);
}

static void body(void *user, uint32_t id, const unsigned char *bytes, size_t n)
{
    int number = number_of(user, id);
    if (number >= 0)
        wd_request_keep_first(wd_channel(number), bytes, n);
}

static void reset(void *user, uint32_t id)
{
    int number = number_of(user, id);
    more(user, id);
    if (number >= 0)
        wd_channel(number)->open = 0;
}

static const struct wd_http2_listener listener = { request, more, body, reset };

static void answers(void *user, uint32_t id)
{
    struct wd_multiplexed *the = user;
    choose(&the->is_answered, number_of(the, id), MORE);
}

static void answered(void *user, uint32_t id)
{
    struct wd_multiplexed *the = user;
    int number = number_of(the, id);
    if (number >= 0)
        wd_channel(number)->open = 0;
}

static void lets_remember(void *user, uint32_t bytes)
{
    struct wd_multiplexed *the = user;
    if (!wd_http2_head_remembers(the->requests.head, bytes))
        the->requests.is_lost = 1;
}

static const struct wd_http2_answer_listener answer_listener = { answers, answered, lets_remember };

/* Under the connection's lock: the thread works for what was read. What tells nothing, as room for answers at all, is
 * of the only request that is open, if there is one. */
static void work(struct wd_multiplexed *the, int fd)
{
    struct wd_channel *connection = the->connection;
    struct choice *choice = &the->choice;
    if (choice->number < 0 && the->count == 1)
        choose(choice, the->streams[0].number, MORE);
    connection->context = connection->from;
    if (choice->several) {
        wd_work_begin(wd_work_unknown(WD_LOSS_AGREE), fd, connection);
        wd_work.loss = WD_LOSS_AGREE;
        connection->context = WHODUNIT_ROOT;
    } else if (choice->number >= 0) {
        const struct wd_channel *stream = wd_channel(choice->number);
        enum wd_stream_loss loss = (enum wd_stream_loss)stream->loss;
        connection->context = stream->context;
        wd_work_begin(loss ? wd_work_unknown(loss) : stream->context, choice->number, stream);
        wd_work.loss = (uint8_t)loss;
    } else
        wd_work_begin(connection->from, fd, connection);
    forget_those_that_are_over(the);
}

static void show(void *user, const void *bytes, size_t n)
{
    struct wd_multiplexed *the = user;
    if (!wd_http2_requests_read(&the->requests, bytes, n, the))
        count(the);
}

static int begin_reading(struct wd_multiplexed *the)
{
    if (!wd_short_lock(&the->lock)) {
        the->requests.is_lost = the->answers.frames.is_lost = 1;
        count(the);
        return 0;
    }
    the->choice = (struct choice){ -1, NONE, 0 };
    return 1;
}

whodunit_context wd_multiplexed_received(struct wd_channel *channel, const struct wd_transfer *t,
                                         whodunit_context remote, enum wd_stream_loss loss)
{
    struct wd_multiplexed *the = channel->streams;
    channel->from = channel->context = remote;
    channel->loss = (uint8_t)loss;
    if (channel->is_tls || !begin_reading(the))
        return channel->context;
    if (t->seen < (size_t)t->n)
        the->requests.is_lost = 1;
    wd_transfer_show(t, show, the);
    work(the, t->fd);
    wd_short_unlock(&the->lock);
    return channel->context;
}

void wd_multiplexed_decrypted(struct wd_channel *channel, int fd, const void *bytes, size_t n)
{
    struct wd_multiplexed *the = channel->streams;
    if (!begin_reading(the))
        return;
    show(the, bytes, n);
    work(the, fd);
    wd_short_unlock(&the->lock);
}

/* Under the connection's lock: looks ahead, of `n` bytes at the first `seen`. */
static void look_ahead(struct wd_multiplexed *the, const void *bytes, size_t seen, uint64_t n)
{
    struct wd_http2_answers ahead = the->answers;
    the->is_answered = (struct choice){ -1, NONE, 0 };
    if (ahead.frames.left > 0)
        answers(the, ahead.frames.frame.stream);
    if (!wd_http2_answers_read(&ahead, bytes, seen, the) || n - seen > ahead.frames.left)
        the->is_answered.several = 1;
}

void wd_multiplexed_encrypts(struct wd_channel *channel, const void *bytes, size_t n)
{
    struct wd_multiplexed *the = channel->streams;
    if (!wd_short_lock(&the->lock))
        return;
    look_ahead(the, bytes, n, n);
    wd_short_unlock(&the->lock);
}

static uint64_t size_of(const struct wd_transfer *t)
{
    uint64_t size = t->size;
    for (size_t i = 0; i < t->count; i++)
        size += t->pieces[i].iov_len;
    return size;
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
    const struct choice *choice = &the->is_answered;
    if (choice->several)
        return WD_LOSS_AGREE;
    const struct wd_channel *stream = choice->number < 0 ? NULL : wd_channel(choice->number);
    if (!stream)
        return wd_work_loss();
    if (!stream->loss && stream->context) {
        *context = stream->context;
        if (wd_propagation_loops && !works_for_one_that_is_open(the))
            wd_work_sends(stream->context, choice->number, stream);
    }
    return (enum wd_stream_loss)stream->loss;
}

enum wd_stream_loss wd_multiplexed_sends(struct wd_channel *channel, const struct wd_transfer *t,
                                         whodunit_context *context)
{
    struct wd_multiplexed *the = channel->streams;
    unsigned char bytes[LOOKED_AT];
    size_t n = channel->is_tls ? 0 : wd_pieces_copy(t->pieces, t->count, bytes, sizeof bytes);
    if (!wd_short_lock(&the->lock))
        return WD_LOSS_AGREE;
    if (!channel->is_tls)
        look_ahead(the, bytes, n, size_of(t));
    enum wd_stream_loss loss = works_for_answer(the, context);
    wd_short_unlock(&the->lock);
    return loss;
}

static void show_answers(void *user, const void *bytes, size_t n)
{
    struct wd_multiplexed *the = user;
    wd_http2_answers_read(&the->answers, bytes, n, the);
}

static int begin_to_show_answers(struct wd_multiplexed *the)
{
    if (wd_short_lock(&the->lock))
        return 1;
    the->answers.frames.is_lost = 1;
    return 0;
}

void wd_multiplexed_sent(struct wd_channel *channel, const struct wd_transfer *t)
{
    struct wd_multiplexed *the = channel->streams;
    if (channel->is_tls || !begin_to_show_answers(the))
        return;
    wd_transfer_show(t, show_answers, the);
    wd_http2_answers_pass(&the->answers, (uint64_t)t->n - t->seen, the);
    forget_those_that_are_over(the);
    wd_short_unlock(&the->lock);
}

void wd_multiplexed_encrypted(struct wd_channel *channel, const void *bytes, size_t n)
{
    struct wd_multiplexed *the = channel->streams;
    if (!begin_to_show_answers(the))
        return;
    show_answers(the, bytes, n);
    forget_those_that_are_over(the);
    wd_short_unlock(&the->lock);
}

struct wd_channel *wd_multiplexed_request(struct wd_channel *channel, int *fd)
{
    struct wd_channel *stream = wd_work.serving.fd >= WD_DESCRIPTORS ? wd_channel(wd_work.serving.fd) : NULL;
    if (!channel->streams || !stream)
        return channel;
    *fd = wd_work.serving.fd;
    return stream;
}

void wd_multiplexed_after_fork(void)
{
    wd_http2_memory_after_fork();
}
