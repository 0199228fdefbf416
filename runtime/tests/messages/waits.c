/* SPDX-License-Identifier: Apache-2.0 */
/*
 * waits.c: a server receives a request and calls what waits for descriptors, or only pauses, or looks, or waits for the
 * answers to its own calls: once for each of these functions, on connections of their own. Prints the function and what
 * the thread is at work for after it.
 */
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>

#include "loopback.h"

#define TIMEOUT_MS 2

static struct timespec timeout = { .tv_nsec = TIMEOUT_MS * 1000000 };
static int channel, listener, asked[2];

static fd_set *both(void)
{
    static fd_set set;
    FD_ZERO(&set);
    FD_SET(channel, &set);
    FD_SET(listener, &set);
    return &set;
}

static struct pollfd *two(void)
{
    static struct pollfd descriptors[2];
    descriptors[0] = (struct pollfd){ .fd = channel, .events = POLLIN };
    descriptors[1] = (struct pollfd){ .fd = listener, .events = POLLIN };
    return descriptors;
}

static int highest(void)
{
    return (channel > listener ? channel : listener) + 1;
}

static void by_poll(void)
{
    poll(two(), 2, TIMEOUT_MS);
}

static void by_ppoll(void)
{
    ppoll(two(), 2, &timeout, NULL);
}

static void by_select(void)
{
    select(highest(), both(), NULL, NULL, &(struct timeval){ .tv_usec = TIMEOUT_MS * 1000 });
}

static void by_pselect(void)
{
    pselect(highest(), both(), NULL, NULL, &timeout, NULL);
}

static void by_epoll(void)
{
    struct epoll_event ready[2];
    int events = epoll_create1(0);
    epoll_wait(events, ready, 2, TIMEOUT_MS);
    close(events);
}

static void pauses_by_poll(void)
{
    poll(NULL, 0, TIMEOUT_MS);
}

static void pauses_by_ppoll(void)
{
    ppoll(NULL, 0, &timeout, NULL);
}

static void pauses_by_select(void)
{
    select(0, NULL, NULL, NULL, &(struct timeval){ .tv_usec = TIMEOUT_MS * 1000 });
}

static void pauses_by_pselect(void)
{
    pselect(0, NULL, NULL, NULL, &timeout, NULL);
}

/* As a call waits for its answers, on connections that it made. */
static void calls_by_select(void)
{
    fd_set set;
    FD_ZERO(&set);
    FD_SET(asked[0], &set);
    FD_SET(asked[1], &set);
    select(asked[1] + 1, &set, NULL, NULL, &(struct timeval){ .tv_usec = TIMEOUT_MS * 1000 });
}

static void calls_by_pselect(void)
{
    fd_set set;
    FD_ZERO(&set);
    FD_SET(asked[0], &set);
    pselect(asked[0] + 1, NULL, &set, NULL, &timeout, NULL);
}

static void looks_by_select(void)
{
    select(highest(), both(), NULL, NULL, &(struct timeval){ 0 });
}

static void serve(const struct sockaddr_in *address, const char *name, void (*waits)(void))
{
    char text[400];
    int client = connected(address);
    channel = accept(listener, NULL, NULL);
    sends(client, "GET /a HTTP/1.1\r\n\r\n");
    receives(channel);
    waits();
    describe(current(), text, sizeof text);
    printf("%s\t%s\n", name, text);
    close(channel);
    close(client);
}

int main(void)
{
    static const struct {
        const char *name;
        void (*call)(void);
    } functions[] = {
        { "pauses", pauses_by_poll },    { "pauses", pauses_by_ppoll }, { "pauses", pauses_by_select },
        { "pauses", pauses_by_pselect }, { "waits", by_poll },          { "waits", by_ppoll },
        { "waits", by_select },          { "waits", by_pselect },       { "waits", by_epoll },
        { "calls", calls_by_select },    { "calls", calls_by_pselect }, { "looks", looks_by_select },
    };
    struct sockaddr_in address;
    be_recorded();
    listener = listening(&address);
    asked[0] = connected(&address);
    asked[1] = connected(&address);
    must(accept(listener, NULL, NULL) > 0 && accept(listener, NULL, NULL) > 0, "accept");
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        serve(&address, functions[i].name, functions[i].call);
    return 0;
}
