/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any order of add, del, active, once, free and finalize on the patched event.c,
 * under sanitizers, against a model that keeps each event's path as an array.
 */
#include <event2/event.h>
#include <event2/event_struct.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "events/events.h"
#include "paths.h"
#include "threads/thread.h"
#include "whodunit_event.h"

__thread struct wd_thread wd_thread;
const char *wd_thread_records;
volatile uint64_t *(*wd_thread_sample_time)(void);

whodunit_context wd_thread_enter_and_switch(whodunit_context context)
{
    whodunit_context previous = wd_thread.context;
    wd_thread_set(context);
    return previous;
}

enum { EVENTS = 8, HANDLERS = 5, LEAVING = 64, TYPES = 3, DISPATCHES = 150 };

struct path {
    int type; /* of the transaction, or -1 */
    int handlers[HANDLERS];
    int length;
};

struct slot {
    struct event *event;
    int handler;
    int ends[2];
    struct path registered, next; /* whom it runs for otherwise, and the next time */
};

static struct event_base *base;
static struct slot slots[EVENTS];
static struct path current;
static int dispatches, ending;
static unsigned seed;

static const struct path nothing = { .type = -1 };

static struct path concat(struct path p, int handler)
{
    int at = 0;
    while (at < p.length && p.handlers[at] != handler)
        at++;
    p.handlers[at] = handler;
    p.length = at + 1;
    return p;
}

static void check(const char *where)
{
    char expected[256] = "";
    if (current.type >= 0)
        sprintf(expected, "type %d", current.type);
    for (int i = 0; i < current.length; i++)
        sprintf(expected + strlen(expected), "%sH%d", *expected ? " > " : "", current.handlers[i]);
    if (strcmp(path(), expected) != 0) {
        fprintf(stderr, "seed %u, %s: the path is '%s', not '%s'\n", seed, where, path(), expected);
        abort();
    }
}

static void act(void);

static void ran(struct path registered, int handler)
{
    struct path before = current;
    current = concat(registered, handler);
    check("dispatch");
    for (int n = ending ? 0 : rand() % 4; n > 0; n--)
        act();
    if (++dispatches >= DISPATCHES && !ending)
        event_base_loopbreak(base);
    current = before;
}

#define HANDLER(n)                                              \
    static void H##n(evutil_socket_t fd, short what, void *arg) \
    {                                                           \
        struct slot *s = arg;                                   \
        char byte;                                              \
        if (what & EV_READ)                                     \
            (void)!read(fd, &byte, 1);                          \
        struct path mine = s->next;                             \
        s->next = s->registered;                                \
        ran(mine, n);                                           \
    }
HANDLER(0)
HANDLER(1)
HANDLER(2)

/* Serves once and finalize as well, whose paths travel in allocated memory. */
static void H3(evutil_socket_t fd, short what, void *arg)
{
    struct path registered = *(struct path *)arg;
    (void)fd, (void)what;
    free(arg);
    ran(registered, 3);
}

static const event_callback_fn handlers[] = { H0, H1, H2 };

/* Finalizers that have not run: their events are nobody's any more. */
static struct {
    struct event *event;
    struct path registered;
} leaving[LEAVING];

static void H4(struct event *event, void *unused)
{
    (void)unused;
    for (int i = 0; i < LEAVING; i++) {
        if (leaving[i].event == event) {
            leaving[i].event = NULL;
            ran(leaving[i].registered, 4);
            return;
        }
    }
    abort();
}

static int finalize(struct event *event)
{
    for (int i = 0; i < LEAVING; i++) {
        if (!leaving[i].event) {
            leaving[i].event = event;
            leaving[i].registered = current;
            event_free_finalize(0, event, H4);
            return 1;
        }
    }
    return 0;
}

static struct path *keep_current(void)
{
    struct path *p = malloc(sizeof *p);
    *p = current;
    return p;
}

static void create(struct slot *s)
{
    static const short kinds[] = { 0, EV_PERSIST, EV_READ, EV_READ | EV_PERSIST };
    short kind = kinds[rand() % 4];
    s->handler = rand() % 3;
    s->event = event_new(base, kind & EV_READ ? s->ends[0] : -1, kind, handlers[s->handler], s);
    s->registered = s->next = nothing;
}

static int is_active(const struct slot *s)
{
    return (s->event->ev_evcallback.evcb_flags & (EVLIST_ACTIVE | EVLIST_ACTIVE_LATER)) != 0;
}

static void act(void)
{
    struct slot *s = &slots[rand() % EVENTS];
    struct timeval timeout = { 0, rand() % 300 };
    whodunit_context before;
    struct path saved = current;
    switch (rand() % 10) {
    case 0:
    case 1:
        event_add(s->event, rand() % 4 ? &timeout : NULL);
        s->registered = s->next = current;
        break;
    case 2: event_del(s->event); break;
    case 3:
    case 4:
        if (!is_active(s))
            s->next = current;
        event_active(s->event, EV_TIMEOUT, 1);
        break;
    case 5:
        event_free(s->event);
        create(s);
        break;
    case 6:
        if (finalize(s->event))
            create(s);
        break;
    case 7: event_base_once(base, -1, EV_TIMEOUT, H3, keep_current(), rand() % 2 ? NULL : &timeout); break;
    case 8: (void)!write(s->ends[1], "x", 1); break;
    case 9: /* the program names what it does */
        current = nothing;
        current.type = rand() % TYPES;
        char name[16];
        sprintf(name, "type %d", current.type);
        before = whodunit_begin(name);
        check("begin");
        act();
        whodunit_end(before);
        current = saved;
        break;
    }
    check("after an act");
}

static void round_of(unsigned number)
{
    seed = number;
    srand(number);
    base = event_base_new();
    current = nothing;
    dispatches = ending = 0;
    for (int i = 0; i < EVENTS; i++) {
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, slots[i].ends);
        create(&slots[i]);
    }
    for (int idle = 0; dispatches < DISPATCHES && idle < 100; idle++) {
        act();
        event_base_loop(base, EVLOOP_NONBLOCK);
        check("after the loop");
    }
    ending = 1;
    for (int i = 0; i < EVENTS; i++)
        event_free(slots[i].event);
    event_base_dispatch(base); /* what once and finalize have promised */
    event_base_free(base);
    for (int i = 0; i < EVENTS; i++) {
        close(slots[i].ends[0]);
        close(slots[i].ends[1]);
    }
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 600;
    wd_events_configure(WD_EVENTS_FULL);
    for (unsigned i = 1; i <= rounds; i++)
        round_of(i);
    printf("%u rounds\n", rounds);
    return 0;
}
