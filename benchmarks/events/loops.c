/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loops.c: three event loops, and what one dispatch of each costs.
 *
 *   loops chain N      a handler activates itself: no system call at all
 *   loops pingpong N   a byte goes to and fro on one socket pair
 *   loops tokens N     10 tokens wander over 100 socket pairs; each step re-adds a
 *                      timer and passes the byte on (what libevent's own bench does)
 *   loops accepted N   pingpong on a TCP connection that a handler accepted and
 *                      another connected, so that descriptors carry contexts
 *
 * Prints CPU nanoseconds of the process per dispatch.
 */
#include <arpa/inet.h>
#include <event2/event.h>
#include <event2/event_struct.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static struct event_base *base;
static long left;

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static double cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static void again(evutil_socket_t fd, short what, void *self)
{
    (void)fd, (void)what;
    if (--left > 0)
        event_active(self, EV_TIMEOUT, 1);
}

static void echo(evutil_socket_t fd, short what, void *unused)
{
    char byte;
    (void)what, (void)unused;
    if (read(fd, &byte, 1) != 1)
        fail("read");
    if (--left <= 0)
        event_base_loopbreak(base);
    else if (write(fd, &byte, 1) != 1)
        fail("write");
}

static void add_readers(struct event *events, const int *fds, int n, event_callback_fn handler)
{
    for (int i = 0; i < n; i++) {
        evutil_make_socket_nonblocking(fds[i]);
        event_assign(&events[i], base, fds[i], EV_READ | EV_PERSIST, handler, NULL);
        event_add(&events[i], NULL);
    }
}

static void chain(void)
{
    static struct event event;
    event_assign(&event, base, -1, 0, again, &event);
    event_active(&event, EV_TIMEOUT, 1);
}

static void pingpong(void)
{
    static struct event events[2];
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || write(pair[0], "x", 1) != 1)
        fail("socketpair");
    add_readers(events, pair, 2, echo);
}

static struct event accepting, ends[2];

static void on_accept(evutil_socket_t fd, short what, void *unused)
{
    (void)what, (void)unused;
    int one = 1, server = accept(fd, NULL, NULL);
    setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    add_readers(&ends[1], &server, 1, echo);
    event_del(&accepting);
}

static void on_connect(evutil_socket_t fd, short what, void *address)
{
    int one = 1, client = socket(AF_INET, SOCK_STREAM, 0);
    (void)fd, (void)what;
    if (connect(client, address, sizeof(struct sockaddr_in)) != 0 || write(client, "x", 1) != 1)
        fail("connect");
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    add_readers(&ends[0], &client, 1, echo);
}

static void accepted(void)
{
    static struct sockaddr_in address = { .sin_family = AF_INET };
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 1) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &length) != 0)
        fail("listen");
    event_assign(&accepting, base, listener, EV_READ | EV_PERSIST, on_accept, NULL);
    event_add(&accepting, NULL);
    event_base_once(base, -1, EV_TIMEOUT, on_connect, &address, NULL);
}

enum { PAIRS = 100, TOKENS = 10 };
static int pairs[PAIRS][2];
static struct event readers[PAIRS], timers[PAIRS];

static void ignore(evutil_socket_t fd, short what, void *unused)
{
    (void)fd, (void)what, (void)unused;
}

static void pass_on(evutil_socket_t fd, short what, void *number)
{
    static const struct timeval later = { 10, 0 };
    long i = (long)number;
    char byte;
    (void)what;
    if (read(fd, &byte, 1) != 1)
        fail("read");
    event_add(&timers[i], &later);
    if (--left <= 0)
        event_base_loopbreak(base);
    else if (write(pairs[(i * 7 + 1) % PAIRS][1], &byte, 1) != 1)
        fail("write");
}

static void tokens(void)
{
    for (long i = 0; i < PAIRS; i++) {
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i]) != 0)
            fail("socketpair");
        event_assign(&readers[i], base, pairs[i][0], EV_READ | EV_PERSIST, pass_on, (void *)i);
        event_assign(&timers[i], base, -1, 0, ignore, NULL);
        event_add(&readers[i], NULL);
    }
    for (int i = 0; i < TOKENS; i++)
        if (write(pairs[i * 10][1], "x", 1) != 1)
            fail("write");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*begin)(void);
    } loops[] = { { "chain", chain }, { "pingpong", pingpong }, { "accepted", accepted }, { "tokens", tokens } };
    base = event_base_new();
    for (size_t i = 0; argc == 3 && i < sizeof loops / sizeof *loops; i++) {
        if (strcmp(argv[1], loops[i].name) != 0)
            continue;
        long n = left = atol(argv[2]);
        loops[i].begin();
        double begun = cpu_ns();
        event_base_dispatch(base);
        printf("%.2f\n", (cpu_ns() - begun) / n);
        return 0;
    }
    fprintf(stderr, "usage: loops chain|pingpong|accepted|tokens N\n");
    return 2;
}
