/* SPDX-License-Identifier: Apache-2.0 */
/* A caching HTTP proxy in front of one origin, on libevent's evhttp; README.md. */
#include <arpa/inet.h>
#include <event2/event.h>
#include <event2/http.h>
#include <getopt.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exchange.h"

#define LARGEST_REQUEST (16 << 20)
#define LARGEST_HEADERS (64 << 10)

static const char USAGE[] =
    "Usage: proxy --listen ADDRESS:PORT --origin HOST:PORT [OPTION...]\n"
    "\n"
    "A caching HTTP/1.1 proxy in front of one server.\n"
    "\n"
    "  --listen ADDRESS:PORT  where it listens; port 0 means a free one\n"
    "  --origin HOST:PORT     the server that it asks\n"
    "  --cache MIB            size of the cache (64)\n"
    "  --keep SECONDS         how long a reply is fresh that says only when it was modified (60)\n"
    "  --timeout SECONDS      how long a client or the origin may be silent (60)\n"
    "\n"
    "It says \"ready on ADDRESS:PORT\" when it is, and stops on SIGTERM or SIGINT.\n";

struct options {
    char *listen_host, *origin_host;
    int listen_port, origin_port, timeout;
    long cache_mib, keep_seconds;
};

static void fail(const char *what, const char *value)
{
    fprintf(stderr, "proxy: %s '%s'; see: proxy --help\n", what, value);
    exit(2);
}

static long number(const char *option, const char *text, long least, long most)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end || n < least || n > most)
        fail(option, text);
    return n;
}

static void address(const char *option, char *text, char **host, int *port)
{
    char *colon = strrchr(text, ':');
    if (!colon || colon == text)
        fail(option, text);
    *port = (int)number(option, colon + 1, 0, 65535);
    *colon = 0;
    *host = text;
}

static void parse(struct options *o, int argc, char **argv)
{
    static const struct option known[] = { { "listen", 1, 0, 'l' }, { "origin", 1, 0, 'o' },  { "cache", 1, 0, 'c' },
                                           { "keep", 1, 0, 'k' },   { "timeout", 1, 0, 't' }, { "help", 0, 0, 'h' },
                                           { 0, 0, 0, 0 } };
    for (int option; (option = getopt_long(argc, argv, "h", known, NULL)) != -1;) {
        switch (option) {
        case 'l': address("--listen is ADDRESS:PORT, not", optarg, &o->listen_host, &o->listen_port); break;
        case 'o': address("--origin is HOST:PORT, not", optarg, &o->origin_host, &o->origin_port); break;
        case 'c': o->cache_mib = number("--cache is in MiB, not", optarg, 0, 1 << 20); break;
        case 'k': o->keep_seconds = number("--keep is in seconds, not", optarg, 0, 1 << 30); break;
        case 't': o->timeout = (int)number("--timeout is in seconds, not", optarg, 1, 1 << 20); break;
        case 'h': fputs(USAGE, stdout); exit(0);
        default: fputs(USAGE, stderr); exit(2);
        }
    }
    if (optind < argc)
        fail("unexpected", argv[optind]);
    if (!o->listen_host || !o->origin_host)
        fail("missing", o->listen_host ? "--origin" : "--listen");
}

static void stop(evutil_socket_t signal, short what, void *base)
{
    (void)signal, (void)what;
    event_base_loopexit(base, NULL);
}

/* Accepted sockets inherit it: the end of a reply must not wait for the client's acknowledgement of its beginning. */
static void send_at_once(struct evhttp_bound_socket *socket)
{
    int on = 1;
    setsockopt(evhttp_bound_socket_get_fd(socket), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static void say_ready(struct evhttp_bound_socket *socket, const char *host)
{
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    getsockname(evhttp_bound_socket_get_fd(socket), (struct sockaddr *)&bound, &size);
    int port = bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
                                           : ((struct sockaddr_in *)&bound)->sin_port;
    printf("ready on %s:%d\n", host, ntohs((uint16_t)port));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct options o = { .cache_mib = 64, .keep_seconds = 60, .timeout = 60 };
    parse(&o, argc, argv);
    signal(SIGPIPE, SIG_IGN);
    struct event_base *base = event_base_new();
    struct evhttp *http = base ? evhttp_new(base) : NULL;
    struct proxy p = { .base = base, .heuristic_seconds = o.keep_seconds };
    if (!http || !(p.cache = cache_new((size_t)o.cache_mib << 20)) ||
        !(p.origin = origin_new(base, o.origin_host, o.origin_port, o.timeout)))
        return 1;
    evhttp_set_allowed_methods(http, 0xffff); /* those that are not passed on get a reply of ours */
    evhttp_set_default_content_type(http, NULL);
    evhttp_set_timeout(http, o.timeout);
    evhttp_set_max_body_size(http, LARGEST_REQUEST);
    evhttp_set_max_headers_size(http, LARGEST_HEADERS);
    evhttp_set_gencb(http, read_request, &p);
    struct evhttp_bound_socket *socket = evhttp_bind_socket_with_handle(http, o.listen_host, (uint16_t)o.listen_port);
    if (!socket) {
        fprintf(stderr, "proxy: cannot listen on %s:%d; is the port in use?\n", o.listen_host, o.listen_port);
        return 1;
    }
    send_at_once(socket);
    struct event *terminated = evsignal_new(base, SIGTERM, stop, base),
                 *interrupted = evsignal_new(base, SIGINT, stop, base);
    event_add(terminated, NULL);
    event_add(interrupted, NULL);
    say_ready(socket, o.listen_host);
    event_base_dispatch(base);
    fprintf(stderr, "proxy: %lu hits, %lu misses, %lu passed, %lu failed, %zu bytes in the cache\n", p.hits, p.misses,
            p.passed, p.failed, cache_bytes(p.cache));
    evhttp_free(http);
    event_free(terminated);
    event_free(interrupted);
    origin_free(p.origin);
    cache_free(p.cache);
    event_base_free(base);
    return 0;
}
