/* SPDX-License-Identifier: Apache-2.0 */
#include "origin.h"

#include <event2/event.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IDLE 64 /* connections that are kept */
#define LARGEST_BODY (64 << 20)
#define LARGEST_HEADERS (64 << 10)

struct origin {
    struct event_base *base;
    char host[INET6_ADDRSTRLEN];
    int port, seconds;
    struct evhttp_connection *idle[IDLE];
    int idle_count;
};

struct origin *origin_new(struct event_base *base, const char *host, int port, int seconds)
{
    struct origin *o = calloc(1, sizeof *o);
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *found = NULL;
    int failed = getaddrinfo(host, NULL, &hints, &found);
    if (!o || failed ||
        getnameinfo(found->ai_addr, found->ai_addrlen, o->host, sizeof o->host, NULL, 0, NI_NUMERICHOST) != 0) {
        fprintf(stderr, "proxy: no address for the origin '%s': %s\n", host,
                failed ? gai_strerror(failed) : "unusable");
        if (found)
            freeaddrinfo(found);
        free(o);
        return NULL;
    }
    freeaddrinfo(found);
    o->base = base;
    o->port = port;
    o->seconds = seconds;
    return o;
}

void origin_free(struct origin *o)
{
    while (o->idle_count > 0)
        evhttp_connection_free(o->idle[--o->idle_count]);
    free(o);
}

struct evhttp_connection *origin_take(struct origin *o)
{
    if (o->idle_count > 0)
        return o->idle[--o->idle_count];
    struct evhttp_connection *c = evhttp_connection_base_new(o->base, NULL, o->host, (unsigned short)o->port);
    if (c) {
        evhttp_connection_set_timeout(c, o->seconds);
        evhttp_connection_set_max_body_size(c, LARGEST_BODY);
        evhttp_connection_set_max_headers_size(c, LARGEST_HEADERS);
    }
    return c;
}

/* Not inside the callback of its last request. */
static void free_later(evutil_socket_t fd, short what, void *connection)
{
    (void)fd, (void)what;
    evhttp_connection_free(connection);
}

void origin_give_back(struct origin *o, struct evhttp_connection *connection, int usable)
{
    static const struct timeval now = { 0, 0 };
    if (usable && o->idle_count < IDLE)
        o->idle[o->idle_count++] = connection;
    else
        event_base_once(o->base, -1, EV_TIMEOUT, free_later, connection, &now);
}
