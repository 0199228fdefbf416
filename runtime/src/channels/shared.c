/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/shared.h"

#include <string.h>

#include "channels/pieces.h"
#include "channels/request.h"

#define LOOKED_AT 2048 /* bytes: a TLS client's first message is rarely longer */
#define ANSWER 512     /* bytes of an answer's head */

static enum wd_stream_loss lose(struct wd_channel *channel)
{
    channel->is_shared = 1;
    wd_stream_lose(wd_channel_out(channel), WD_LOSS_SHARED); /* what nobody has received yet, as well */
    return WD_LOSS_SHARED;
}

static int begins_shared(const struct wd_transfer *t)
{
    unsigned char sent[LOOKED_AT];
    size_t n = wd_pieces_copy(t->pieces, t->count, sent, sizeof sent);
    return wd_request_is_http2(sent, n) || wd_request_offers_http2(sent, n);
}

/* A thread without a context counts as another one. What such a thread sends where nothing is awaited asks for nobody:
 * pools make connections ahead. */
static int sends_for_another(struct wd_channel *channel, whodunit_context context)
{
    whodunit_context asks = __atomic_load_n(&channel->asks, __ATOMIC_ACQUIRE);
    if (asks != context && context != WHODUNIT_ROOT)
        asks = __atomic_exchange_n(&channel->asks, context, __ATOMIC_ACQ_REL);
    return asks != WHODUNIT_ROOT && asks != context;
}

enum wd_stream_loss wd_shared_sends(struct wd_channel *channel, const struct wd_transfer *t, whodunit_context context)
{
    if (channel->is_shared)
        return WD_LOSS_SHARED;
    int is_first = !channel->has_sent;
    channel->has_sent = 1;
    if ((is_first && begins_shared(t)) || sends_for_another(channel, context))
        return lose(channel);
    return WD_LOSS_NONE;
}

static const unsigned char *first_piece(const struct wd_transfer *t, size_t *n)
{
    *n = wd_transfer_first(t);
    return *n ? t->pieces->iov_base : NULL;
}

void wd_shared_answered(struct wd_channel *channel, const struct wd_transfer *t)
{
    static const char switches[] = "HTTP/1.1 101 ";
    size_t n;
    const unsigned char *answer = first_piece(t, &n);
    if (n > sizeof switches && memcmp(answer, switches, sizeof switches - 1) == 0 &&
        memmem(answer, n < ANSWER ? n : ANSWER, "h2c", 3) && !channel->is_shared)
        lose(channel);
    __atomic_store_n(&channel->asks, WHODUNIT_ROOT, __ATOMIC_RELEASE);
}

int wd_shared_received(struct wd_channel *channel, const struct wd_transfer *t)
{
    size_t n;
    const unsigned char *bytes = first_piece(t, &n);
    if (!channel->is_shared && n > 0 && wd_request_is_http2(bytes, n))
        channel->is_shared = 1;
    return channel->is_shared;
}
