/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/naming.h"

#include <string.h>

#include "channels/handed.h"
#include "channels/loop.h"
#include "channels/open_requests.h"
#include "channels/request_lines.h"
#include "contexts/examples.h"
#include "health/health.h"
#include "propagation/proxy_header.h"
#include "threads/thread.h"

#define MANY 64

void wd_request_keep_first(struct wd_channel *channel, const void *bytes, size_t n)
{
    channel->recent_length = n < sizeof channel->recent ? (uint32_t)n : sizeof channel->recent;
    if (n >= sizeof channel->recent) /* as mostly: a constant length is no call */
        memcpy(channel->recent, bytes, sizeof channel->recent);
    else
        memcpy(channel->recent, bytes, n);
}

void wd_request_keep(struct wd_channel *channel, const void *bytes, size_t n)
{
    size_t left = sizeof channel->head - channel->head_length;
    n = n < left ? n : left;
    memcpy(channel->head + channel->head_length, bytes, n);
    channel->head_length += (uint32_t)n;
}

static void keep_piece(void *channel, const void *bytes, size_t n)
{
    wd_request_keep(channel, bytes, n);
}

static void keep_seen(struct wd_channel *channel, const struct wd_transfer *t)
{
    size_t first = wd_transfer_first(t);
    if (t->seen == 0)
        return;
    wd_request_keep_first(channel, t->pieces->iov_base, first);
    if (first == t->seen) /* in one piece, as mostly */
        wd_request_keep(channel, t->pieces->iov_base, first);
    else
        wd_transfer_show(t, keep_piece, channel);
}

static void keep_example(const struct wd_channel *channel)
{
    const char *traceparent =
        wd_example_is_wanted(channel->context) ? wd_request_traceparent(channel->head, channel->head_length) : NULL;
    if (traceparent)
        wd_example_keep(channel->context, traceparent, WD_TRACEPARENT);
}

static enum wd_request name_anew(const struct wd_channel *channel, const struct wd_line *line, whodunit_context remote,
                                 whodunit_context *context)
{
    char name[WD_REQUEST_NAME];
    enum wd_request found = wd_request_name(channel->head, channel->head_length, name);
    if (found == WD_REQUEST_NAMED) {
        *context = wd_context_transaction(remote, name);
        if (*context != WHODUNIT_OVERFLOW && !wd_routes_are_full()) /* a name of its own; others are counted */
            wd_line_keep(line, remote, *context);
    }
    return found;
}

static void is_named(struct wd_channel *channel, whodunit_context context)
{
    channel->naming = WD_REQUEST_NAMED;
    channel->context = context;
    keep_example(channel);
    wd_context_count_event(context, WD_BEGUN, 1);
}

/* Clients ask for the same again and again: does this one begin with the line that has named the last one here, and
 * which its head still begins with? */
static int has_same_line(const struct wd_channel *channel, const struct wd_transfer *t, whodunit_context remote)
{
    size_t length = channel->line_length;
    return length && channel->line_remote == remote && wd_transfer_first(t) >= length &&
           memcmp(t->pieces->iov_base, channel->head, length) == 0;
}

/* Of the client's address, before its first request. False: it is not complete. */
static WD_APART int drop_proxy_header(struct wd_channel *channel)
{
    struct wd_proxy_header header = { 0 };
    const uint8_t *rest = channel->head;
    size_t n = channel->head_length;
    enum wd_proxy_header_state state = wd_proxy_header_take(&header, &rest, &n);
    if (state == WD_PROXY_HEADER_DONE) {
        memmove(channel->head, rest, n);
        channel->head_length = (uint32_t)n;
    }
    return state != WD_PROXY_HEADER_MORE;
}

static int may_have_proxy_header(const struct wd_channel *channel)
{
    return channel->requests <= 1 && channel->head_length > 0 && (channel->head[0] == 'P' || channel->head[0] == '\r');
}

static WD_APART void name_by_line(struct wd_channel *channel, whodunit_context remote)
{
    struct wd_line line = wd_line_of(channel->head, channel->head_length);
    whodunit_context context = wd_line_context(&line, remote);
    if (context) {
        channel->line_length = line.length;
        channel->line_remote = remote;
        channel->line_context = context;
    }
    channel->naming = (uint8_t)(context ? WD_REQUEST_NAMED : name_anew(channel, &line, remote, &context));
    if (channel->naming == WD_REQUEST_NAMED) {
        is_named(channel, context);
    } else if (channel->naming == WD_REQUEST_OTHER && wd_request_is_http2(channel->head, channel->head_length)) {
        wd_health_add(WD_HEALTH_MESSAGES_HTTP2, 1);
    }
}

void wd_request_name_by_head(struct wd_channel *channel, whodunit_context remote)
{
    if (channel->naming != WD_REQUEST_MORE || (may_have_proxy_header(channel) && !drop_proxy_header(channel)))
        return;
    if (channel->head_length > 0 && !wd_request_may_be_named(channel->head[0]))
        channel->naming = WD_REQUEST_OTHER;
    else
        name_by_line(channel, remote);
}

void wd_request_opens(struct wd_channel *channel, int fd)
{
    if (!channel->open) {
        channel->passed_on = 0;
        channel->requests += !channel->is_tunnel;
        channel->is_loops = 0;
    } else if (channel->received_by != &wd_thread)
        wd_workers_found();
    channel->open = 1;
    channel->received_by = &wd_thread;
    if (wd_propagation_hosted)
        return;
    channel->is_loops |= (uint8_t)wd_propagation_loops;
    wd_open_requests_add(fd);
}

/* What has no name is only compared with what the process sends to others. Where a connection has brought many requests
 * and none was sent anywhere by then, nor by anybody else, the next ones are not kept. */
static int is_left_out(const struct wd_channel *channel, const struct wd_transfer *t)
{
    if (wd_loop_asks)
        return 0;
    if (channel->open || channel->naming != WD_REQUEST_MORE)
        return channel->naming == WD_REQUEST_OTHER && channel->head_length == 0;
    return channel->requests >= MANY && channel->context == WHODUNIT_ROOT && wd_transfer_first(t) > 0 &&
           !wd_request_may_be_named(*(const unsigned char *)t->pieces->iov_base);
}

static WD_APART whodunit_context name_by_bytes(struct wd_channel *channel, const struct wd_transfer *t,
                                               whodunit_context remote, int may_be_same)
{
    int is_same = may_be_same && has_same_line(channel, t, remote);
    channel->has_same_line = (uint8_t)is_same;
    if (!channel->open && !is_same)
        channel->line_length = 0;
    keep_seen(channel, t);
    if (is_same)
        is_named(channel, channel->line_context);
    else
        wd_request_name_by_head(channel, remote);
    return channel->context;
}

whodunit_context wd_name_request(struct wd_channel *channel, const struct wd_transfer *t, whodunit_context remote,
                                 int has_name)
{
    int is_new = !channel->open && !(channel->is_tunnel && remote == WHODUNIT_ROOT);
    if (is_new) {
        channel->head_length = 0;
        channel->naming = has_name ? WD_REQUEST_NAMED : WD_REQUEST_MORE;
        channel->context = remote;
        channel->is_shown = 0;
    }
    int is_left = !channel->is_tls && is_left_out(channel, t);
    if (!channel->is_tls && !is_left)
        return name_by_bytes(channel, t, remote, is_new && !has_name);
    channel->line_length = 0;
    if (is_left) {
        channel->naming = WD_REQUEST_OTHER;
        channel->recent_length = 0;
    }
    return channel->context;
}
