/* SPDX-License-Identifier: Apache-2.0 */
/*
 * connection.c: the MySQL protocol, server side: from bytes on accepted sockets
 * to the context of the thread that works on them (docs/architecture.md, "On
 * the wire"). A connection that we lose track of is counted: mysql.lost_track.
 */
#include "propagation/connections.h"

#include <errno.h>

#include "contexts/context.h"
#include "health/health.h"
#include "propagation/serving.h"
#include "stream.h"

extern const struct wd_protocol wd_mysql_protocol;

static void begin(void *state)
{
    wd_stream_begin(state);
}

static void lost(void)
{
    wd_health_add(WD_HEALTH_MYSQL_LOST_TRACK, 1);
}

static struct wd_connections connections = {
    .protocol = &wd_mysql_protocol,
    .size = sizeof(struct wd_stream),
    .begin = begin,
    .lost = lost,
};

/* ---- the thread's context ---- */

static void explain(int fd, enum wd_stream_state state, int is_received)
{
    static struct wd_serving_reason connecting = { .text = "connecting" };
    static struct wd_serving_reason tls = { .text = "TLS connection, not readable" };
    static struct wd_serving_reason compressed = { .text = "compressed connection, not readable" };
    static struct wd_serving_reason not_understood = { .text = "MySQL stream not understood" };
    switch (state) {
    case WD_STREAM_AUTH:
        if (is_received)
            wd_serving_connecting(&wd_mysql_protocol, fd, &connecting);
        else
            wd_serving_explain(&wd_mysql_protocol, fd, &connecting);
        break;
    case WD_STREAM_TLS: wd_serving_explain(&wd_mysql_protocol, fd, &tls); break;
    case WD_STREAM_COMPRESSED: wd_serving_explain(&wd_mysql_protocol, fd, &compressed); break;
    case WD_STREAM_LOST: wd_serving_explain(&wd_mysql_protocol, fd, &not_understood); break;
    default: break;
    }
}

static void on_command(void *user, const struct wd_command *command)
{
    static struct wd_serving_reason bare = { .text = "statement without synopsis" };
    static struct wd_serving_reason other = { .text = "command without a statement" };
    int fd = *(const int *)user;
    wd_serving_command_ends();
    wd_health_add(WD_HEALTH_MYSQL_COMMANDS, 1);
    if (command->malformed)
        wd_health_add(WD_HEALTH_WIRE_MALFORMED, 1);
    if (command->statement)
        wd_health_add(command->labelled ? WD_HEALTH_MYSQL_LABELLED : WD_HEALTH_MYSQL_UNLABELLED, 1);
    if (command->labelled) {
        whodunit_context c = wd_context_remote(command->uid, command->synopsis);
        if (command->statement)
            wd_context_count_event(c, WD_RECEIVED, 1);
        wd_serving_command(&wd_mysql_protocol, fd, c);
    } else
        wd_serving_bare_command(&wd_mysql_protocol, fd, command->statement ? &bare : &other);
}

static void count_change(enum wd_stream_state before, enum wd_stream_state after)
{
    if (before == after)
        return;
    if (after == WD_STREAM_AUTH)
        wd_health_add(WD_HEALTH_MYSQL_CONNECTIONS, 1);
    else if (after == WD_STREAM_TLS)
        wd_health_add(WD_HEALTH_MYSQL_TLS, 1);
    else if (after == WD_STREAM_COMPRESSED)
        wd_health_add(WD_HEALTH_MYSQL_COMPRESSED, 1);
    else if (after == WD_STREAM_LOST)
        wd_health_add(WD_HEALTH_MYSQL_LOST_TRACK, 1);
}

/* Unlocks the stream of `fd`, which need not be looked at again if it is not MySQL's. */
static inline void after_bytes(int fd, struct wd_stream *s, enum wd_stream_state before, int is_received)
{
    enum wd_stream_state after = s->state;
    count_change(before, after);
    int is_answer = !is_received && before == WD_STREAM_AUTH && after == before; /* the thread goes on with it */
    if (after != WD_STREAM_READY && !is_answer)
        explain(fd, after, is_received);
    if (after == WD_STREAM_NOT_MYSQL)
        wd_connection_end(&connections, s);
    else
        wd_connection_release(s);
}

struct shown {
    struct wd_stream *stream;
    int fd;
};

static void from_client(void *user, const void *bytes, size_t n)
{
    struct shown *shown = user;
    wd_stream_client(shown->stream, bytes, n, on_command, &shown->fd);
}

static void from_server(void *user, const void *bytes, size_t n)
{
    struct shown *shown = user;
    wd_stream_server(shown->stream, bytes, n);
}

static inline void show(const struct wd_transfer *t, void (*side)(void *user, const void *bytes, size_t n),
                        int is_received)
{
    struct wd_stream *s = wd_connection_take(&connections, t->fd);
    if (!s)
        return;
    enum wd_stream_state before = s->state;
    wd_transfer_show(t, side, &(struct shown){ s, t->fd });
    after_bytes(t->fd, s, before, is_received);
}

static void unseen(int fd, enum wd_role role)
{
    (void)role;
    struct wd_stream *s = wd_connection_take(&connections, fd);
    if (!s)
        return;
    enum wd_stream_state before = s->state;
    if (before <= WD_STREAM_READY)
        s->state = before == WD_STREAM_NEW ? WD_STREAM_NOT_MYSQL : WD_STREAM_LOST;
    after_bytes(fd, s, before, 0);
}

/* Read without the lock: it is a hint only. */
static int waits_for_command(int fd)
{
    const struct wd_stream *s = wd_connection_glance(&connections, fd);
    return s && s->state == WD_STREAM_READY && wd_stream_at_boundary(s);
}

/* What the thread does after its reply (releasing locks, logging) is still the
 * command's; the command ends when the thread would sleep for the next one:
 * here, if the call may block, or after a receive that found nothing, before the
 * thread polls. A thread of a pool that turns to another connection has also left
 * the last one's command. Waking and receiving then take some microseconds of CPU
 * (half of the CPU of "SELECT 1", 0.03% of that of a 7 ms statement) for a command
 * that is not known yet: on_command moves a sample from there to it. */
static void before_receive(const struct wd_transfer *t)
{
    int fd = wd_serving(&wd_mysql_protocol);
    if (waits_for_command(t->fd) && ((fd >= 0 && fd != t->fd) || wd_transfer_may_block(t)))
        wd_serving_between(&wd_mysql_protocol, t->fd);
}

static void look(void *first, const void *bytes, size_t n)
{
    struct wd_proxy_header header = { 0 };
    const uint8_t *at = bytes;
    if (*(enum wd_proxy_header_state *)first == WD_PROXY_HEADER_DONE)
        *(enum wd_proxy_header_state *)first = wd_proxy_header_take(&header, &at, &n);
}

/* A server that speaks MySQL speaks first: where the client does, and is no proxy, the connection needs no state. */
static int is_not_mysql(const struct wd_transfer *t)
{
    enum wd_proxy_header_state first = WD_PROXY_HEADER_DONE;
    if (!wd_connection_is_unbegun(&connections, t->fd))
        return 0;
    wd_transfer_show(t, look, &first);
    return first == WD_PROXY_HEADER_NONE;
}

static void received(const struct wd_transfer *t)
{
    if (t->seen && is_not_mysql(t))
        wd_connection_leave(&connections, t->fd);
    else if (t->seen)
        show(t, from_client, 1);
    else if ((t->error == EAGAIN || t->error == EWOULDBLOCK) && waits_for_command(t->fd))
        wd_serving_between(&wd_mysql_protocol, t->fd);
}

static void sent(const struct wd_transfer *t)
{
    if (t->seen)
        show(t, from_server, 0);
}

static void accepted(int fd)
{
    wd_connection_begin(&connections, fd, WD_ROLE_SERVER);
}

static void idle(void)
{
    int fd = wd_serving(&wd_mysql_protocol);
    if (fd >= 0)
        wd_serving_between(&wd_mysql_protocol, fd);
}

static void closed(int fd, enum wd_role role)
{
    (void)role;
    if (wd_connection_leave(&connections, fd) && wd_serving(&wd_mysql_protocol) == fd)
        idle();
}

const struct wd_protocol wd_mysql_protocol = {
    .name = "mysql",
    .connections = &connections,
    .accepted = accepted,
    .before_receive = before_receive,
    .received = received,
    .sent = sent,
    .unseen = unseen,
    .closed = closed,
    .idle = idle,
};
