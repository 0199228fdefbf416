/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/pool.h"

#include "channels/chains.h"
#include "channels/loop.h"
#include "channels/resemblance.h"
#include "channels/targets.h"
#include "channels/work.h"

#define DESCRIPTORS 8192 /* requests on higher ones are not found */
#define WORDS ((DESCRIPTORS + WD_CHANNEL_STREAMS) / 64)

/* Bits, by descriptor, and behind them by stream. A request that is over has its bit until somebody looks for one. */
static uint64_t open_requests[WORDS];

static int bit_of(int fd)
{
    return fd < DESCRIPTORS ? fd : fd >= WD_DESCRIPTORS ? fd - WD_DESCRIPTORS + DESCRIPTORS : -1;
}

static int descriptor_of(int bit)
{
    return bit < DESCRIPTORS ? bit : bit - DESCRIPTORS + WD_DESCRIPTORS;
}

void wd_pool_opened(int fd)
{
    int bit = bit_of(fd);
    uint64_t mask = UINT64_C(1) << bit % 64;
    if (bit >= 0 && !(__atomic_load_n(&open_requests[bit / 64], __ATOMIC_RELAXED) & mask))
        __atomic_fetch_or(&open_requests[bit / 64], mask, __ATOMIC_RELEASE);
}

static int is_open(const struct wd_channel *channel)
{
    return channel && channel->role == WD_CHANNEL_ACCEPTED && __atomic_load_n(&channel->open, __ATOMIC_ACQUIRE);
}

/* The channel of an open request, if it is one. One that is opened just now keeps its bit, or gets it again. */
static struct wd_channel *listed(int bit)
{
    struct wd_channel *channel = wd_channel(descriptor_of(bit));
    if (is_open(channel))
        return channel;
    __atomic_fetch_and(&open_requests[bit / 64], ~(UINT64_C(1) << bit % 64), __ATOMIC_ACQ_REL);
    if (is_open(channel))
        wd_pool_opened(descriptor_of(bit));
    return NULL;
}

static int has_target(struct wd_channel *channel, const struct wd_target *target)
{
    return channel && !channel->loss && channel->context != WHODUNIT_ROOT &&
           wd_target_alike(channel, target) == WD_TARGET_WHOLE;
}

/* The channel's number; -1: none has the target, or several types have it. */
static int find(const struct wd_target *target)
{
    int found = -1;
    for (int word = 0; word < WORDS; word++) {
        uint64_t bits = __atomic_load_n(&open_requests[word], __ATOMIC_ACQUIRE);
        for (; bits; bits &= bits - 1) {
            int bit = word * 64 + __builtin_ctzll(bits);
            struct wd_channel *channel = listed(bit);
            if (!has_target(channel, target))
                continue;
            if (found >= 0 && wd_chain_kind(wd_channel(found)->context) != wd_chain_kind(channel->context))
                return -1;
            if (found < 0 || !channel->passed_on)
                found = descriptor_of(bit);
        }
    }
    return found;
}

static int may_take_one(const struct wd_channel *channel)
{
    return wd_work_serves && !wd_propagation_loops && channel->role == WD_CHANNEL_CONNECTED && !wd_work_loss() &&
           (wd_work.is_found || !wd_work_has_context());
}

enum wd_stream_loss wd_pool_sends(struct wd_channel *channel, const struct wd_transfer *t, whodunit_context *context)
{
    struct wd_sent sent;
    struct wd_target target;
    if (!may_take_one(channel))
        return wd_work_loss();
    wd_sent_look(&sent, t->pieces, t->count);
    if (!wd_target_look(sent.bytes, sent.length, &target))
        return WD_LOSS_NONE; /* the rest of a message */
    int fd = find(&target);
    if (fd < 0) {
        channel->bound.fd = -1;
        wd_pool_rests();
        *context = wd_work_context();
        return WD_LOSS_NONE;
    }
    struct wd_channel *request = wd_channel(fd);
    request->passed_on = 1;
    channel->bound = (struct wd_request_id){ fd, request->epoch };
    channel->bound_request = request->requests;
    wd_work_begin(request->context, fd, request);
    wd_work.is_found = 1;
    *context = request->context;
    return WD_LOSS_NONE;
}

void wd_pool_rests(void)
{
    if (!wd_work.is_found)
        return;
    wd_work.is_found = 0;
    wd_work_end();
}
