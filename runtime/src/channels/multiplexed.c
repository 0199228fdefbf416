/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/multiplexed.h"

#include <stddef.h>

#include "channels/chains.h"
#include "channels/multiplexed_streams.h"
#include "channels/naming.h"
#include "channels/work.h"
#include "health.h"
#include "http2/memory.h"

static const struct wd_http2_listener listener;

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
    struct wd_multiplexed *the = wd_streams_take();
    if (!the)
        return 0;
    the->connection = channel;
    if (!wd_http2_requests_begin(&the->requests, &listener)) {
        wd_streams_give_back(the);
        return 0;
    }
    channel->open = 0;
    channel->naming = WD_REQUEST_OTHER;
    __atomic_store_n(&channel->streams, the, __ATOMIC_RELEASE);
    return 1;
}

int wd_multiplexed_end(struct wd_channel *channel)
{
    struct wd_multiplexed *the = wd_streams_locked(channel, offsetof(struct wd_multiplexed, is_passed_over));
    int was_served = 0;
    __atomic_store_n(&channel->streams, NULL, __ATOMIC_RELEASE);
    if (!the)
        return 0;
    while (the->count > 0) {
        int number = the->streams[the->count - 1].number;
        was_served |= wd_works_for(wd_channel(number), number);
        wd_streams_forget_last(the);
    }
    wd_http2_requests_end(&the->requests);
    wd_short_unlock(&the->lock);
    wd_streams_give_back(the);
    return was_served;
}

static void request(void *user, uint32_t id, const unsigned char *head, size_t n)
{
    struct wd_multiplexed *the = user;
    const struct wd_channel *connection = the->connection;
    int number;
    struct wd_channel *channel = wd_streams_open(the, id, &number);
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
    wd_streams_choose(&the->choice, number, WD_CHOICE_REQUEST);
}

static void more(void *user, uint32_t id)
{
    struct wd_multiplexed *the = user;
    wd_streams_choose(&the->choice, wd_streams_number_of(the, id), WD_CHOICE_MORE);
}

static void body(void *user, uint32_t id, const unsigned char *bytes, size_t n)
{
    int number = wd_streams_number_of(user, id);
    if (number >= 0)
        wd_request_keep_first(wd_channel(number), bytes, n);
}

static void reset(void *user, uint32_t id)
{
    int number = wd_streams_number_of(user, id);
    more(user, id);
    if (number >= 0)
        wd_channel(number)->open = 0;
}

static const struct wd_http2_listener listener = { request, more, body, reset };

/* Under the connection's lock: the thread works for what was read. What tells nothing, as room for answers at all, is
 * of the only request that is open, if there is one. */
static void work(struct wd_multiplexed *the, int fd)
{
    struct wd_channel *connection = the->connection;
    struct wd_choice *choice = &the->choice;
    if (choice->number < 0 && the->count == 1)
        wd_streams_choose(choice, the->streams[0].number, WD_CHOICE_MORE);
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
    wd_streams_forget_those_that_are_over(the);
}

static void show(void *user, const void *bytes, size_t n)
{
    struct wd_multiplexed *the = user;
    if (!wd_http2_requests_read(&the->requests, bytes, n, the))
        count(the);
}

static struct wd_multiplexed *begin_reading(struct wd_channel *channel)
{
    struct wd_multiplexed *the = wd_streams_locked(channel, offsetof(struct wd_multiplexed, is_passed_over));
    if (!the)
        return NULL;
    the->choice = (struct wd_choice){ -1, WD_CHOICE_NONE, 0 };
    if (__atomic_load_n(&the->is_passed_over, __ATOMIC_RELAXED))
        the->requests.is_lost = 1;
    return the;
}

whodunit_context wd_multiplexed_received(struct wd_channel *channel, const struct wd_transfer *t,
                                         whodunit_context remote, enum wd_stream_loss loss)
{
    channel->from = channel->context = remote;
    channel->loss = (uint8_t)loss;
    struct wd_multiplexed *the = channel->is_tls ? NULL : begin_reading(channel);
    if (!the)
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
    struct wd_multiplexed *the = begin_reading(channel);
    if (!the)
        return;
    show(the, bytes, n);
    work(the, fd);
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
    wd_streams_after_fork();
    wd_http2_memory_after_fork();
}
