/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/loop.h"

#include <string.h>

#include "channels/chains.h"
#include "channels/doubt.h"
#include "channels/framing.h"
#include "channels/open_requests.h"
#include "channels/passed_on.h"
#include "channels/pieces.h"
#include "channels/resemblance.h"
#include "channels/targets.h"

#define FEW 16 /* sends, after which it is known how a loop passes on */
#define MANY 1024

int wd_loop_asks;

/* The next one of a loop's. */
static struct wd_channel *next_of_loops(struct wd_open_requests_walk *walk, struct wd_request_id *id)
{
    for (int fd = wd_open_requests_next(walk); fd >= 0; fd = wd_open_requests_next(walk)) {
        struct wd_channel *channel = wd_channel(fd);
        *id = (struct wd_request_id){ fd, channel->epoch };
        if (channel->is_loops)
            return channel;
    }
    return NULL;
}

/* Those that are open. False: there are too many. */
static int gather(struct wd_candidates *all)
{
    struct wd_request_id passed_on[WD_CANDIDATES], id;
    struct wd_open_requests_walk walk = { 0 };
    uint32_t n = 0, open = 0;
    all->n = 0;
    for (const struct wd_channel *c = next_of_loops(&walk, &id); c; c = next_of_loops(&walk, &id)) {
        if (++open == WD_CANDIDATES)
            return 0;
        if (c->passed_on)
            passed_on[n++] = id;
        else
            all->request[all->n++] = id;
    }
    all->waiting = all->n;
    memcpy(&all->request[all->n], passed_on, n * sizeof *passed_on);
    all->n += n;
    return 1;
}

static void group(struct wd_candidates *all)
{
    uint32_t kind[WD_CANDIDATES];
    for (uint32_t i = 0; i < all->n; i++) {
        kind[i] = wd_chain_kind(wd_channel(all->request[i].fd)->context);
        all->group[i] = i;
        for (uint32_t k = 0; k < i && all->group[i] == i; k++)
            if (kind[k] == kind[i])
                all->group[i] = k;
    }
}

/* Is it no better than what was found, whatever its target? */
static int is_no_better(const struct wd_channel *channel, const struct wd_channel *winner, uint32_t best)
{
    return best == WD_TARGET_WHOLE && channel->context == winner->context && (channel->passed_on || !winner->passed_on);
}

/* The request, of any number, that has most of a target (targets.h). 0: there is none, or several types have it. */
static uint32_t by_target(const struct wd_target *target, struct wd_request_id *found)
{
    const struct wd_channel *winner = NULL;
    struct wd_open_requests_walk walk = { 0 };
    struct wd_request_id id;
    uint32_t best = 1, are_several = 0;
    for (struct wd_channel *c = next_of_loops(&walk, &id); c; c = next_of_loops(&walk, &id)) {
        if (is_no_better(c, winner, best))
            continue;
        uint32_t alike_by = wd_target_alike(c, target);
        if (alike_by < best)
            continue;
        int is_other = winner && wd_chain_kind(winner->context) != wd_chain_kind(c->context);
        are_several = alike_by == best && (are_several || is_other);
        if (!winner || alike_by > best || (winner->passed_on && !c->passed_on)) {
            winner = c;
            *found = id;
        }
        best = alike_by;
    }
    return winner && !are_several ? best : 0;
}

/* Others came there before it was answered: what is known of it are the last one's bytes. */
static int is_one_of_several(const struct wd_request_id *request)
{
    return wd_channel(request->fd)->loss != WD_LOSS_NONE;
}

static int has_several_at_once(const struct wd_candidates *all)
{
    for (uint32_t i = 0; i < all->n; i++)
        if (is_one_of_several(&all->request[i]))
            return 1;
    return 0;
}

static int are_of_one_type(const struct wd_candidates *all)
{
    for (uint32_t i = 1; i < all->n; i++)
        if (all->group[i] != 0)
            return 0;
    return 1;
}

/* It has no name: of nobody's more may be open on its connection, and it does not matter which of them it is. */
static int is_nobodys(const struct wd_request_id *request)
{
    return wd_channel(request->fd)->context == WHODUNIT_ROOT;
}

/* Whether this process passes on requests as they are, mostly: then what resembles none of those that are open is none
 * of theirs. A channel's request is not open any more when its answer is sent, but there may be others, which came with
 * it. */
static uint32_t compared, alike;

static int passes_on_as_it_is(void)
{
    return __atomic_load_n(&alike, __ATOMIC_RELAXED) * 2 > __atomic_load_n(&compared, __ATOMIC_RELAXED);
}

static int is_to_be_compared(void)
{
    return __atomic_load_n(&compared, __ATOMIC_RELAXED) < FEW || passes_on_as_it_is();
}

static void note_compared(int is_alike)
{
    if (__atomic_load_n(&compared, __ATOMIC_RELAXED) >= MANY) {
        __atomic_store_n(&compared, MANY / 2, __ATOMIC_RELAXED);
        __atomic_store_n(&alike, __atomic_load_n(&alike, __ATOMIC_RELAXED) / 2, __ATOMIC_RELAXED);
    }
    __atomic_fetch_add(&compared, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&alike, (uint32_t)is_alike, __ATOMIC_RELAXED);
}

static int goes_on(const struct wd_channel *request, const struct wd_sent *sent)
{
    return request->recent_length >= WD_SHINGLE &&
           memmem(sent->bytes, sent->length, request->recent, request->recent_length) != NULL;
}

/* Has no other one come there since? */
static int is_still(const struct wd_request_id *id, uint32_t number)
{
    const struct wd_channel *request = wd_loop_request(id);
    return request && request->requests == number;
}

static int lasts(const struct wd_request_id *id, uint32_t number)
{
    return is_still(id, number) && wd_loop_request(id)->open;
}

int wd_loop_goes_on(const struct wd_channel *channel, const struct iovec *pieces, size_t count)
{
    return count > 0 && channel->sent_until && channel->sent_until == pieces[0].iov_base &&
           (!channel->is_answered || lasts(&channel->bound, channel->bound_request));
}

/* Is it asked for by another method? Where requests have come behind others, which are not looked through, that may be
 * one of those. */
static int is_asked_otherwise(const struct wd_request_id *request, const struct wd_target *target)
{
    const struct wd_channel *channel = wd_channel(request->fd);
    struct wd_request_line line;
    return wd_doubt && wd_request_asks(channel->head, channel->head_length, &line) &&
           (line.method.length != target->line.method.length ||
            memcmp(line.method.text, target->line.method.text, line.method.length) != 0);
}

/* How many of these bytes are sure to be of the request of HTTP/1 that begins there. A body may look like requests. */
static size_t own_length(const struct wd_sent *sent)
{
    struct wd_framing framing = { 0 };
    if (sent->length == 0 || sent->bytes[0] < 'A' || sent->bytes[0] > 'Z')
        return 0;
    size_t n = wd_framing_read(&framing, (const char *)sent->bytes, sent->length);
    int is_in_head = framing.state == WD_FRAMING_FIRST || framing.state == WD_FRAMING_FIELDS;
    return is_in_head || framing.state == WD_FRAMING_LOST || framing.expects ? 0 : n;
}

/* What several clients have asked for goes out together. */
static int is_of_several(const struct wd_candidates *all, const struct wd_sent *sent, int has_target,
                         const struct wd_request_id *found)
{
    return wd_resembles_others(all, sent, 0, found) &&
           (!has_target || wd_resembles_others(all, sent, own_length(sent), found));
}

/* How long the request is that begins there; it is read to its end where that is not sure. */
static uint64_t length_of(const struct wd_sent *sent)
{
    uint64_t length;
    int is_sure = wd_request_length(sent->bytes, sent->length, &length) &&
                  (length <= sent->length || !wd_request_expects(sent->bytes, sent->length));
    return is_sure ? length : WD_REST_UNKNOWN;
}

void wd_loop_sent_more(struct wd_channel *channel, const struct wd_transfer *t, int is_new)
{
    wd_passed_on_read(channel, t, is_new);
    if (channel->behind.framing.state == WD_FRAMING_BETWEEN)
        channel->rest = 0;
}

/* What goes on with the request that was begun there last, which may be answered before it is whole: HTTP/1, gateways
 * and ICAP have one after the other on a connection. */
static int is_rest(const struct wd_channel *channel, const struct iovec *pieces, size_t count)
{
    unsigned char sent[WD_SENT];
    struct wd_target target;
    if (!channel->rest)
        return 0;
    if (channel->is_icaps) {
        size_t n = wd_pieces_copy(pieces, count, sent, sizeof sent);
        return !wd_request_is_icap(sent, n) && !wd_target_look(sent, n, &target);
    }
    const struct wd_framing *framing = &channel->behind.framing;
    int is_open = lasts(&channel->bound, channel->bound_request), is_read = framing->state != WD_FRAMING_LOST;
    if (channel->rest != WD_REST_UNKNOWN || (is_read && (is_open || !framing->expects)))
        return 1;
    return (is_open || is_read) && !wd_target_look(sent, wd_pieces_copy(pieces, count, sent, sizeof sent), &target);
}

enum wd_owner wd_loop_owner(struct wd_channel *channel, const struct iovec *pieces, size_t count,
                            struct wd_request_id *owner)
{
    channel->begins = 0;
    if (is_rest(channel, pieces, count)) {
        *owner = channel->bound;
        return is_still(&channel->bound, channel->bound_request) ? WD_OWNER_FOUND : WD_OWNER_LAST;
    }
    channel->rest = 0;
    struct wd_candidates all;
    const struct wd_channel *bound = wd_loop_request(&channel->bound);
    int is_bound = bound && bound->open && bound->passed_on && bound->requests == channel->bound_request;
    int goes_to_bound = is_bound;
    int is_behind = wd_loop_goes_on(channel, pieces, count);
    if (is_bound && passes_on_as_it_is())
        goes_to_bound = is_behind;
    int are_few = gather(&all); /* of many only the request's line tells one from another */
    if (are_few && all.n == 0)
        return passes_on_as_it_is() ? WD_OWNER_NOBODY : WD_OWNER_NONE;
    int several = are_few && has_several_at_once(&all);
    if (are_few && all.n == 1 && !several && (goes_to_bound || (all.waiting == 1 && !is_to_be_compared()))) {
        *owner = goes_to_bound ? channel->bound : all.request[0];
        return WD_OWNER_FOUND;
    }
    struct wd_sent sent;
    wd_sent_look(&sent, pieces, count);
    struct wd_target target;
    int has_target = wd_target_look(sent.bytes, sent.length, &target), continues = is_bound && goes_on(bound, &sent);
    uint32_t alike_by = has_target ? by_target(&target, owner) : 0;
    channel->begins = has_target ? length_of(&sent) : 0;
    channel->is_icaps = (uint8_t)(has_target && wd_request_is_icap(sent.bytes, sent.length));
    int has_same = alike_by == WD_TARGET_WHOLE, ends_alike = alike_by > 0 && !has_same;
    /* A process that sends requests of its own may hit the end of another one's by chance. */
    int found = has_same || (ends_alike && passes_on_as_it_is()) ? 2 : 0;
    if (are_few && (!found || all.waiting > 1)) {
        group(&all);
        found = found ? found : wd_resembles(&all, &sent, has_target, owner);
        if (found && is_of_several(&all, &sent, has_target, owner))
            return WD_OWNER_UNKNOWN;
    }
    if (found && !has_same && has_target && is_asked_otherwise(owner, &target))
        return WD_OWNER_UNKNOWN;
    if (found && !has_same && is_one_of_several(owner) && (found == 1 || has_target))
        return WD_OWNER_UNKNOWN;
    if ((found == 1 || has_same) && continues &&
        wd_chain_kind(wd_channel(owner->fd)->context) != wd_chain_kind(bound->context))
        return WD_OWNER_UNKNOWN;
    int is_sure = has_same || (found == 2 && !is_behind); /* the rest of a message may resemble any one */
    if (!goes_to_bound)
        note_compared(is_sure || ends_alike);
    if (is_sure)
        return WD_OWNER_FOUND;
    if (found && (is_behind || !passes_on_as_it_is()))
        return WD_OWNER_LIKELY;
    if (continues) {
        *owner = channel->bound;
        return WD_OWNER_LIKELY;
    }
    if (!are_few || several || (!goes_to_bound && passes_on_as_it_is()))
        return WD_OWNER_UNKNOWN;
    *owner = goes_to_bound ? channel->bound : all.request[0];
    if (are_of_one_type(&all))
        return all.waiting > 0 || goes_to_bound || is_nobodys(owner) ? WD_OWNER_LIKELY : WD_OWNER_UNKNOWN;
    return (all.waiting == 0 && goes_to_bound) || (all.waiting == 1 && !goes_to_bound) ? WD_OWNER_LIKELY
                                                                                       : WD_OWNER_UNKNOWN;
}
