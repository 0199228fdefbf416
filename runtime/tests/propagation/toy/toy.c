/* SPDX-License-Identifier: Apache-2.0 */
/*
 * toy.c: a protocol of three messages, as an example of one (CONTRIBUTING.md).
 * Lines of text: a client says TOY, and the type of what it asks for with WORK;
 * a server says DONE when that has ended.
 */
#include <string.h>

#include "contexts/context.h"
#include "propagation/connections.h"
#include "threads/thread.h"

extern const struct wd_protocol wd_toy_protocol;

#define LINE 64

struct side {
    char line[LINE];
    size_t length;
};

struct toy {
    struct side client, server;
    int speaks; /* the client has said TOY */
    int other;  /* something else was said: it is not this protocol */
};

static void begin(void *state)
{
    memset(state, 0, sizeof(struct toy));
}

static struct wd_connections connections = {
    .protocol = &wd_toy_protocol,
    .size = sizeof(struct toy),
    .begin = begin,
};

static __thread int working; /* the thread's context is of this protocol */

static void begin_work(const char *type)
{
    wd_thread_switch(wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, type));
    working = 1;
    wd_propagation_engaged = WD_ENGAGED;
}

static void end_work(void)
{
    if (working)
        wd_thread_switch(WHODUNIT_ROOT);
    working = 0;
}

static void client_says(struct toy *toy, const char *line)
{
    if (!toy->speaks)
        toy->speaks = !(toy->other = strcmp(line, "TOY") != 0);
    else if (strncmp(line, "WORK ", 5) == 0)
        begin_work(line + 5);
}

static void server_says(struct toy *toy, const char *line)
{
    if (!toy->speaks)
        toy->other = 1;
    else if (strcmp(line, "DONE") == 0)
        end_work();
}

/* Bytes come in any pieces. */
static void gather(struct toy *toy, struct side *side, const char *bytes, size_t n,
                   void (*says)(struct toy *toy, const char *line))
{
    for (size_t i = 0; i < n && !toy->other; i++) {
        if (bytes[i] != '\n') {
            toy->other = side->length == LINE - 1;
            side->line[side->length++] = bytes[i];
            continue;
        }
        side->line[side->length] = 0;
        side->length = 0;
        says(toy, side->line);
    }
}

static void from_client(void *user, const void *bytes, size_t n)
{
    struct toy *toy = user;
    gather(toy, &toy->client, bytes, n, client_says);
}

static void from_server(void *user, const void *bytes, size_t n)
{
    struct toy *toy = user;
    gather(toy, &toy->server, bytes, n, server_says);
}

static void show(const struct wd_transfer *t, void (*side)(void *user, const void *bytes, size_t n))
{
    struct toy *toy = t->seen ? wd_connection_take(&connections, t->fd) : NULL;
    if (!toy)
        return;
    wd_transfer_show(t, side, toy);
    if (toy->other)
        wd_connection_end(&connections, toy);
    else
        wd_connection_release(toy);
}

static void accepted(int fd)
{
    wd_connection_begin(&connections, fd, WD_ROLE_SERVER);
}

static void received(const struct wd_transfer *t)
{
    show(t, from_client);
}

static void sent(const struct wd_transfer *t)
{
    show(t, from_server);
}

static void ended(int fd, enum wd_role role)
{
    (void)role;
    wd_connection_leave(&connections, fd);
}

const struct wd_protocol wd_toy_protocol = {
    .name = "toy",
    .connections = &connections,
    .accepted = accepted,
    .received = received,
    .sent = sent,
    .unseen = ended,
    .closed = ended,
    .idle = end_work,
};
