/* SPDX-License-Identifier: Apache-2.0 */
/*
 * headers.h: what HTTP says about headers that pass through a cache (RFC 9110,
 * section 7.6; RFC 9111).
 */
#ifndef PROXY_HEADERS_H
#define PROXY_HEADERS_H

#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <time.h>

/* Copies what is meant for the other end: not the hop-by-hop headers, nor those
 * that Connection names. 0, or -1 if there is no memory. */
int headers_copy_end_to_end(struct evkeyvalq *to, const struct evkeyvalq *from);

/* Appends our name to Via. */
void headers_add_via(struct evkeyvalq *headers);

/* Makes `wire` the value of the member "whodunit" of the W3C baggage list, in
 * place of one that is there; the other members stay. */
void headers_set_baggage(struct evkeyvalq *headers, const char *wire);

/* Whether a stored response may answer the request: a GET without conditions,
 * ranges, credentials and the like. */
int request_may_be_answered_from_cache(enum evhttp_cmd_type method, const struct evkeyvalq *headers);

/* Whether the response to the request may be stored, if it allows that too. */
int request_allows_storing(enum evhttp_cmd_type method, const struct evkeyvalq *headers);

/* Until when the response may be used again; `now` or earlier if it may not be
 * stored. A response that says nothing but when it was modified is used for
 * `heuristic` seconds. `since` becomes the time when the origin made it. */
time_t response_fresh_until(int status, const struct evkeyvalq *headers, time_t now, long heuristic, time_t *since);

/* Whether requests of the method are passed on: not CONNECT and TRACE. */
int method_is_passed(enum evhttp_cmd_type method);

/* Whether asking twice does no harm. */
int method_is_safe(enum evhttp_cmd_type method);

#endif
