/* SPDX-License-Identifier: Apache-2.0 */
/* A client says what it works for, and asks: one request after the other, several at once, from a child, on a new
 * connection; and is killed now and then in the middle of one. */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "exchange.h"

#define AT_ONCE 4

struct client {
    const struct kind *kind;
    const struct place *place;
    struct ends ends;
    unsigned number, next;
    struct inbox inbox;
};
static uint32_t (*begin)(const char *type);
static void (*end)(uint32_t previous);

static void open_connection(struct client *c)
{
    if (c->kind->shape == PAIRED)
        return;
    c->ends.in = c->ends.out = place_connect(c->kind, c->place);
    struct timeval patience = { .tv_sec = 2 };
    if (c->kind->shape == DATAGRAMS)
        setsockopt(c->ends.in, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
}

static void send_request(struct client *c, char letter)
{
    char bytes[MOST];
    struct message m = { 'Q', letter, c->number, 0, chance(4) ? chance(200) : chance(4000) };
    m.number = (c->next++ * 2654435761u) ^ (c->number << 20);
    size_t n = message_write(bytes, &m);
    if (!(c->kind->shape == PAIRED && c->kind->type == SOCK_DGRAM) && chance(800) == 0 && totals->answered > 200) {
        __atomic_fetch_add(&totals->killed_clients, 1, __ATOMIC_RELAXED);
        put_message(c->ends.out, bytes, c->kind->keeps_messages ? n : 1 + chance((unsigned)n), 1);
        raise(SIGKILL);
    }
    put_message(c->ends.out, bytes, n, c->kind->keeps_messages); /* whether it is gone is seen by what comes */
}

/* 0: the proxy has given the connection up. */
static int take_answer(struct client *c)
{
    struct message m;
    char bytes[MOST];
    while (!inbox_take(&c->inbox, BACK_AT_CLIENT, &m, bytes))
        if (inbox_receive(&c->inbox, c->ends.in, c->kind, NULL, NULL) <= 0)
            return 0;
    __atomic_fetch_add(&totals->answered, 1, __ATOMIC_RELAXED);
    return 1;
}

/* Mostly one, mostly of one type. 0: the connection is given up. */
static int exchange(struct client *c)
{
    char letters[AT_ONCE];
    unsigned n = chance(20) ? 1 : 2 + chance(AT_ONCE - 1), several = chance(10) == 0;
    for (unsigned i = 0; i < n; i++) {
        letters[i] = i && !several ? letters[0] : (char)('a' + chance(LETTERS));
        uint32_t before = begin((char[]){ letters[i], 0 });
        send_request(c, letters[i]);
        end(before);
    }
    int goes_on = 1;
    for (unsigned i = 0; i < n && goes_on; i++)
        goes_on = take_answer(c);
    return goes_on;
}

/* A child that accepts a connection is recorded from there on, not only when it has used the CPU for a while: nobody
 * could say before which types its contexts are. */
static void be_recorded(void)
{
    struct place here = place_open(kind_named("unix"));
    int there = place_connect(kind_named("unix"), &here), fd = accept(here.listener, NULL, NULL);
    if (fd < 0)
        fail("accept");
    close(fd);
    close(there);
    close(here.listener);
}

/* A child has its parent's connection, for some exchanges. */
static int exchange_in_child(struct client *c)
{
    unsigned n = 1 + chance(200);
    __atomic_fetch_add(&totals->forks, 1, __ATOMIC_RELAXED);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        be_recorded();
        chance_begin((unsigned)getpid());
        c->next += 1u << 16;
        while (n-- > 0)
            if (!exchange(c))
                exit(1);
        exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    c->next += 1u << 17;
    return status == 0;
}

void client_run(const struct kind *kind, unsigned number, unsigned exchanges, const struct place *place,
                struct ends ends)
{
    struct client *c = calloc(1, sizeof *c);
    *c = (struct client){ .kind = kind, .place = place, .ends = ends, .number = number };
    *(void **)&begin = dlsym(RTLD_DEFAULT, "whodunit_begin");
    *(void **)&end = dlsym(RTLD_DEFAULT, "whodunit_end");
    chance_begin(number + 1000);
    signal(SIGPIPE, SIG_IGN);
    be_recorded();
    open_connection(c);
    while (totals->answered < exchanges) {
        int goes_on = chance(1500) ? exchange(c) : exchange_in_child(c);
        if (!goes_on)
            __atomic_fetch_add(&totals->abandoned, 1, __ATOMIC_RELAXED);
        if (!goes_on && kind->shape == PAIRED)
            break;
        if (goes_on && (kind->shape == PAIRED || chance(100)))
            continue;
        __atomic_fetch_add(&totals->reconnects, 1, __ATOMIC_RELAXED);
        close(c->ends.in);
        c->inbox.n = 0;
        open_connection(c);
    }
    exit(0);
}
