/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A loop that nobody patched: it receives all that has come, then sends all that it can. Requests go to the connection
 * to the server that has the fewest of them: now and then to one that has not answered yet, up to DEPTH.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "exchange.h"

#define CONNECTIONS 512
#define BACKS 4
#define DEPTH 2
#define FEWEST 16 /* bytes of a part: of fewer nobody could say whose they are */
#define CONTROL UINT32_MAX
#define LISTENER (UINT32_MAX - 1)

struct waiting {
    struct waiting *next;
    size_t n, sent;
    unsigned number, asker, epoch; /* of a request: which connection it came from */
    union address to;
    socklen_t to_length;
    char bytes[MOST];
};
struct queue {
    struct waiting *first, **end;
};
struct connection {
    struct ends ends;
    int is_open, is_back, watches_out;
    unsigned epoch, in_flight;
    struct inbox inbox;
    struct queue out;
    struct waiting *asked; /* of a connection to the server: what is not answered yet */
};
static struct connection *connections;
static struct queue requests;
static const struct kind *kind;
static const struct place *back_place;
static int poller;

static void put_last(struct queue *queue, struct waiting *w)
{
    if (!queue->first)
        queue->end = &queue->first;
    w->next = NULL;
    *queue->end = w;
    queue->end = &w->next;
}

static struct waiting *take_first(struct queue *queue)
{
    struct waiting *w = queue->first;
    if (w)
        queue->first = w->next;
    return w;
}

static void forget(struct waiting *w)
{
    while (w) {
        struct waiting *next = w->next;
        free(w);
        w = next;
    }
}

static void watch(int fd, uint32_t events, uint32_t what, int is_known)
{
    struct epoll_event event = { .events = events, .data.u32 = what };
    if (epoll_ctl(poller, is_known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event) != 0)
        fail("epoll_ctl");
}

static struct connection *open_connection(struct ends ends, int is_back)
{
    unsigned i = 0;
    while (i < CONNECTIONS && connections[i].is_open)
        i++;
    if (i == CONNECTIONS)
        fail("too many connections");
    struct connection *c = &connections[i];
    c->ends = ends;
    c->is_open = 1;
    c->is_back = is_back;
    c->watches_out = 0;
    c->epoch++;
    c->in_flight = 0;
    c->inbox.n = 0;
    c->out.first = c->asked = NULL;
    fcntl(ends.in, F_SETFL, fcntl(ends.in, F_GETFL) | O_NONBLOCK);
    fcntl(ends.out, F_SETFL, fcntl(ends.out, F_GETFL) | O_NONBLOCK);
    watch(ends.in, EPOLLIN, i, 0);
    return c;
}

static void close_connection(struct connection *c)
{
    c->is_open = 0;
    close(c->ends.in);
    if (c->ends.out != c->ends.in)
        close(c->ends.out);
    for (struct waiting *w = c->asked; w; w = w->next) /* they will never be answered */
        if (connections[w->asker].is_open && connections[w->asker].epoch == w->epoch && kind->shape != DATAGRAMS)
            close_connection(&connections[w->asker]);
    forget(c->asked);
    forget(c->out.first);
}

/* As much as the other end takes; message by message, which a proxy's library may do as well as not. */
static void flush_out(struct connection *c)
{
    int blocked = 0;
    while (c->is_open && c->out.first && !blocked) {
        struct waiting *w = c->out.first;
        size_t left = w->n - w->sent, piece = left;
        if (!kind->keeps_messages && left > FEWEST && chance(12) == 0)
            piece = FEWEST + chance((unsigned)(left - FEWEST));
        ssize_t n = w->to_length ? sendto(c->ends.out, w->bytes, w->n, 0, &w->to.any, w->to_length)
                                 : write(c->ends.out, w->bytes + w->sent, piece);
        if (n < 0 && errno == EAGAIN)
            blocked = 1;
        else if (n < 0 && kind->shape == DATAGRAMS)
            free(take_first(&c->out)); /* nobody is there: it is lost */
        else if (n < 0) {
            close_connection(c);
            return;
        } else if ((w->sent += (size_t)n) == w->n)
            free(take_first(&c->out));
    }
    int same = c->ends.out == c->ends.in;
    if (c->is_open && blocked != c->watches_out) {
        uint32_t i = (uint32_t)(c - connections);
        if (same)
            watch(c->ends.in, EPOLLIN | (blocked ? EPOLLOUT : 0), i, 1);
        else if (blocked)
            watch(c->ends.out, EPOLLOUT, i, 0);
        else
            epoll_ctl(poller, EPOLL_CTL_DEL, c->ends.out, NULL);
        c->watches_out = blocked;
    }
}

static void answer_arrived(struct connection *back, const struct message *m, const char *bytes, size_t n)
{
    struct waiting **place = &back->asked;
    while (*place && (*place)->number != m->number)
        place = &(*place)->next;
    struct waiting *w = *place;
    if (!w)
        return; /* of a client that is gone */
    *place = w->next;
    back->in_flight--;
    struct connection *front = &connections[w->asker];
    memcpy(w->bytes, bytes, n);
    w->n = n;
    w->sent = 0;
    if (front->is_open && front->epoch == w->epoch)
        put_last(&front->out, w);
    else
        free(w);
}

/* One receive, which may bring several messages, or a part of one. */
static void receive(struct connection *c)
{
    union address from;
    socklen_t length = 0;
    int is_front_of_datagrams = kind->shape == DATAGRAMS && !c->is_back;
    ssize_t n = inbox_receive(&c->inbox, c->ends.in, kind, is_front_of_datagrams ? &from : NULL, &length);
    if (n == 0 && kind->shape != DATAGRAMS)
        close_connection(c);
    struct message m;
    struct waiting *w = malloc(sizeof *w);
    while (n > 0 && (w->n = inbox_take(&c->inbox, c->is_back ? BACK_AT_PROXY : AT_PROXY, &m, w->bytes)) > 0) {
        if (c->is_back) {
            answer_arrived(c, &m, w->bytes, w->n);
            continue;
        }
        w->sent = 0;
        w->number = m.number;
        w->asker = (unsigned)(c - connections);
        w->epoch = c->epoch;
        w->to_length = length;
        if (length)
            w->to = from;
        put_last(&requests, w);
        w = malloc(sizeof *w);
    }
    free(w);
}

static struct connection *least_loaded(void)
{
    struct connection *best = NULL;
    unsigned backs = 0;
    for (unsigned i = 0; i < CONNECTIONS; i++)
        if (connections[i].is_open && connections[i].is_back) {
            backs++;
            if (!best || connections[i].in_flight < best->in_flight)
                best = &connections[i];
        }
    if (kind->shape != PAIRED && backs < BACKS && (!best || best->in_flight > 0)) {
        int fd = place_connect(kind, back_place);
        return open_connection((struct ends){ fd, fd }, 1);
    }
    return best && (best->in_flight == 0 || (best->in_flight < DEPTH && chance(50) == 0)) ? best : NULL;
}

/* What is sent stays, until it is answered. */
static void pass_on(void)
{
    struct connection *back;
    while (requests.first && (back = least_loaded()) != NULL) {
        struct waiting *w = take_first(&requests), *copy = malloc(sizeof *copy);
        if (!connections[w->asker].is_open || connections[w->asker].epoch != w->epoch) {
            free(w);
            free(copy);
            continue;
        }
        *copy = *w;
        copy->to_length = 0;
        put_last(&back->out, copy);
        w->next = back->asked;
        back->asked = w;
        if (kind->shape == DATAGRAMS && back->in_flight >= DEPTH - 1) {
            forget(w->next); /* lost on their way, or just late */
            w->next = NULL;
            back->in_flight = 0;
        }
        back->in_flight++;
    }
}

static int take_new(int control)
{
    char role;
    struct ends ends;
    if (!pair_take(control, &role, &ends))
        return 0;
    open_connection(ends, role == 'S');
    return 1;
}

void proxy_run(const struct kind *of, const struct place *front, const struct place *back, int control)
{
    kind = of;
    back_place = back;
    connections = calloc(CONNECTIONS, sizeof *connections);
    signal(SIGPIPE, SIG_IGN);
    poller = epoll_create1(0);
    watch(control, EPOLLIN, CONTROL, 0);
    if (kind->shape == CONNECTED)
        watch(front->listener, EPOLLIN, LISTENER, 0);
    else if (kind->shape == DATAGRAMS)
        open_connection((struct ends){ front->listener, front->listener }, 0);
    for (;;) {
        struct epoll_event events[64];
        int n = epoll_wait(poller, events, 64, -1);
        for (int i = 0; i < n; i++) {
            uint32_t what = events[i].data.u32;
            if (what == CONTROL && !take_new(control))
                exit(0);
            if (what == LISTENER) {
                int fd = accept(front->listener, NULL, NULL);
                if (fd >= 0)
                    open_connection((struct ends){ fd, fd }, 0);
            } else if (what != CONTROL && connections[what].is_open && (events[i].events & ~(uint32_t)EPOLLOUT))
                receive(&connections[what]);
        }
        pass_on();
        for (unsigned i = 0; i < CONNECTIONS; i++)
            if (connections[i].is_open && connections[i].out.first)
                flush_out(&connections[i]);
    }
}
