/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exchange.h: one request's way through the proxy, as in Squid (Whodunit,
 * EuroSys'07, figure 8). Each step is an event handler of its own:
 *
 *     read_request -> write_reply                                     a hit
 *     read_request -> connect_origin -> read_reply -> write_reply     a miss
 */
#ifndef PROXY_EXCHANGE_H
#define PROXY_EXCHANGE_H

#include <event2/http.h>

#include "cache.h"
#include "origin.h"

struct proxy {
    struct event_base *base;
    struct cache *cache;
    struct origin *origin;
    long heuristic_seconds;
    unsigned long hits, misses, passed, failed;
};

/* evhttp's callback for every request; `proxy` is a struct proxy. */
void read_request(struct evhttp_request *request, void *proxy);

#endif
