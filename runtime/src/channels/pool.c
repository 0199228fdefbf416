/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/pool.h"

#include "channels/chains.h"
#include "channels/loop.h"
#include "channels/open_requests.h"
#include "channels/pieces.h"
#include "channels/targets.h"
#include "channels/work.h"

static int has_target(struct wd_channel *channel, const struct wd_target *target)
{
    return !channel->loss && channel->context != WHODUNIT_ROOT && wd_target_alike(channel, target) == WD_TARGET_WHOLE;
}

struct found {
    struct wd_request_id id; /* -1: none has the target, or several types have it */
    uint32_t requests;
    whodunit_context context;
};

static struct found find(const struct wd_target *target)
{
    const struct found none = { .id.fd = -1 };
    struct found found = none;
    struct wd_open_requests_walk walk = { 0 };
    for (int fd = wd_open_requests_next(&walk); fd >= 0; fd = wd_open_requests_next(&walk)) {
        struct wd_channel *channel = wd_channel(fd);
        if (!has_target(channel, target))
            continue;
        struct found one = { { fd, channel->epoch }, channel->requests, channel->context };
        if (found.id.fd >= 0 && wd_chain_kind(found.context) != wd_chain_kind(one.context))
            return none;
        if (found.id.fd < 0 || !channel->passed_on)
            found = one;
    }
    return found;
}

static int may_take_one(const struct wd_channel *channel)
{
    return wd_work_serves && !wd_propagation_loops && channel->role == WD_CHANNEL_CONNECTED && !wd_work_loss() &&
           !wd_work_is_the_programs() && (wd_work.is_found || !wd_work_has_context());
}

/* Another thread may have answered it, and begun the next one there. */
static int is_still(const struct found *the)
{
    const struct wd_channel *request = wd_loop_request(&the->id);
    return wd_request_is_open(request) && request->requests == the->requests && request->context == the->context;
}

/* The thread goes on with what was found earlier, while that is open. */
static void goes_on(whodunit_context *context)
{
    if (wd_work.is_found && !wd_request_is_open(wd_loop_request(&wd_work.serving)))
        wd_pool_rests();
    *context = wd_work_context();
}

/* Its buffer is large for the stack of a signal handler, which has use for none. */
static __attribute__((noinline)) void take_one(struct wd_channel *channel, const struct wd_transfer *t,
                                               whodunit_context *context)
{
    unsigned char bytes[WD_REQUEST_HEAD];
    struct wd_target target;
    size_t n = wd_pieces_copy(t->pieces, t->count, bytes, sizeof bytes);
    if (!wd_target_look(bytes, n, &target)) { /* the rest of a message, or no request of this kind */
        goes_on(context);
        return;
    }
    struct found found = find(&target);
    if (!is_still(&found)) {
        channel->bound.fd = -1;
        wd_pool_rests();
        *context = wd_work_context();
        return;
    }
    struct wd_channel *request = wd_channel(found.id.fd);
    request->passed_on = 1;
    channel->bound = found.id;
    channel->bound_request = found.requests;
    wd_work_begin(found.context, found.id.fd, request);
    wd_work.serving = found.id;
    wd_work.is_found = 1;
    *context = found.context;
}

enum wd_stream_loss wd_pool_sends(struct wd_channel *channel, const struct wd_transfer *t, whodunit_context *context)
{
    if (may_take_one(channel)) {
        take_one(channel, t, context);
        return WD_LOSS_NONE;
    }
    if (!wd_propagation_loops)
        channel->bound.fd = -1;
    return wd_work_loss();
}

void wd_pool_rests(void)
{
    if (wd_work.is_found)
        wd_work_end();
}
