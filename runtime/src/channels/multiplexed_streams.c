/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/multiplexed_streams.h"

#include <stddef.h>
#include <string.h>

#include "channels/chains.h"
#include "channels/stream_numbers.h"
#include "channels/work.h"
#include "health/health.h"
#include "http2/memory.h"

static uint32_t unused_lock;
static struct wd_multiplexed *unused;

static struct wd_multiplexed *fresh(void)
{
    struct wd_multiplexed *the = wd_http2_allocate(sizeof *the);
    if (the)
        memset(the, 0, sizeof *the);
    return the;
}

/* Somebody may just look at its lock. */
static struct wd_multiplexed *emptied(struct wd_multiplexed *the)
{
    memset((char *)the + sizeof the->lock, 0, sizeof *the - sizeof the->lock);
    return the;
}

struct wd_multiplexed *wd_streams_take(void)
{
    if (!wd_short_lock(&unused_lock))
        return NULL;
    struct wd_multiplexed *the = unused;
    if (the)
        unused = the->next;
    wd_short_unlock(&unused_lock);
    return the ? emptied(the) : fresh();
}

void wd_streams_give_back(struct wd_multiplexed *the)
{
    if (!wd_short_lock(&unused_lock))
        return;
    the->next = unused;
    unused = the;
    wd_short_unlock(&unused_lock);
}

struct wd_multiplexed *wd_streams_locked(struct wd_channel *channel, size_t passed_over)
{
    struct wd_multiplexed *the = __atomic_load_n(&channel->streams, __ATOMIC_ACQUIRE);
    if (!the)
        return NULL;
    uint8_t *was_passed_over = (uint8_t *)the + passed_over;
    if (!(__atomic_load_n(was_passed_over, __ATOMIC_RELAXED) ? wd_short_try(&the->lock) : wd_short_lock(&the->lock))) {
        __atomic_store_n(was_passed_over, 1, __ATOMIC_RELAXED);
        return NULL;
    }
    if (__atomic_load_n(&channel->streams, __ATOMIC_RELAXED) == the)
        return the;
    wd_streams_unlock(the);
    return NULL;
}

static void forget(struct wd_multiplexed *the, uint32_t at)
{
    struct wd_channel *channel = wd_channel(the->streams[at].number);
    channel->open = channel->passed_on = 0;
    wd_stream_number_give_back(the->streams[at].number);
    the->count--;
    memmove(&the->streams[at], &the->streams[at + 1], (the->count - at) * sizeof *the->streams);
}

void wd_streams_forget_those_that_are_over(struct wd_multiplexed *the)
{
    for (uint32_t i = the->count; i-- > 0;)
        if (!wd_channel(the->streams[i].number)->open)
            forget(the, i);
}

void wd_streams_forget_all(struct wd_multiplexed *the)
{
    while (the->count > 0)
        forget(the, the->count - 1);
}

void wd_streams_have_no_names(struct wd_multiplexed *the)
{
    if (!the->is_counted)
        wd_health_add(WD_HEALTH_MESSAGES_HTTP2, 1);
    the->is_counted = 1;
}

/* Under its lock, which is given back. */
static void end(struct wd_multiplexed *the)
{
    wd_streams_forget_all(the);
    wd_http2_requests_end(&the->requests);
    __atomic_store_n(&the->is_over, 0, __ATOMIC_RELAXED);
    wd_short_unlock(&the->lock);
    wd_streams_give_back(the);
}

/* Who has said so could not have the lock. */
static void end_if_it_is_over(struct wd_multiplexed *the)
{
    if (!__atomic_load_n(&the->is_over, __ATOMIC_ACQUIRE) || !wd_short_try(&the->lock))
        return;
    if (__atomic_load_n(&the->is_over, __ATOMIC_RELAXED))
        end(the);
    else
        wd_short_unlock(&the->lock);
}

void wd_streams_unlock(struct wd_multiplexed *the)
{
    wd_short_unlock(&the->lock);
    end_if_it_is_over(the);
}

int wd_streams_end(struct wd_channel *channel)
{
    struct wd_multiplexed *the = __atomic_exchange_n(&channel->streams, NULL, __ATOMIC_ACQ_REL);
    int was_served = 0;
    if (!the)
        return 0;
    if (!wd_short_lock(&the->lock)) {
        __atomic_store_n(&the->is_over, 1, __ATOMIC_SEQ_CST);
        end_if_it_is_over(the);
        return 0;
    }
    for (uint32_t i = 0; i < the->count; i++)
        was_served |= wd_works_for(wd_channel(the->streams[i].number), the->streams[i].number);
    end(the);
    return was_served;
}

int wd_streams_number_of(const struct wd_multiplexed *the, uint32_t id)
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

static int differs_from_one_that_is_open(const struct wd_multiplexed *the, const struct wd_channel *request)
{
    for (uint32_t i = 0; i < the->count; i++) {
        const struct wd_channel *other = wd_channel(the->streams[i].number);
        if (other->open && !are_of_one_type(other, request))
            return 1;
    }
    return 0;
}

void wd_streams_began(struct wd_multiplexed *the, int number)
{
    const struct wd_channel *request = number < 0 ? NULL : wd_channel(number);
    if (!request || differs_from_one_that_is_open(the, request))
        the->had_several = 1;
    else
        the->last =
            (struct wd_last_request){ { number, request->epoch }, request->requests, request->context, request->loss };
}

void wd_streams_choose(struct wd_choice *choice, int number, int rank)
{
    if (number < 0)
        choice->has_unknown = 1;
    if (number < 0 || rank < choice->rank)
        return;
    const struct wd_channel *channel = wd_channel(number);
    int is_another = rank == choice->rank && !are_of_one_type(wd_channel(choice->stream.fd), channel);
    choice->several = is_another || (rank == choice->rank && choice->several);
    choice->stream = (struct wd_request_id){ number, channel->epoch };
    choice->rank = rank;
}

struct wd_channel *wd_streams_open(struct wd_multiplexed *the, uint32_t id, int *number)
{
    *number = wd_stream_number_take(WD_CHANNEL_STREAMS);
    struct wd_channel *channel = *number < 0 ? NULL : wd_channel(*number);
    if (!channel) {
        the->leaves_out = 1;
        return NULL;
    }
    if (the->count == WD_STREAMS_AT_ONCE) {
        forget(the, 0);
        the->leaves_out = 1;
    }
    the->streams[the->count++] = (struct wd_http2_stream){ id, *number };
    wd_channel_begin(channel, WD_CHANNEL_ACCEPTED, 1);
    return channel;
}

void wd_streams_after_fork(void)
{
    if (unused_lock)
        unused = NULL;
    unused_lock = 0;
    wd_http2_memory_after_fork();
}
