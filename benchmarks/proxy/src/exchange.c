/* SPDX-License-Identifier: Apache-2.0 */
#include "exchange.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/event_struct.h>
#include <event2/http_struct.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "headers.h"
#include "phase.h"
#include "whodunit.h"

/* the proxy runs without a profiler as well */
#pragma weak whodunit_current
#pragma weak whodunit_to_wire

#define HTTP_BADGATEWAY 502 /* libevent has no name for it */

struct exchange {
    struct proxy *proxy;
    struct evhttp_request *request; /* NULL once the client has gone */
    int may_store, is_safe;
    struct event next_step;
    char *key;
    struct stored *stored; /* the reply, if it is or was in the cache */
    /* the reply, if it passes through */
    int status;
    char *reason;
    struct evkeyvalq headers;
    struct evbuffer *body;
    /* on its way to the origin */
    struct evhttp_connection *connection;
    int connection_failed, attempts, may_repeat;
};

static void connect_origin(evutil_socket_t fd, short what, void *exchange);
static void read_reply(struct evhttp_request *reply, void *exchange);
static void write_reply(evutil_socket_t fd, short what, void *exchange);

/* The loop runs the step after what is waiting already, as Squid's does. */
static void then(struct exchange *x, event_callback_fn step)
{
    event_assign(&x->next_step, x->proxy->base, -1, 0, step, x);
    event_active(&x->next_step, EV_TIMEOUT, 0);
}

static void exchange_free(struct exchange *x)
{
    if (x->stored)
        stored_release(x->stored);
    if (x->body)
        evbuffer_free(x->body);
    evhttp_clear_headers(&x->headers);
    free(x->reason);
    free(x->key);
    free(x);
}

/* The connection dies with its request. What comes from the origin is still stored. */
static void client_gone(struct evhttp_connection *connection, void *exchange)
{
    (void)connection;
    ((struct exchange *)exchange)->request = NULL;
}

/* The path and query, also of a request in the form for proxies. */
static const char *target(const struct evhttp_request *request)
{
    const char *uri = evhttp_request_get_uri(request), *scheme = strstr(uri, "://");
    if (*uri == '/' || !scheme)
        return uri;
    const char *path = strchr(scheme + 3, '/');
    return path ? path : "/";
}

static char *key_of(struct evhttp_request *request)
{
    const char *host = evhttp_request_get_host(request);
    char *key = NULL;
    return asprintf(&key, "%s %s", host ? host : "", target(request)) < 0 ? NULL : key;
}

void read_request(struct evhttp_request *request, void *arg)
{
    phase_begin(PHASE_READ_REQUEST);
    struct proxy *p = arg;
    enum evhttp_cmd_type method = evhttp_request_get_command(request);
    if (!method_is_passed(method)) {
        evhttp_send_error(request, HTTP_NOTIMPLEMENTED, NULL);
        return;
    }
    struct exchange *x = calloc(1, sizeof *x);
    if (!x || !(x->key = key_of(request)) || !(x->body = evbuffer_new())) {
        if (x)
            free(x->key);
        free(x);
        evhttp_send_error(request, HTTP_SERVUNAVAIL, NULL);
        return;
    }
    x->proxy = p;
    x->request = request;
    x->may_store = request_allows_storing(method, evhttp_request_get_input_headers(request));
    x->is_safe = method_is_safe(method);
    TAILQ_INIT(&x->headers);
    evhttp_connection_set_closecb(evhttp_request_get_connection(request), client_gone, x);

    int cacheable = request_may_be_answered_from_cache(method, evhttp_request_get_input_headers(request));
    if (cacheable)
        x->stored = cache_get(p->cache, x->key, time(NULL));
    ++*(x->stored ? &p->hits : cacheable ? &p->misses : &p->passed);
    then(x, x->stored ? write_reply : connect_origin);
}

static void fail(struct exchange *x, int status, const char *reason)
{
    x->proxy->failed++;
    x->status = status;
    free(x->reason);
    x->reason = strdup(reason);
    evbuffer_add_printf(x->body, "%s\n", reason);
    evhttp_add_header(&x->headers, "Content-Type", "text/plain");
    then(x, write_reply);
}

static void connection_failed(enum evhttp_request_error error, void *exchange)
{
    (void)error;
    ((struct exchange *)exchange)->connection_failed = 1;
}

/* So that the origin's profile hangs below this exchange's context (paper, section 5). */
static void add_context(struct evkeyvalq *headers)
{
    char wire[WHODUNIT_WIRE_LENGTH + 1];
    if (whodunit_current && whodunit_to_wire && whodunit_to_wire(whodunit_current(), wire, sizeof wire))
        headers_set_baggage(headers, wire);
}

/* What arrived in chunks leaves in one piece. */
static void set_length(struct evkeyvalq *headers, size_t length)
{
    char digits[24];
    evhttp_remove_header(headers, "Content-Length");
    if (length == 0)
        return; /* libevent adds it for methods that have a body */
    snprintf(digits, sizeof digits, "%zu", length);
    evhttp_add_header(headers, "Content-Length", digits);
}

/* The request as the origin gets it; NULL if there is no memory. */
static struct evhttp_request *request_to_origin(struct exchange *x)
{
    struct evhttp_request *r = evhttp_request_new(read_reply, x);
    if (!r)
        return NULL;
    struct evkeyvalq *headers = evhttp_request_get_output_headers(r);
    struct evbuffer *body = evhttp_request_get_input_buffer(x->request);
    if (headers_copy_end_to_end(headers, evhttp_request_get_input_headers(x->request)) != 0 ||
        evbuffer_add_buffer(evhttp_request_get_output_buffer(r), body) != 0) {
        evhttp_request_free(r);
        return NULL;
    }
    set_length(headers, evbuffer_get_length(evhttp_request_get_output_buffer(r)));
    headers_add_via(headers);
    add_context(headers);
    evhttp_request_set_error_cb(r, connection_failed);
    return r;
}

static void connect_origin(evutil_socket_t fd, short what, void *exchange)
{
    (void)fd, (void)what;
    phase_begin(PHASE_CONNECT);
    struct exchange *x = exchange;
    if (!x->request) {
        exchange_free(x);
        return;
    }
    enum evhttp_cmd_type method = evhttp_request_get_command(x->request);
    x->may_repeat =
        x->attempts == 0 && x->is_safe && evbuffer_get_length(evhttp_request_get_input_buffer(x->request)) == 0;
    x->connection_failed = 0;
    x->attempts++;
    struct evhttp_request *r = request_to_origin(x);
    x->connection = r ? origin_take(x->proxy->origin) : NULL;
    if (!x->connection) {
        if (r)
            evhttp_request_free(r);
        fail(x, HTTP_SERVUNAVAIL, "The proxy is out of memory.");
        return;
    }
    if (evhttp_make_request(x->connection, r, method, target(x->request)) != 0) {
        origin_give_back(x->proxy->origin, x->connection, 0);
        fail(x, HTTP_BADGATEWAY, "The origin cannot be reached.");
    }
}

/* A connection that was kept alive may have been closed at the other end just when it was used again. */
static void failed_connection(struct exchange *x)
{
    if (x->request && x->may_repeat)
        then(x, connect_origin);
    else
        fail(x, HTTP_BADGATEWAY, "The origin did not answer.");
}

static void store(struct exchange *x, time_t fresh_until, time_t since)
{
    size_t length = evbuffer_get_length(x->body);
    void *body = malloc(length + 1);
    struct stored *s = body ? stored_new(x->key, &x->headers, body, length) : NULL;
    if (!s) {
        free(body);
        return;
    }
    evbuffer_remove(x->body, body, length);
    s->since = since;
    s->fresh_until = fresh_until;
    cache_put(x->proxy->cache, s);
    x->stored = s;
}

static void read_reply(struct evhttp_request *reply, void *exchange)
{
    phase_begin(PHASE_READ_REPLY);
    struct exchange *x = exchange;
    x->status = reply ? evhttp_request_get_response_code(reply) : 0;
    int answered = x->status != 0 && !x->connection_failed;
    origin_give_back(x->proxy->origin, x->connection, answered);
    if (!answered) {
        failed_connection(x);
        return;
    }
    struct evkeyvalq *headers = evhttp_request_get_input_headers(reply);
    const char *reason = evhttp_request_get_response_code_line(reply);
    x->reason = strdup(reason ? reason : "");
    headers_copy_end_to_end(&x->headers, headers);
    evbuffer_add_buffer(x->body, evhttp_request_get_input_buffer(reply));
    time_t now = time(NULL), since,
           fresh_until = response_fresh_until(x->status, headers, now, x->proxy->heuristic_seconds, &since);
    if (x->may_store && fresh_until > now)
        store(x, fresh_until, since);
    else if (!x->is_safe && x->status < 400)
        cache_remove(x->proxy->cache, x->key);
    then(x, write_reply);
}

static void body_sent(const void *body, size_t length, void *stored)
{
    (void)body, (void)length;
    stored_release(stored);
}

/* The body is sent from where it lies; it stays until it has been written. */
static void add_stored(struct exchange *x, struct evkeyvalq *headers, int from_cache)
{
    struct stored *s = x->stored;
    const struct evkeyval *h;
    TAILQ_FOREACH (h, &s->headers, next)
        if (!from_cache || strcasecmp(h->key, "Age") != 0)
            evhttp_add_header(headers, h->key, h->value);
    if (from_cache) {
        char age[24];
        time_t now = time(NULL);
        snprintf(age, sizeof age, "%lld", (long long)(now > s->since ? now - s->since : 0));
        evhttp_add_header(headers, "Age", age);
    }
    s->references++;
    if (evbuffer_add_reference(x->body, s->body, s->length, body_sent, s) != 0)
        stored_release(s);
}

static void write_reply(evutil_socket_t fd, short what, void *exchange)
{
    (void)fd, (void)what;
    struct exchange *x = exchange;
    int hit = x->attempts == 0;
    phase_begin(hit ? PHASE_WRITE_HIT : PHASE_WRITE_MISS);
    if (!x->request) {
        exchange_free(x);
        return;
    }
    struct evkeyvalq *headers = evhttp_request_get_output_headers(x->request);
    if (x->stored)
        add_stored(x, headers, hit);
    else
        headers_copy_end_to_end(headers, &x->headers);
    headers_add_via(headers);
    phase_ends_when_written(x->request);
    evhttp_connection_set_closecb(evhttp_request_get_connection(x->request), NULL, NULL);
    evhttp_send_reply(x->request, hit ? HTTP_OK : x->status, hit ? "OK" : x->reason, x->body);
    exchange_free(x);
}
