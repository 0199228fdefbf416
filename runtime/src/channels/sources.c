/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/sources.h"

#include <string.h>

#include "channels/chains.h"
#include "channels/doubt.h"
#include "channels/loop.h"
#include "channels/pieces.h"
#include "channels/questions.h"
#include "memory/fork_state.h"

#define SOURCES 64
#define HEAD 64        /* bytes of what was received that are looked for */
#define KEPT 8192      /* bytes of what was received in which what is sent is looked for */
#define FEWEST 12u     /* less is found anywhere */
#define MANY 32u       /* behind other bytes that are sent more is needed */
#define FIRST 24u      /* bytes of what is sent that are looked for inside of what was received */
#define LOOKED_AT 1024 /* bytes of what is sent */
#define FEW 16         /* sends, after which it is known how a loop passes on */

struct source {
    uint32_t number; /* 0: none; later ones have higher ones */
    uint32_t length;
    int fd; /* where it was received */
    whodunit_context context;
    uint8_t loss, is_passed_on, is_cut;
    unsigned char bytes[KEPT];
};

static struct source sources[SOURCES];
static uint32_t newest;        /* number */
static uint32_t left_out;      /* the newest one that was not passed on when its place was taken */
static int lock WD_FORK_STATE; /* nobody waits for it */

/* Sends that were looked for, and those that were found. A loop that passes on what it receives as it is does not send
 * what it has not received: then what is not found is none of them. */
static uint32_t compared, alike;

static int acquire(void)
{
    return !__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE);
}

static void release(void)
{
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

struct kept {
    struct source *source;
    uint64_t from; /* bytes that are another one's */
    size_t most;
};

static void keep(void *user, const void *bytes, size_t n)
{
    struct kept *kept = user;
    struct source *s = kept->source;
    size_t skipped = n < kept->from ? n : (size_t)kept->from, room = kept->most - s->length;
    kept->from -= skipped;
    n -= skipped;
    memcpy(s->bytes + s->length, (const char *)bytes + skipped, n < room ? n : room);
    s->length += (uint32_t)(n < room ? n : room);
}

static void forget_all(void)
{
    for (struct source *s = sources; s < sources + SOURCES; s++)
        s->number = 0;
    newest = left_out = 0;
    compared = alike = 0;
}

void wd_sources_forget(void)
{
    wd_questions_forget();
    lock = 0;
    if (newest)
        forget_all();
}

static struct source *next_place(int fd, whodunit_context context, enum wd_stream_loss loss)
{
    struct source *s = &sources[++newest % SOURCES];
    if (s->number && !s->is_passed_on)
        left_out = newest;
    s->number = newest;
    s->length = 0;
    s->fd = fd;
    s->context = context;
    s->loss = (uint8_t)loss;
    s->is_passed_on = 0;
    return s;
}

void wd_source_received(const struct wd_transfer *t, uint64_t from, uint64_t length, whodunit_context context,
                        enum wd_stream_loss loss)
{
    if (wd_channel(t->fd)->is_datagrams && wd_question_came(t, context, loss))
        return;
    if (!acquire()) {
        __atomic_store_n(&left_out, __atomic_load_n(&newest, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
        return;
    }
    if (wd_doubt_ends()) {
        forget_all();
    } else {
        struct source *s = next_place(t->fd, context, loss);
        s->is_cut = length > KEPT;
        wd_transfer_show(t, keep, &(struct kept){ s, from, length < KEPT ? (size_t)length : KEPT });
    }
    release();
}

static size_t head_length(const struct source *s)
{
    return s->length < HEAD ? s->length : HEAD;
}

static struct source *next_there(const struct source *before)
{
    struct source *next = NULL;
    for (struct source *s = sources; s < sources + SOURCES; s++)
        if (s->number > before->number && s->fd == before->fd && (!next || s->number < next->number))
            next = s;
    return next;
}

/* What is sent begins at the end of what was received, and goes on in what came next there: it was received in two
 * pieces, the first a few bytes, or behind another message. */
static int begins_at_end_of(const struct source *s, const unsigned char *sent, size_t length)
{
    size_t n = s->is_cut ? 0 : s->length < length ? s->length : length - 1;
    for (; n > 0; n--) {
        if (memcmp(s->bytes + s->length - n, sent, n) != 0)
            continue;
        const struct source *next = next_there(s);
        if (next && next->length >= length - n && memcmp(next->bytes, sent + n, length - n) == 0)
            return 1;
    }
    return 0;
}

/* It begins in the middle: of several messages that have come at once, it is a later one. */
static int begins_inside(const struct source *s, const unsigned char *sent, size_t length)
{
    return memmem(s->bytes, s->length, sent, length) != NULL;
}

/* The newest one; *agree: all are of one type. */
static struct source *find_newest(int (*begins)(const struct source *s, const unsigned char *sent, size_t length),
                                  const unsigned char *sent, size_t n, int *agree)
{
    struct source *found = NULL;
    size_t length = n < FIRST ? n : FIRST;
    *agree = 1;
    for (struct source *s = sources; s < sources + SOURCES && length >= FEWEST; s++) {
        if (!s->number || !begins(s, sent, length))
            continue;
        *agree &= !found || wd_chain_kind(s->context) == wd_chain_kind(found->context);
        if (!found || s->number > found->number)
            found = s;
    }
    return found;
}

/* Where a request of HTTP/1 begins, its head's length: what its body looks like does not say whose it is. Else all. */
static size_t length_that_says(const unsigned char *sent, size_t n)
{
    static const char head_end[] = "\r\n\r\n";
    struct wd_request_line line;
    const unsigned char *end = n > 0 && *sent >= 'A' && *sent <= 'Z' && wd_request_asks(sent, n, &line)
                                   ? memmem(sent, n, head_end, sizeof head_end - 1)
                                   : NULL;
    return end ? (size_t)(end - sent) : n;
}

/* What begins first in what is sent; of several that begin there, the longest. NULL: none; *agree: it does not matter
 * whose it is of those that are as good. */
static struct source *find(const unsigned char *sent, size_t n, int *agree)
{
    struct source *best = NULL;
    size_t says = length_that_says(sent, n), best_at = n;
    *agree = 1;
    for (struct source *s = sources; s < sources + SOURCES; s++) {
        size_t length = head_length(s) < n ? head_length(s) : n;
        const unsigned char *found = s->number && length >= FEWEST ? memmem(sent, n, s->bytes, length) : NULL;
        size_t at = found ? (size_t)(found - sent) : n;
        if (!found || at >= says || (at > 0 && length < MANY) || at > best_at ||
            (best && at == best_at && head_length(s) < head_length(best)))
            continue;
        int is_as_good = best && at == best_at && head_length(s) == head_length(best);
        if (is_as_good && s->is_passed_on != best->is_passed_on) {
            if (s->is_passed_on)
                continue; /* an answer that repeats what was asked */
            is_as_good = 0;
        }
        *agree = !is_as_good || (*agree && wd_chain_kind(s->context) == wd_chain_kind(best->context));
        if (is_as_good && s->number < best->number)
            continue;
        best = s;
        best_at = at;
    }
    return best;
}

/* The newest one that was not passed on, where all of those are of one type. `fd`: of those that were received there;
 * -1: anywhere. */
static struct source *only_one(int fd)
{
    struct source *found = NULL;
    for (struct source *s = sources; s < sources + SOURCES; s++) {
        if (!s->number || s->is_passed_on || (fd >= 0 && s->fd != fd))
            continue;
        if (found && wd_chain_kind(found->context) != wd_chain_kind(s->context))
            return NULL;
        if (!found || s->number > found->number)
            found = s;
    }
    return left_out && newest - left_out < SOURCES ? NULL : found;
}

/* All that has come under the same context until then is passed on with it: a message is received in several pieces. */
static void passed_on(uint32_t number, whodunit_context context)
{
    for (struct source *s = sources; s < sources + SOURCES; s++)
        if (s->number && s->number <= number && s->context == context)
            s->is_passed_on = 1;
}

/* The longest one that is waiting, and that is all there at the beginning of these bytes. NULL: there is none, or there
 * are as long ones of several types. */
static struct source *whole_at(const unsigned char *sent, size_t n)
{
    struct source *found = NULL;
    int agree = 1;
    for (struct source *s = sources; s < sources + SOURCES; s++) {
        if (!s->number || s->is_passed_on || s->is_cut || s->length < FEWEST || s->length > n ||
            (found && s->length < found->length) || memcmp(sent, s->bytes, s->length) != 0)
            continue;
        int is_as_long = found && s->length == found->length;
        agree = !is_as_long || (agree && wd_chain_kind(s->context) == wd_chain_kind(found->context));
        if (!is_as_long || s->number < found->number)
            found = s;
    }
    return agree ? found : NULL;
}

/* Whole messages lie there one behind another. Whosever all of it is, none of them waits any more: what comes later
 * would be held against them. */
static void passed_on_together(const unsigned char *sent, size_t n)
{
    struct source *s;
    for (size_t at = 0; (s = whole_at(sent + at, n - at)) != NULL; at += s->length)
        s->is_passed_on = 1;
}

/* Is another one in it as well, of another type, which was not passed on? What several have sent goes out together. */
static int has_others(const struct source *found, const unsigned char *sent, size_t n)
{
    for (const struct source *s = sources; s < sources + SOURCES; s++) {
        size_t length = head_length(s);
        if (s->number && !s->is_passed_on && length >= FEWEST &&
            wd_chain_kind(s->context) != wd_chain_kind(found->context) && memmem(sent, n, s->bytes, length))
            return 1;
    }
    return 0;
}

/* *agree as find has it; *is_across: its end and the next one's beginning. Where what is sent last goes on, all is like
 * the inside of something. */
static struct source *search(const unsigned char *sent, size_t n, int goes_on, int *agree, int *is_across)
{
    struct source *found = find(sent, n, agree);
    *is_across = !found && (found = find_newest(begins_at_end_of, sent, n, agree)) != NULL;
    if (!found && !goes_on)
        found = find_newest(begins_inside, sent, n, agree);
    if (found && has_others(found, sent, n))
        *agree = 0;
    return found;
}

struct found {
    whodunit_context context;
    enum wd_stream_loss loss;
};

/* What is sent is one of them, or goes on with what was sent there last, from the same place in memory. */
static struct found look_for(int fd, const struct wd_channel *channel, const struct iovec *pieces, size_t count)
{
    unsigned char sent[LOOKED_AT];
    size_t n = wd_pieces_copy(pieces, count, sent, sizeof sent);
    int agree, is_across, goes_on = wd_loop_goes_on(channel, pieces, count);
    struct source *found = search(sent, n, goes_on, &agree, &is_across);
    if (goes_on && is_across && wd_chain_kind(found->context) != wd_chain_kind(channel->sent))
        agree = 0; /* messages that lie one behind another, or the end of one looks like that of another one */
    if (!found && goes_on)
        return (struct found){ channel->sent, (enum wd_stream_loss)channel->sent_loss };
    compared++;
    alike += found != NULL;
    if (!found && compared > FEW && alike * 4 < compared)
        found = only_one(channel->role == WD_CHANNEL_ACCEPTED ? fd : -1); /* there it answers what came there */
    if (!found || !agree) {
        passed_on_together(sent, n);
        return (struct found){ WHODUNIT_ROOT, WD_LOSS_AGREE };
    }
    passed_on(found->number, found->context);
    return (struct found){ found->context, (enum wd_stream_loss)found->loss };
}

int wd_source_of(int fd, struct wd_channel *channel, const struct iovec *pieces, size_t count,
                 whodunit_context *context, enum wd_stream_loss *loss)
{
    struct found found = { WHODUNIT_ROOT, WD_LOSS_AGREE };
    if (channel->is_datagrams && wd_question_of(pieces, count, context, loss))
        return 1;
    if (__atomic_load_n(&newest, __ATOMIC_RELAXED) == 0)
        return 0;
    if (acquire()) {
        found = look_for(fd, channel, pieces, count);
        release();
    }
    *context = found.context;
    *loss = found.loss;
    return 1;
}

int wd_source_is_found(const struct iovec *pieces, size_t count, whodunit_context *context)
{
    unsigned char sent[LOOKED_AT];
    size_t n = wd_pieces_copy(pieces, count, sent, sizeof sent);
    int agree, is_across;
    if (__atomic_load_n(&newest, __ATOMIC_RELAXED) == 0 || !acquire())
        return 0;
    const struct source *found = search(sent, n, 0, &agree, &is_across);
    int is_sure = found && agree && !found->loss;
    if (is_sure)
        *context = found->context;
    release();
    return is_sure;
}
