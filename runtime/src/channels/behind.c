/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/behind.h"

#include <string.h>

#include "channels/behind_lock.h"
#include "channels/loop.h"
#include "channels/naming.h"
#include "channels/open_requests.h"
#include "channels/pieces.h"
#include "channels/stream_numbers.h"
#include "channels/targets.h"
#include "channels/work.h"
#include "threads/thread.h"

#define AMONG (WD_CHANNEL_STREAMS / 2) /* numbers: the others are left to HTTP/2 */

/* Under the lock, as all that follows. */
static void forget(struct wd_behind *the, uint32_t at)
{
    struct wd_channel *request = wd_channel(the->numbers[at]);
    request->open = request->passed_on = 0;
    request->epoch++;
    wd_stream_number_give_back(the->numbers[at]);
    the->count--;
    memmove(&the->numbers[at], &the->numbers[at + 1], (the->count - at) * sizeof *the->numbers);
}

void wd_behind_end(struct wd_channel *channel)
{
    struct wd_behind *the = &channel->behind;
    if (!(the->is_followed | the->framing.state | the->lock) || !wd_behind_lock(the))
        return;
    while (the->count > 0)
        forget(the, the->count - 1u);
    memset(&the->framing, 0, sizeof the->framing);
    memset(&the->answers, 0, sizeof the->answers);
    the->is_followed = the->is_answered = the->has_lost = the->has_other = 0;
    wd_behind_unlock(the);
}

static int is_like(const struct wd_channel *first, const struct wd_channel *request)
{
    return request->naming == WD_REQUEST_NAMED && request->context == first->context;
}

/* False: no number is left. */
static int open_one(struct wd_channel *first)
{
    struct wd_behind *the = &first->behind;
    int number = wd_stream_number_take(AMONG);
    struct wd_channel *request = number < 0 ? NULL : wd_channel(number);
    if (!request)
        return 0;
    if (the->count == WD_BEHIND) {
        the->has_other |= !is_like(first, wd_channel(the->numbers[0]));
        the->has_lost = 1;
        forget(the, 0);
    }
    if (the->count == 0 && the->is_answered && !first->are_several)
        the->has_lost = 1; /* what was sent may have been the end of an answer before */
    the->numbers[the->count++] = number;
    wd_channel_begin(request, WD_CHANNEL_ACCEPTED, 1);
    request->naming = WD_REQUEST_MORE;
    request->loss = WD_LOSS_AGREE;
    wd_request_opens(request, number);
    return 1;
}

/* Of the one that came last. */
static void keep(struct wd_channel *request, const char *bytes, size_t n)
{
    wd_request_keep_first(request, bytes, n);
    wd_request_keep(request, bytes, n);
    wd_request_name_by_head(request, WHODUNIT_ROOT);
}

/* Does more come behind the head of a request that asks to switch protocols? If that is refused, these are others. */
static int has_more(const struct wd_framing *framing, const char *bytes, size_t n)
{
    static const char end[] = "\r\n\r\n";
    const char *at = framing->state == WD_FRAMING_LOST && framing->switches && !framing->connects
                         ? memmem(bytes, n, end, sizeof end - 1)
                         : NULL;
    return at && at + sizeof end - 1 < bytes + n;
}

/* Some clients send ends of lines behind a body: they begin no request. */
static size_t line_ends(const char *bytes, size_t n)
{
    size_t i = 0;
    while (i < n && (bytes[i] == '\r' || bytes[i] == '\n'))
        i++;
    return i;
}

static void read_behind(struct wd_channel *first, const char *bytes, size_t n)
{
    struct wd_behind *the = &first->behind;
    while (n > 0 && the->framing.state != WD_FRAMING_LOST) {
        size_t used = the->framing.state == WD_FRAMING_BETWEEN ? line_ends(bytes, n) : 0;
        if (used == 0 && the->framing.state == WD_FRAMING_BETWEEN && the->is_followed && !open_one(first)) {
            the->framing.state = WD_FRAMING_LOST;
            the->has_lost = 1;
            return;
        }
        if (used == 0) {
            the->is_followed = 1;
            used = wd_framing_read(&the->framing, bytes, n);
            the->has_lost |= (uint8_t)has_more(&the->framing, bytes, used);
            if (the->count == 0)
                first->connects = the->framing.connects;
            else
                keep(wd_channel(the->numbers[the->count - 1]), bytes, used);
        }
        bytes += used;
        n -= used;
    }
}

/* Are all known, and of the first one's type? */
static int are_alike(const struct wd_channel *first)
{
    const struct wd_behind *the = &first->behind;
    int alike = the->framing.state != WD_FRAMING_LOST && !the->has_other;
    for (uint32_t i = 0; i < the->count; i++)
        alike &= is_like(first, wd_channel(the->numbers[i]));
    return alike;
}

/* Under the lock, which is given back. */
static int end_reading(struct wd_channel *channel)
{
    struct wd_behind *the = &channel->behind;
    int is_known = the->count == 0 ? !the->has_lost : are_alike(channel);
    for (uint32_t i = 0; i < the->count; i++)
        wd_channel(the->numbers[i])->loss = is_known ? WD_LOSS_NONE : WD_LOSS_AGREE;
    channel->are_several |= the->count > 0 || the->has_lost;
    wd_behind_unlock(the);
    return is_known;
}

/* Another thread is at it: there may be several. */
static int is_not_read(struct wd_channel *channel)
{
    channel->are_several = channel->has_missed = 1;
    return 0;
}

int wd_behind_came(struct wd_channel *channel, const void *bytes, size_t n)
{
    if (!wd_behind_lock(&channel->behind))
        return is_not_read(channel);
    read_behind(channel, bytes, n);
    return end_reading(channel);
}

static void show(void *channel, const void *bytes, size_t n)
{
    read_behind(channel, bytes, n);
}

/* Nothing was read before, since all looked like one request, or was a header of the PROXY protocol: what is kept has
 * it all; or else what came before was a request without a body, so far as is known. */
static int reads_what_is_kept(struct wd_channel *channel, const struct wd_transfer *t, int is_new)
{
    struct wd_behind *the = &channel->behind;
    if (the->is_followed || (is_new && memcmp(t->pieces->iov_base, channel->head, 1) == 0))
        return 0;
    if (channel->head_length < sizeof channel->head) {
        read_behind(channel, (const char *)channel->head, channel->head_length);
        return 1;
    }
    the->is_followed = 1;
    if (is_new || channel->came - (uint64_t)t->n != channel->is_long)
        the->framing.state = WD_FRAMING_LOST;
    return 0;
}

int wd_behind_received(struct wd_channel *channel, const struct wd_transfer *t, int is_new)
{
    struct wd_behind *the = &channel->behind;
    if (!wd_behind_lock(the))
        return is_not_read(channel);
    if (!reads_what_is_kept(channel, t, is_new))
        wd_transfer_show(t, show, channel);
    wd_framing_pass(&the->framing, (uint64_t)t->n - t->seen);
    return end_reading(channel);
}

/* Its client may not have sent the body, as it was refused before: then another one begins. */
static int may_be_next(const struct wd_behind *the, const void *bytes, size_t n)
{
    struct wd_target target;
    return the->framing.expects && bytes && wd_target_look(bytes, n, &target);
}

int wd_behind_is_outstanding(struct wd_channel *channel, const void *bytes, size_t n)
{
    struct wd_behind *the = &channel->behind;
    int is_whole = the->framing.state == WD_FRAMING_BETWEEN || the->framing.state == WD_FRAMING_LOST;
    if (channel->open || (!wd_propagation_loops && channel->answered_by == &wd_thread && is_whole))
        return 0;
    if (the->count > 0 || !the->is_followed || is_whole)
        return the->count > 0;
    if (channel->naming != WD_REQUEST_NAMED || may_be_next(the, bytes, n))
        return 0;
    the->is_answered = 1; /* before all of it has come */
    return 1;
}

whodunit_context wd_behind_work(struct wd_channel *channel, int fd, int is_known)
{
    wd_work_begin(is_known ? channel->context : wd_work_unknown(WD_LOSS_AGREE), fd, channel);
    if (is_known)
        return channel->context;
    wd_work.loss = WD_LOSS_AGREE;
    return WHODUNIT_ROOT;
}

static int asks_for_head(const struct wd_channel *request)
{
    static const char head[] = "HEAD ";
    return request->head_length >= sizeof head - 1 && memcmp(request->head, head, sizeof head - 1) == 0;
}

/* Which one it is whose answer begins is not known for sure: a server may send several at once. */
static void begin_answer(struct wd_channel *first)
{
    struct wd_behind *the = &first->behind;
    int is_next = the->is_answered && the->count > 0;
    const struct wd_channel *request = is_next ? wd_channel(the->numbers[0]) : first;
    the->answers.of = asks_for_head(request) ? WD_FRAMING_ANSWER_TO_HEAD : WD_FRAMING_ANSWER;
    if (is_next)
        forget(the, 0);
    the->is_answered = 1;
}

static void read_answers(void *channel, const void *bytes, size_t n)
{
    struct wd_framing *answers = &((struct wd_channel *)channel)->behind.answers;
    for (size_t done = 0; done < n;) {
        if (answers->state == WD_FRAMING_BETWEEN && !answers->is_interim)
            begin_answer(channel);
        done += wd_framing_read(answers, (const char *)bytes + done, n - done);
    }
}

/* Under the lock, which is given back. */
static void end_answers(struct wd_behind *the)
{
    the->has_lost |= the->answers.state == WD_FRAMING_LOST;
    wd_behind_unlock(the);
}

void wd_behind_answered(struct wd_channel *channel, const void *bytes, size_t n)
{
    if (!wd_behind_lock(&channel->behind))
        return;
    read_answers(channel, bytes, n);
    end_answers(&channel->behind);
}

void wd_behind_sent(struct wd_channel *channel, const struct wd_transfer *t)
{
    struct wd_behind *the = &channel->behind;
    if (!wd_behind_lock(the))
        return;
    wd_transfer_show(t, read_answers, channel);
    wd_framing_pass(&the->answers, (uint64_t)t->n - t->seen);
    end_answers(the);
}

struct wd_channel *wd_behind_serves_some(void)
{
    struct wd_channel *channel = wd_propagation_loops ? NULL : wd_loop_request(&wd_work.serving);
    return channel && channel->role == WD_CHANNEL_ACCEPTED && channel->are_several ? channel : NULL;
}

static int has_whole(struct wd_channel *request, const struct wd_target *target)
{
    return request->open && request->naming == WD_REQUEST_NAMED && wd_target_alike(request, target) == WD_TARGET_WHOLE;
}

/* The number of the one that has the target; -1: none has. */
static int find(struct wd_channel *first, const struct wd_target *target)
{
    struct wd_behind *the = &first->behind;
    int found = has_whole(first, target) ? wd_work.serving.fd : -1;
    if (found >= 0 || !wd_behind_lock(the))
        return found;
    for (uint32_t i = 0; i < the->count && found < 0; i++)
        if (has_whole(wd_channel(the->numbers[i]), target))
            found = the->numbers[i];
    wd_behind_unlock(the);
    return found;
}

int wd_behind_asks(struct wd_channel *first, struct wd_channel *channel, const struct wd_transfer *t,
                   whodunit_context *context)
{
    unsigned char bytes[WD_REQUEST_HEAD];
    struct wd_target target;
    size_t n = wd_pieces_copy(t->pieces, t->count, bytes, sizeof bytes);
    int has_target = wd_target_look(bytes, n, &target);
    if (has_target) {
        int number = find(first, &target);
        channel->bound = (struct wd_request_id){ number, number < 0 ? 0 : wd_channel(number)->epoch };
    } else if (channel->is_answered)
        channel->bound.fd = -1; /* another one begins: else it is the rest of the last one */
    const struct wd_channel *request = wd_loop_request(&channel->bound);
    if (!wd_request_is_open(request) || (!has_target && request->requests != channel->bound_request))
        return 0;
    channel->bound_request = request->requests;
    *context = request->context;
    return 1;
}
