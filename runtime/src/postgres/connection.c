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
#include "fork_state.h"
#include "health.h"
#include "postgres/stream.h"
#include "propagation/serving.h"
#include "thread.h"

extern const struct wd_protocol wd_postgres_protocol;

/* What was received with commands that come before it. */
struct later {
    uint32_t turn;
    whodunit_context context;
    char code;
    uint8_t several; /* contexts, which cannot be told apart */
};

#define LATER 64 /* the last one stands for further ones */

#define SELDOM __attribute__((noinline, cold))

/* A stream and what we do with it. What each command needs lies together. */
struct served {
    uint32_t turn;            /* the last one in the bytes that are being read */
    struct wd_pg_label label; /* in that turn */
    uint8_t bare;             /* something without one is executed in it */
    uint8_t several;          /* its commands have several contexts */
    uint8_t mixed;            /* so it was in these bytes: that is counted once */
    uint32_t begun, received; /* of the later ones */
    whodunit_context arrived; /* with them: wd_propagation_arrived */
    struct wd_pg_stream stream;
    struct later later[LATER];
};

static void begin(void *state)
{
    struct served *s = state;
    wd_pg_stream_begin(&s->stream);
    s->label = (struct wd_pg_label){ 0 };
    s->bare = s->several = s->mixed = 0;
    s->begun = s->received = 0;
}

static void lost(void)
{
    wd_health_add(WD_HEALTH_POSTGRES_LOST_TRACK, 1);
}

static struct wd_connections connections = {
    .protocol = &wd_postgres_protocol,
    .size = sizeof(struct served),
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
    struct served *s = wd_connection_take(&connections, fd);
    if (!s)
        return n;
    size_t first = wd_pg_stream_piece(&s->stream, bytes, n);
    wd_connection_release(s);
    return first;
}

/* From now on executions are received one by one. */
static SELDOM void count_mixed(struct served *s, int fd)
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

static void begin_turn(struct served *s, uint32_t turn)
{
    s->turn = turn;
    s->label.synopsis = 0;
    s->bare = s->several = 0;
}

/* What belongs to one turn and is received at once is worked off message by message, which nobody sees: if it has
 * several contexts, none of them stands for it. */
static void note(struct served *s, int fd, const struct wd_pg_command *command)
{
    const struct wd_pg_label *label = &command->label;
    if (s->turn != command->turn)
        begin_turn(s, command->turn);
    if (!label->synopsis) {
        s->several |= command->execution && s->label.synopsis;
        s->bare |= command->execution;
    } else {
        s->several |=
            s->bare || (s->label.synopsis && (s->label.synopsis != label->synopsis || s->label.uid != label->uid));
        s->label = *label;
    }
    s->several |= command->unsure;
    if (s->several)
        count_mixed(s, fd);
}

static void count(const struct wd_pg_command *command, whodunit_context context)
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
    struct served *served;
    int fd;
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

/* It begins when the server has answered what comes before it. */
static SELDOM void put_off(struct served *s, int fd, const struct wd_pg_command *command, whodunit_context context)
{
    struct later *last = s->received > 0 ? &s->later[s->received - 1] : NULL;
    if (!last || (last->turn != command->turn && s->received < LATER)) {
        s->later[s->received++] = (struct later){ command->turn, context, command->code, s->several };
        s->arrived = wd_propagation_arrived;
        return;
    }
    if (last->turn != command->turn && last->context != context) {
        count_mixed(s, fd);
        last->several = 1;
    }
    last->several |= s->several;
    last->context = context;
    last->code = command->code;
}

static void on_command(void *user, const struct wd_pg_command *command)
{
    const struct shown *shown = user;
    struct served *s = shown->served;
    whodunit_context context = WHODUNIT_ROOT;
    if (command->label.synopsis)
        context = wd_context_remote(command->label.uid, command->label.synopsis);
    count(command, context);
    if (command->code == 'C')
        return;
    note(s, shown->fd, command);
    if (!command->execution && !context && s->label.synopsis)
        return; /* it is part of what has one */
    if (command->turn != s->stream.answered)
        put_off(s, shown->fd, command, context);
    else if (s->several)
        begin_several(shown->fd);
    else
        begin_command(shown->fd, command->code, context);
}

/* Each ReadyForQuery is sent at once. */
static SELDOM void begin_later(struct served *s, int fd)
{
    while (s->begun < s->received && (int32_t)(s->stream.answered - s->later[s->begun].turn) >= 0) {
        const struct later *next = &s->later[s->begun++];
        wd_propagation_arrived = s->arrived; /* others may have been since */
        if (next->several)
            begin_several(fd);
        else
            begin_command(fd, next->code, next->context);
    }
}

/* ---- bytes ---- */

static void reads_on(struct served *s)
{
    wd_pg_stream_reads_on(&s->stream);
    s->begun = s->received = 0;
    if (!s->stream.busy)
        begin_turn(s, s->stream.answered);
    s->mixed = 0;
}

static void from_client(void *user, const void *bytes, size_t n)
{
    struct shown *shown = user;
    wd_pg_stream_client(&shown->served->stream, bytes, n, on_command, shown);
}

static void from_server(void *user, const void *bytes, size_t n)
{
    struct shown *shown = user;
    wd_pg_stream_server(&shown->served->stream, bytes, n);
}

/* Unlocks it. What is not PostgreSQL's, or is nobody's command, need not be looked at again. */
static SELDOM void after_other_bytes(int fd, struct served *s, enum wd_pg_state before)
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

static inline __attribute__((always_inline)) void after_bytes(int fd, struct served *s, enum wd_pg_state before)
{
    if (__builtin_expect(before == WD_PG_READY && s->stream.state == WD_PG_READY, 1))
        wd_connection_release(s);
    else
        after_other_bytes(fd, s, before);
}

static inline __attribute__((always_inline)) void show(const struct wd_transfer *t,
                                                       void (*side)(void *user, const void *bytes, size_t n))
{
    struct served *s = wd_connection_take(&connections, t->fd);
    if (!s)
        return;
    enum wd_pg_state before = s->stream.state;
    if (!s->stream.encrypted) {
        if (side == from_client)
            reads_on(s);
        wd_transfer_show(t, side, &(struct shown){ s, t->fd });
        if (side == from_server && s->begun < s->received)
            begin_later(s, t->fd);
    }
    after_bytes(t->fd, s, before);
}

static void show_decrypted(int fd, const void *bytes, size_t n, void (*side)(void *user, const void *bytes, size_t n))
{
    struct served *s = wd_connection_take(&connections, fd);
    if (!s)
        return;
    enum wd_pg_state before = s->stream.state;
    wd_pg_stream_decrypted(&s->stream);
    if (s->stream.encrypted) {
        if (side == from_client)
            reads_on(s);
        side(&(struct shown){ s, fd }, bytes, n);
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
    struct served *s = wd_connection_take(&connections, fd);
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
    const struct served *s = wd_connection_glance(&connections, fd);
    return s && s->stream.state == WD_PG_READY && wd_pg_stream_at_boundary(&s->stream);
}

/* As with MySQL, what is done after the reply is still the command's. A backend's socket never blocks, and the command
 * ends when nothing is to be received. Whoever reads from its client waits for no lock any more. */
static void received(const struct wd_transfer *t)
{
    if (accepts) {
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
