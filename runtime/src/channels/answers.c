/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/answers.h"

#include <string.h>

#include "channels/doubt.h"
#include "channels/request.h"
#include "thread.h"

/* Is all that has come since the last answer one request? Then what comes after its answer is another one, and its
 * answer is not that one's. */
static int is_one(const struct wd_channel *channel)
{
    return channel->came <= channel->is_long && !channel->are_several;
}

/* Only where something is not known it matters how long one is. */
static inline void note_length(struct wd_channel *channel, const struct wd_transfer *t, int matters)
{
    matters = matters && wd_propagation_loops && !channel->unanswered && channel->loss != WD_LOSS_AGREE;
    if (!channel->open) {
        channel->came = channel->is_long = channel->are_several = 0;
        if (matters && t->seen > 0)
            wd_request_length(t->pieces->iov_base, wd_transfer_first(t), &channel->is_long);
    } else if (matters && !channel->is_long && !channel->loss)
        wd_request_length(channel->head, channel->head_length, &channel->is_long);
    channel->came += (uint64_t)t->n;
}

/* A thread that has answered and receives again has answered all. A loop may not have, unless all was one request;
 * PostgreSQL's backends, which wait as loops do, have. */
static void note_answered(struct wd_channel *channel)
{
    int is_all =
        channel->answers_in_turn || (wd_propagation_loops ? is_one(channel) : channel->answered_by == &wd_thread);
    if (!channel->open && (channel->loss != WD_LOSS_AGREE || is_all))
        channel->loss = WD_LOSS_NONE;
}

static int is_of_one_type(uint32_t type, whodunit_context from)
{
    return type && type == wd_chain_type(from);
}

void wd_answers_of_known(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_arrival *arrival,
                         int several)
{
    note_answered(channel);
    int differs = (channel->open || channel->unanswered) && channel->from && channel->from != arrival->context &&
                  !is_of_one_type(arrival->type, channel->from);
    int is_not_known = differs || several || (channel->open && channel->loss);
    note_length(channel, t, is_not_known || wd_doubt);
    if (is_not_known)
        channel->loss = WD_LOSS_AGREE;
    if (channel->is_messages && wd_propagation_loops && channel->unanswered < UINT8_MAX)
        channel->unanswered++;
}

void wd_answers_of_nobody(struct wd_channel *channel, const struct wd_transfer *t)
{
    if (channel->loss == WD_LOSS_AGREE)
        note_answered(channel);
    else
        channel->loss = WD_LOSS_NONE;
    note_length(channel, t, 0);
}

/* Where HTTP's head ends; 0: not in these bytes. */
static size_t head_end(const char *bytes, size_t n)
{
    const char *end = bytes + n;
    for (const char *at = bytes; (at = memchr(at, '\n', (size_t)(end - at))) != NULL && end - at >= 3; at++)
        if (at[1] == '\r' && at[2] == '\n')
            return (size_t)(at + 3 - bytes);
    return 0;
}

static int is_get(const char *bytes)
{
    return memcmp(bytes, "GET ", 4) == 0;
}

/* How long the request is with which what was received begins, as most that come do: without a body. */
static uint64_t length_of_new(const char *bytes, size_t n)
{
    uint64_t length = 0;
    size_t end = head_end(bytes, n);
    if (end && !(end == n && is_get(bytes)))
        wd_request_length((const unsigned char *)bytes, n, &length);
    return end == n && is_get(bytes) ? n : length;
}

/* False: that is not known. Of what was open before, all of the head may have come now. */
static int find_length(struct wd_channel *channel, const struct wd_transfer *t)
{
    size_t n = wd_transfer_first(t);
    if (channel->came == (uint64_t)t->n)
        channel->is_long = length_of_new(t->pieces->iov_base, n);
    else if (!channel->is_long && channel->came - (uint64_t)t->n < sizeof channel->head)
        wd_request_length(channel->head, channel->head_length, &channel->is_long);
    return channel->is_long > 0;
}

/* More has come of what looked whole by its head: a request without a body may have one after all. */
static void look_again(struct wd_channel *channel)
{
    if (channel->are_several || !head_end((const char *)channel->head, channel->head_length))
        return;
    channel->is_long = 0;
    wd_request_length(channel->head, channel->head_length, &channel->is_long);
}

/* Only ends of lines: some clients send one behind a body. */
static int is_blank(const char *bytes, size_t n)
{
    size_t i = 0;
    while (i < n && (bytes[i] == '\r' || bytes[i] == '\n'))
        i++;
    return i == n;
}

/* The requests that lie there one behind another. True: all have the name of the first one, and are complete. */
static int are_alike(struct wd_channel *channel, const char *bytes, size_t n)
{
    int alike = 1;
    channel->are_several = 1;
    while (n > 0 && channel->is_long && !is_blank(bytes, n)) {
        char name[WD_REQUEST_NAME];
        uint64_t length = 0;
        if (wd_request_name((const unsigned char *)bytes, n, name) != WD_REQUEST_NAMED)
            return 0;
        whodunit_context context = wd_context_transaction(WHODUNIT_ROOT, name);
        wd_context_count_event(context, WD_BEGUN, 1);
        alike &= context == channel->context;
        wd_request_length((const unsigned char *)bytes, n, &length);
        channel->is_long = length ? channel->is_long + length : 0;
        size_t step = length && length < n ? (size_t)length : n;
        bytes += step;
        n -= step;
    }
    return alike;
}

void wd_answers_follow(struct wd_channel *channel, const struct wd_transfer *t)
{
    size_t n = wd_transfer_first(t);
    if (channel->naming != WD_REQUEST_NAMED || n == 0 || channel->loss || channel->is_tunnel)
        return;
    int is_new = channel->came == (uint64_t)t->n;
    if (is_new && channel->has_same_line && channel->alone == n) {
        channel->is_long = n;
        return;
    }
    channel->alone = 0;
    if (!find_length(channel, t))
        return;
    if (channel->came <= channel->is_long) {
        channel->alone = is_new && channel->came == channel->is_long ? (uint32_t)n : 0;
        return;
    }
    if (!is_new)
        look_again(channel);
    if (!channel->is_long || channel->came <= channel->is_long)
        return;
    uint64_t behind = channel->came - channel->is_long;
    size_t from = behind < (uint64_t)t->n ? (size_t)((uint64_t)t->n - behind) : 0;
    if (n != (size_t)t->n || !are_alike(channel, (const char *)t->pieces->iov_base + from, n - from))
        channel->loss = WD_LOSS_AGREE;
}

void wd_answers_of_unknown(struct wd_channel *channel, const struct wd_transfer *t, enum wd_stream_loss loss)
{
    note_answered(channel);
    note_length(channel, t, 1);
    channel->loss = (uint8_t)loss;
}
