/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/naming.h"

#include <string.h>

#include "channels/chains.h"
#include "channels/loop.h"
#include "channels/request_lines.h"
#include "channels/work.h"
#include "contexts/examples.h"
#include "health.h"

/* What was received last begins so. */
static void keep_first(struct wd_channel *channel, const void *bytes, size_t n)
{
    channel->recent_length = n < sizeof channel->recent ? (uint32_t)n : sizeof channel->recent;
    memcpy(channel->recent, bytes, channel->recent_length);
}

static void keep_bytes(void *user, const void *bytes, size_t n)
{
    struct wd_channel *channel = user;
    size_t left = sizeof channel->head - channel->head_length;
    n = n < left ? n : left;
    memcpy(channel->head + channel->head_length, bytes, n);
    channel->head_length += (uint32_t)n;
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

static void name_by_head(struct wd_channel *channel, whodunit_context remote)
{
    if (channel->naming != WD_REQUEST_MORE)
        return;
    if (channel->head_length > 0 && !wd_request_may_be_named(channel->head[0])) {
        channel->naming = WD_REQUEST_OTHER;
        return;
    }
    struct wd_line line = wd_line_of(channel->head, channel->head_length);
    whodunit_context context = wd_line_context(&line, remote);
    channel->naming = (uint8_t)(context ? WD_REQUEST_NAMED : name_anew(channel, &line, remote, &context));
    if (channel->naming == WD_REQUEST_NAMED) {
        channel->context = context;
        keep_example(channel);
        wd_context_count_event(channel->context, WD_BEGUN, 1);
    } else if (channel->naming == WD_REQUEST_OTHER && wd_request_is_http2(channel->head, channel->head_length)) {
        wd_health_add(WD_HEALTH_MESSAGES_HTTP2, 1);
    }
}

void wd_request_opens(struct wd_channel *channel, int fd)
{
    if (!channel->open) {
        channel->passed_on = 0;
        channel->requests++;
    }
    channel->open = 1;
    if (wd_propagation_loops && !wd_propagation_hosted)
        wd_loop_opened(fd, channel);
}

whodunit_context wd_name_request(struct wd_channel *channel, const struct wd_transfer *t, whodunit_context remote,
                                 int is_named)
{
    if (!channel->open) {
        channel->head_length = 0;
        channel->naming = is_named ? WD_REQUEST_NAMED : WD_REQUEST_MORE;
        channel->context = remote;
        channel->is_shown = 0;
    }
    if (!channel->is_tls) {
        if (t->seen > 0)
            keep_first(channel, t->pieces->iov_base, t->pieces->iov_len < t->seen ? t->pieces->iov_len : t->seen);
        wd_transfer_show(t, keep_bytes, channel);
        name_by_head(channel, remote);
    }
    return channel->context;
}

/* A request within TLS, of which the encrypted bytes have brought the context already: those say when one begins,
 * unless it came together with the last one. */
void wd_channels_decrypted_received(int fd, const void *bytes, size_t n)
{
    struct wd_channel *channel = wd_channel(fd);
    if (!channel || channel->state != WD_CHANNEL_KNOWN || channel->role != WD_CHANNEL_ACCEPTED ||
        wd_work_is_governed(wd_descriptor(fd)))
        return;
    int is_new = !channel->is_shown;
    channel->is_tls = 1;
    if (is_new) {
        channel->is_shown = 1;
        channel->head_length = 0;
        channel->context = channel->from;
        channel->naming = wd_chain_type(channel->from) ? WD_REQUEST_NAMED : WD_REQUEST_MORE;
        wd_request_opens(channel, fd);
    }
    keep_first(channel, bytes, n);
    keep_bytes(channel, bytes, n);
    name_by_head(channel, channel->from);
    if (is_new || channel->context)
        wd_work_begin(channel->context, fd, channel);
}

void wd_channels_decrypted_sent(int fd, const void *bytes, size_t n)
{
    (void)bytes, (void)n;
    struct wd_channel *channel = wd_channel(fd);
    if (channel)
        channel->is_shown = 0;
}
