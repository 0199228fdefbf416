/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/multiplexed.h"

#include <stddef.h>

#include "channels/chains.h"
#include "channels/multiplexed_streams.h"
#include "channels/naming.h"
#include "channels/work.h"
#include "propagation/proxy_header.h"

static const struct wd_http2_listener listener;

/* A whole header of the PROXY protocol; 0: they do not begin with one. */
static size_t proxy_header(const uint8_t *bytes, size_t n)
{
    struct wd_proxy_header header = { 0 };
    size_t left = n;
    return wd_proxy_header_take(&header, &bytes, &left) == WD_PROXY_HEADER_DONE ? n - left : 0;
}

int wd_multiplexed_begin(struct wd_channel *channel, const void *bytes, size_t n)
{
    if (wd_propagation_hosted)
        return 0;
    size_t leading = wd_request_is_http2(bytes, n) ? 0 : proxy_header(bytes, n);
    if (!wd_request_is_http2((const unsigned char *)bytes + leading, n - leading))
        return 0;
    struct wd_multiplexed *the = wd_streams_take();
    if (!the)
        return 0;
    the->connection = channel;
    the->leading = leading;
    if (!wd_http2_requests_begin(&the->requests, &listener)) {
        wd_streams_give_back(the);
        return 0;
    }
    channel->open = 0;
    channel->naming = WD_REQUEST_OTHER;
    __atomic_store_n(&channel->streams, the, __ATOMIC_RELEASE);
    return 1;
}

static void request(void *user, uint32_t id, const unsigned char *head, size_t n)
{
    struct wd_multiplexed *the = user;
    const struct wd_channel *connection = the->connection;
    int number;
    struct wd_channel *channel = wd_streams_open(the, id, &number);
    if (!channel) {
        wd_streams_choose(&the->choice, -1, WD_CHOICE_REQUEST);
        wd_streams_have_no_names(the);
        wd_streams_began(the, -1);
        return;
    }
    channel->loss = connection->loss;
    channel->from = channel->context = connection->from;
    channel->naming = connection->loss                  ? WD_REQUEST_OTHER
                      : wd_chain_type(connection->from) ? WD_REQUEST_NAMED
                                                        : WD_REQUEST_MORE;
    wd_request_keep(channel, head, n);
    wd_request_name_by_head(channel, connection->from);
    wd_request_opens(channel, number);
    wd_streams_began(the, number);
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

static void begin_work(whodunit_context context, uint8_t loss, int fd, const struct wd_channel *channel)
{
    wd_work_begin(loss ? wd_work_unknown((enum wd_stream_loss)loss) : context, fd, channel);
    wd_work.loss = loss;
}

/* Under the connection's lock: the thread works for what was read. What is of no stream, as a larger window for all
 * answers, is of the only request that is open, if there is one. */
static void work(struct wd_multiplexed *the, int fd)
{
    struct wd_channel *connection = the->connection;
    struct wd_choice *choice = &the->choice;
    if (choice->rank == WD_CHOICE_NONE && !choice->has_unknown && !the->requests.is_lost && the->count == 1)
        wd_streams_choose(choice, the->streams[0].number, WD_CHOICE_MORE);
    if (choice->several || (choice->rank == WD_CHOICE_MORE && choice->has_unknown && the->leaves_out)) {
        connection->context = WHODUNIT_ROOT;
        begin_work(WHODUNIT_ROOT, WD_LOSS_AGREE, fd, connection);
    } else if (choice->rank != WD_CHOICE_NONE) {
        const struct wd_channel *stream = wd_channel(choice->stream.fd);
        connection->context = stream->context;
        begin_work(stream->context, stream->loss, choice->stream.fd, stream);
    } else {
        connection->context = connection->from;
        begin_work(connection->from, connection->loss, fd, connection);
    }
    wd_streams_forget_those_that_are_over(the);
}

static void show(void *user, const void *bytes, size_t n)
{
    struct wd_multiplexed *the = user;
    size_t leading = n < the->leading ? n : the->leading;
    the->leading -= leading;
    if (!wd_http2_requests_read(&the->requests, (const unsigned char *)bytes + leading, n - leading, the))
        wd_streams_have_no_names(the);
}

static struct wd_multiplexed *begin_reading(struct wd_channel *channel)
{
    struct wd_multiplexed *the = wd_streams_locked(channel, offsetof(struct wd_multiplexed, is_passed_over));
    if (!the)
        return NULL;
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
    the->choice = (struct wd_choice){ .stream.fd = -1 };
    if (t->seen < (size_t)t->n)
        the->requests.is_lost = 1;
    wd_transfer_show(t, show, the);
    work(the, t->fd);
    wd_streams_unlock(the);
    return channel->context;
}

void wd_multiplexed_decrypted(struct wd_channel *channel, int fd, const void *bytes, size_t n)
{
    struct wd_multiplexed *the = begin_reading(channel);
    if (!the)
        return;
    if (!channel->goes_on)
        the->choice = (struct wd_choice){ .stream.fd = -1 };
    show(the, bytes, n);
    work(the, fd);
    wd_streams_unlock(the);
}

int wd_multiplexed_last(const struct wd_channel *channel, struct wd_last_request *out)
{
    const struct wd_multiplexed *the = __atomic_load_n(&channel->streams, __ATOMIC_ACQUIRE);
    if (!the)
        return 0;
    *out = the->last;
    if (the->had_several || !the->last.request.epoch || out->loss)
        *out = (struct wd_last_request){ { .fd = -1 }, 0, wd_work_unknown(WD_LOSS_AGREE), WD_LOSS_AGREE };
    return 1;
}

struct wd_channel *wd_multiplexed_request(struct wd_channel *channel, int *fd)
{
    struct wd_channel *stream = wd_work.serving.fd >= WD_DESCRIPTORS ? wd_channel(wd_work.serving.fd) : NULL;
    if (!channel->streams || !stream)
        return channel;
    *fd = wd_work.serving.fd;
    return stream;
}
