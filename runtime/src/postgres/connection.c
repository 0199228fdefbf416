/* SPDX-License-Identifier: Apache-2.0 */
/*
 * connection.c: the PostgreSQL protocol, server side: from bytes on accepted
 * sockets to the context of the process that works on them (docs/postgresql.md).
 * The postmaster accepts, and the child that it forks serves the connection.
 */
#include "propagation/connections.h"

#include <errno.h>
#include <pthread.h>

#include "contexts/context.h"
#include "crosstalk/between.h"
#include "health/health.h"
#include "memory/fork_state.h"
#include "postgres/turns.h"
#include "propagation/serving.h"
#include "threads/thread.h"

extern const struct wd_protocol wd_postgres_protocol;

#define SELDOM __attribute__((noinline, cold))

static void begin(void *state)
{
    wd_pg_turns_begin(state);
}

static void lost(void)
{
    wd_health_add(WD_HEALTH_POSTGRES_LOST_TRACK, 1);
}

static struct wd_connections connections = {
    .protocol = &wd_postgres_protocol,
    .size = sizeof(struct wd_pg_served),
    .begin = begin,
    .lost = lost,
    .handed_on = 1,
};

/* Whether this process accepts connections itself. PostgreSQL's backends do not; who serves what it accepts is a pooler
 * or a proxy, whose contexts are not ours to give. */
static int accepts WD_FORK_STATE;

static void after_fork(void)
{
    accepts = 0;
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}

/* ---- the thread's context ---- */

static void explain(int fd, enum wd_pg_state state)
{
    static struct wd_serving_reason connecting = { .text = "connecting" };
    static struct wd_serving_reason tls = { .text = "TLS connection, not readable" };
    static struct wd_serving_reason gss = { .text = "GSS-encrypted connection, not readable" };
    static struct wd_serving_reason replication = { .text = "replication" };
    static struct wd_serving_reason cancel = { .text = "cancel request" };
    static struct wd_serving_reason not_understood = { .text = "PostgreSQL stream not understood" };
    struct wd_serving_reason *reason = NULL;
    switch (state) {
    case WD_PG_ASKED:
    case WD_PG_READY: reason = &connecting; break;
    case WD_PG_TLS: reason = wd_propagation_decrypts ? &connecting : &tls; break;
    case WD_PG_GSS: reason = &gss; break;
    case WD_PG_REPLICATION: reason = &replication; break;
    case WD_PG_CANCEL: reason = &cancel; break;
    case WD_PG_LOST: reason = &not_understood; break;
    default: break;
    }
    if (reason)
        wd_serving_explain(&wd_postgres_protocol, fd, reason);
}

static void count_change(enum wd_pg_state after)
{
    if (after == WD_PG_READY)
        wd_health_add(WD_HEALTH_POSTGRES_CONNECTIONS, 1);
    else if (after == WD_PG_GSS || (after == WD_PG_TLS && !wd_propagation_decrypts))
        wd_health_add(WD_HEALTH_POSTGRES_TLS, 1);
    else if (after == WD_PG_LOST)
        wd_health_add(WD_HEALTH_POSTGRES_LOST_TRACK, 1);
}

static size_t piece(int fd, const void *bytes, size_t n)
{
    struct wd_pg_served *s = wd_connection_take(&connections, fd);
    if (!s)
        return n;
    size_t first = wd_pg_stream_piece(&s->stream, bytes, n);
    wd_connection_release(s);
    return first;
}

/* From now on executions are received one by one. */
static SELDOM void count_mixed(struct wd_pg_served *s, int fd)
{
    if (!s->mixed)
        wd_health_add(WD_HEALTH_POSTGRES_MIXED, 1);
    s->mixed = 1;
    wd_propagation_pieces.piece = piece;
    *(s->stream.encrypted ? &wd_propagation_pieces.tls_fd : &wd_propagation_pieces.fd) = fd;
}

static void receive_whole_again(int fd)
{
    if (wd_propagation_pieces.fd == fd || wd_propagation_pieces.tls_fd == fd)
        wd_propagation_pieces.fd = wd_propagation_pieces.tls_fd = -1;
}

static inline __attribute__((always_inline)) void count(const struct wd_pg_command *command, whodunit_context context)
{
    if (command->malformed)
        wd_health_add(WD_HEALTH_WIRE_MALFORMED, 1);
    if (!command->execution)
        return;
    wd_health_add(WD_HEALTH_POSTGRES_COMMANDS, 1);
    wd_health_add(command->label.synopsis ? WD_HEALTH_POSTGRES_LABELLED : WD_HEALTH_POSTGRES_UNLABELLED, 1);
    if (command->label.guessed)
        wd_health_add(WD_HEALTH_POSTGRES_BY_PARSE, 1);
    if (command->label.synopsis)
        wd_context_count_event(context, WD_RECEIVED, 1);
}

struct shown {
    struct wd_pg_served *served;
    int fd;
    char bare; /* a Parse or a Bind that names no context, until it is known what comes with it; 0: there is none */
    uint32_t bare_turn;
};

/* The messages of one execution are one command. */
static inline __attribute__((always_inline)) void begin_command(int fd, char code, whodunit_context context)
{
    static struct wd_serving_reason bare = { .text = "statement without synopsis" };
    static struct wd_serving_reason other = { .text = "command without a statement" };
    struct wd_serving_reason *reason = code == 'F' ? &other : &bare;
    if ((context && context == wd_thread.context) ||
        (!context && code == 'E' && wd_serving_goes_on(&wd_postgres_protocol, fd, reason)))
        return;
    wd_serving_command_ends();
    if (context)
        wd_serving_command(&wd_postgres_protocol, fd, context);
    else
        wd_serving_bare_command(&wd_postgres_protocol, fd, reason);
}

static SELDOM void begin_several(int fd)
{
    static struct wd_serving_reason several = { .text = "statements of several contexts at once" };
    wd_serving_explain(&wd_postgres_protocol, fd, &several);
}

static inline __attribute__((always_inline)) void take_command(const struct shown *shown,
                                                               const struct wd_pg_command *command)
{
    struct wd_pg_served *s = shown->served;
    whodunit_context context = WHODUNIT_ROOT;
    if (command->label.synopsis)
        context = wd_context_remote(command->label.uid, command->label.synopsis);
    count(command, context);
    if (command->code == 'C')
        return;
    int several = wd_pg_turn_takes(s, command);
    if (several)
        count_mixed(s, shown->fd);
    if (!command->execution && !context && s->label.synopsis)
        return; /* it is part of what has one */
    if (command->turn != s->stream.answered) {
        if (wd_pg_turn_put_off(s, command, context))
            count_mixed(s, shown->fd);
    } else if (several)
        begin_several(shown->fd);
    else
        begin_command(shown->fd, command->code, context);
}

static SELDOM void take_bare(struct shown *shown)
{
    struct wd_pg_command bare = { .code = shown->bare, .turn = shown->bare_turn };
    shown->bare = 0;
    take_command(shown, &bare);
}

static int is_bare(const struct wd_pg_command *c)
{
    return !(c->execution | c->malformed | c->unsure) && !c->label.synopsis;
}

/* A Parse or a Bind that names no context says nothing that its execution does not say, which mostly comes with it. */
static void on_command(void *user, const struct wd_pg_command *command)
{
    struct shown *shown = user;
    if (shown->bare && shown->bare_turn != command->turn)
        take_bare(shown);
    if (is_bare(command)) {
        shown->bare = command->code;
        shown->bare_turn = command->turn;
    } else {
        take_command(shown, command);
        if (command->code != 'C')
            shown->bare = 0;
    }
}

static SELDOM void begin_later(struct wd_pg_served *s, int fd)
{
    const struct wd_pg_later *next;
    while ((next = wd_pg_turn_next(s))) {
        if (next->several)
            begin_several(fd);
        else
            begin_command(fd, next->code, next->context);
    }
}

/* ---- bytes ---- */

static void from_client(void *user, const void *bytes, size_t n)
{
    struct shown *shown = user;
    wd_pg_stream_client(&shown->served->stream, bytes, n, on_command, shown);
    if (shown->bare)
        take_bare(shown);
}

static void from_server(void *user, const void *bytes, size_t n)
{
    struct shown *shown = user;
    wd_pg_stream_server(&shown->served->stream, bytes, n);
}

/* Unlocks it. What is not PostgreSQL's, or is nobody's command, need not be looked at again. */
static SELDOM void after_other_bytes(int fd, struct wd_pg_served *s, enum wd_pg_state before)
{
    enum wd_pg_state after = s->stream.state;
    if (after != before) {
        if (after == WD_PG_READY)
            wd_between_begins();
        count_change(after);
        explain(fd, after);
    }
    if (after >= WD_PG_NOT_POSTGRES || (after == WD_PG_DIRECT && !wd_propagation_decrypts)) {
        wd_connection_end(&connections, s);
        receive_whole_again(fd);
    } else {
        wd_connection_release(s);
    }
}

static inline __attribute__((always_inline)) void after_bytes(int fd, struct wd_pg_served *s, enum wd_pg_state before)
{
    if (__builtin_expect(before == WD_PG_READY && s->stream.state == WD_PG_READY, 1))
        wd_connection_release(s);
    else
        after_other_bytes(fd, s, before);
}

static inline __attribute__((always_inline)) void show(const struct wd_transfer *t,
                                                       void (*side)(void *user, const void *bytes, size_t n))
{
    struct wd_pg_served *s = wd_connection_take(&connections, t->fd);
    if (!s)
        return;
    enum wd_pg_state before = s->stream.state;
    if (!s->stream.encrypted) {
        if (side == from_client)
            wd_pg_turns_read_on(s);
        wd_transfer_show(t, side, &(struct shown){ .served = s, .fd = t->fd });
        if (side == from_server && s->begun < s->received)
            begin_later(s, t->fd);
    }
    after_bytes(t->fd, s, before);
}

static void show_decrypted(int fd, const void *bytes, size_t n, void (*side)(void *user, const void *bytes, size_t n))
{
    struct wd_pg_served *s = wd_connection_take(&connections, fd);
    if (!s)
        return;
    enum wd_pg_state before = s->stream.state;
    wd_pg_stream_decrypted(&s->stream);
    if (s->stream.encrypted) {
        if (side == from_client)
            wd_pg_turns_read_on(s);
        side(&(struct shown){ .served = s, .fd = fd }, bytes, n);
        if (side == from_server && s->begun < s->received)
            begin_later(s, fd);
    }
    after_bytes(fd, s, before);
}

static void decrypted_received(int fd, const void *bytes, size_t n)
{
    show_decrypted(fd, bytes, n, from_client);
}

static void decrypted_sent(int fd, const void *bytes, size_t n)
{
    show_decrypted(fd, bytes, n, from_server);
}

static void unseen(int fd, enum wd_role role)
{
    (void)role;
    struct wd_pg_served *s = wd_connection_take(&connections, fd);
    if (!s)
        return;
    enum wd_pg_state before = s->stream.state;
    if (!s->stream.encrypted)
        s->stream.state = before == WD_PG_NEW || before == WD_PG_DIRECT ? WD_PG_NOT_POSTGRES : WD_PG_LOST;
    after_bytes(fd, s, before);
}

/* Read without the lock: it is a hint only. */
static int waits_for_command(int fd)
{
    const struct wd_pg_served *s = wd_connection_glance(&connections, fd);
    return s && s->stream.state == WD_PG_READY && wd_pg_stream_at_boundary(&s->stream);
}

/* As with MySQL, what is done after the reply is still the command's. A backend's socket never blocks, and the command
 * ends when nothing is to be received. Whoever reads from its client waits for no lock any more. */
static void received(const struct wd_transfer *t)
{
    if (accepts) {
        wd_connections_are_anothers(&connections);
        wd_connection_leave(&connections, t->fd);
        return;
    }
    wd_between_over();
    if (t->seen)
        show(t, from_client);
    else if ((t->error == EAGAIN || t->error == EWOULDBLOCK) && waits_for_command(t->fd))
        wd_serving_between(&wd_postgres_protocol, t->fd);
}

static void sent(const struct wd_transfer *t)
{
    if (accepts)
        wd_connection_leave(&connections, t->fd);
    else if (t->seen)
        show(t, from_server);
}

static void accepted(int fd)
{
    accepts = 1;
    wd_connection_begin(&connections, fd, WD_ROLE_SERVER);
}

static void closed(int fd, enum wd_role role)
{
    (void)role;
    if (!wd_connection_leave(&connections, fd))
        return;
    receive_whole_again(fd);
    if (wd_serving(&wd_postgres_protocol) == fd)
        wd_serving_between(&wd_postgres_protocol, fd);
}

const struct wd_protocol wd_postgres_protocol = {
    .name = "postgres",
    .connections = &connections,
    .accepted = accepted,
    .received = received,
    .sent = sent,
    .decrypted_received = decrypted_received,
    .decrypted_sent = decrypted_sent,
    .unseen = unseen,
    .closed = closed,
};
