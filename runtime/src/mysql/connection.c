/* SPDX-License-Identifier: Apache-2.0 */
/*
 * connection.c: the MySQL protocol, server side: from bytes on accepted sockets
 * to the context of the thread that works on them (docs/architecture.md, "On
 * the wire"). A connection that we lose track of is counted: mysql.lost_track.
 */
#include "propagation/connections.h"

#include <errno.h>
#include <pthread.h>

#include "contexts/context.h"
#include "health.h"
#include "recording/labels.h"
#include "recording/sample_balance.h"
#include "sampler/sampler.h"
#include "stream.h"
#include "thread.h"

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

/* The descriptor for which the thread's context was set by this protocol, plus one; 0 if it was not. */
static __thread int carrying __attribute__((tls_model("initial-exec")));

static void after_fork(void)
{
    carrying = 0;
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}

/* ---- the thread's context ---- */

static void carry(int fd, whodunit_context context)
{
    wd_thread_switch(context);
    carrying = fd + 1;
    wd_propagation_engaged = 1;
}

static void set_reason(int fd, whodunit_context *reason, const char *text)
{
    whodunit_context c = __atomic_load_n(reason, __ATOMIC_RELAXED);
    if (!c) {
        c = wd_context_named(WHODUNIT_ROOT, WD_REASON, text);
        __atomic_store_n(reason, c, __ATOMIC_RELAXED);
    }
    carry(fd, c);
}

static whodunit_context between;

#define AT_ONCE 4 /* samples at one command's end; the rest at the next one's */

static void end_of_command(void)
{
    for (int i = 0; i < AT_ONCE && wd_balance_end(wd_thread.context); i++)
        wd_sampler_sample_here();
}

static void between_commands(int fd)
{
    end_of_command();
    set_reason(fd, &between, "between commands");
}

/* The thread may have been at a command of another connection. */
static void no_command(int fd, whodunit_context *reason, const char *text)
{
    end_of_command();
    wd_balance_forget();
    set_reason(fd, reason, text);
}

static void explain(int fd, enum wd_stream_state state)
{
    static whodunit_context connecting, tls, compressed, lost;
    switch (state) {
    case WD_STREAM_AUTH: no_command(fd, &connecting, "connecting"); break;
    case WD_STREAM_TLS: no_command(fd, &tls, "TLS connection, not readable"); break;
    case WD_STREAM_COMPRESSED: no_command(fd, &compressed, "compressed connection, not readable"); break;
    case WD_STREAM_LOST: no_command(fd, &lost, "MySQL stream not understood"); break;
    default: break;
    }
}

static void on_command(void *user, const struct wd_command *command)
{
    static whodunit_context bare, other;
    int fd = *(const int *)user;
    end_of_command();
    wd_health_add(WD_HEALTH_MYSQL_COMMANDS, 1);
    if (command->malformed)
        wd_health_add(WD_HEALTH_WIRE_MALFORMED, 1);
    if (command->statement)
        wd_health_add(command->labelled ? WD_HEALTH_MYSQL_LABELLED : WD_HEALTH_MYSQL_UNLABELLED, 1);
    if (command->labelled) {
        whodunit_context c = wd_context_remote(command->uid, command->synopsis);
        if (command->statement)
            wd_context_count_event(c, WD_RECEIVED, 1);
        carry(fd, c);
        wd_propagation_claim(fd, &wd_mysql_protocol, c);
    } else if (wd_propagation_arrived) /* it has no comment, but its channel knows */
        carry(fd, wd_propagation_arrived);
    else if (command->statement)
        set_reason(fd, &bare, "statement without synopsis");
    else
        set_reason(fd, &other, "command without a statement");
    wd_balance_begin(wd_thread.context);
    wd_labels_move(__atomic_load_n(&between, __ATOMIC_RELAXED), wd_thread.context);
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
static inline void after_bytes(int fd, struct wd_stream *s, enum wd_stream_state before)
{
    enum wd_stream_state after = s->state;
    count_change(before, after);
    if (after != WD_STREAM_READY)
        explain(fd, after);
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

static inline void show(const struct wd_transfer *t, void (*side)(void *user, const void *bytes, size_t n))
{
    struct wd_stream *s = wd_connection_take(&connections, t->fd);
    if (!s)
        return;
    enum wd_stream_state before = s->state;
    wd_transfer_show(t, side, &(struct shown){ s, t->fd });
    after_bytes(t->fd, s, before);
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
    after_bytes(fd, s, before);
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
    if (waits_for_command(t->fd) && ((carrying && carrying != t->fd + 1) || wd_transfer_may_block(t)))
        between_commands(t->fd);
}

static void received(const struct wd_transfer *t)
{
    if (t->seen)
        show(t, from_client);
    else if ((t->error == EAGAIN || t->error == EWOULDBLOCK) && waits_for_command(t->fd))
        between_commands(t->fd);
}

static void sent(const struct wd_transfer *t)
{
    if (t->seen)
        show(t, from_server);
}

static void accepted(int fd)
{
    wd_connection_begin(&connections, fd, WD_ROLE_SERVER);
}

static void idle(void)
{
    if (carrying)
        between_commands(carrying - 1);
}

static void closed(int fd, enum wd_role role)
{
    (void)role;
    struct wd_stream *s = wd_connection_take(&connections, fd);
    if (!s)
        return;
    wd_connection_end(&connections, s);
    if (carrying == fd + 1)
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
