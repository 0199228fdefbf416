/* SPDX-License-Identifier: Apache-2.0 */
/*
 * origin.h: connections to the server behind the proxy, kept alive and used
 * again.
 */
#ifndef PROXY_ORIGIN_H
#define PROXY_ORIGIN_H

#include <event2/http.h>

struct origin;

/* Resolves the host name, once. NULL, and a line on stderr, if it has no
 * address. `seconds`: how long a reply may take. */
struct origin *origin_new(struct event_base *base, const char *host, int port, int seconds);
void origin_free(struct origin *o);

/* An idle connection, or a new one. NULL if there is no memory. */
struct evhttp_connection *origin_take(struct origin *o);

/* For a connection whose reply has arrived, inside its callback or later.
 * `usable` says whether it may carry another request. */
void origin_give_back(struct origin *o, struct evhttp_connection *connection, int usable);

#endif
