/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/answers.h"

#include <string.h>

#include "channels/behind.h"
#include "channels/doubt.h"
#include "channels/request.h"
#include "threads/thread.h"

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
        if (channel->behind.is_followed) {
            channel->has_missed |= wd_behind_has_missed(channel);
            wd_behind_end(channel);
        }
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
    if (channel->loss == WD_LOSS_AGREE && !wd_behind_is_over(channel))
        note_answered(channel);
    else
        channel->loss = WD_LOSS_NONE;
    note_length(channel, t, 0);
}

/* As most that come are: a request without a body, in one piece. */
static int is_single_get(const struct wd_transfer *t)
{
    const char *bytes = t->pieces->iov_base;
    size_t n = wd_transfer_first(t);
    const char *end = bytes + n;
    if (n != (size_t)t->n || n < 4 || memcmp(bytes, "GET ", 4) != 0)
        return 0;
    for (const char *at = bytes; (at = memchr(at, '\n', (size_t)(end - at))) != NULL && end - at >= 3; at++)
        if (at[1] == '\r' && at[2] == '\n')
            return at + 3 == end;
    return 0;
}

static int is_http(const struct wd_channel *channel)
{
    return channel->head_length > 0 && channel->head[0] >= 'A' && channel->head[0] <= 'Z';
}

void wd_answers_follow(struct wd_channel *channel, const struct wd_transfer *t)
{
    size_t n = wd_transfer_first(t);
    int is_new = channel->came == (uint64_t)t->n, is_whole = n == (uint64_t)t->n;
    int is_single = is_new && is_whole && channel->has_same_line && channel->alone == n && n > 0;
    if (!is_single && (n == 0 || channel->is_tunnel || channel->is_tls || !is_http(channel)))
        return;
    is_single = is_single || (is_new && is_single_get(t));
    if (!is_single) {
        channel->alone = 0;
        if (!wd_behind_received(channel, t, is_new))
            channel->loss = WD_LOSS_AGREE;
        is_single = channel->behind.framing.state == WD_FRAMING_BETWEEN && !channel->are_several;
    }
    if (is_single && is_new && is_whole)
        channel->alone = (uint32_t)n;
    if (is_single && !channel->loss)
        channel->is_long = channel->came;
}

void wd_answers_of_unknown(struct wd_channel *channel, const struct wd_transfer *t, enum wd_stream_loss loss)
{
    note_answered(channel);
    note_length(channel, t, 1);
    channel->loss = (uint8_t)loss;
}
