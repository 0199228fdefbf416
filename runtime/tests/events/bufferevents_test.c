/* SPDX-License-Identifier: Apache-2.0 */
/* Bufferevents of every kind, and listeners: the program's callbacks are the path, libevent's own are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "paths.h"
#include "whodunit_event.h"

enum kind { PLAIN, DEFERRED, FILTER, OPENSSL };

static struct event_base *base;
static enum kind kind;
static SSL_CTX *tls;
static char server_path[256], client_path[256], filter_path[256], connected_path[256];
static int rounds;
static enum { WHEN_CONNECTED, BEFORE, WHILE, BEHIND } writes_when; /* it is asked for, is made, others' output */

static void keep(char *out)
{
    strcpy(out, path());
}

static enum bufferevent_filter_result pass(struct evbuffer *from, struct evbuffer *to, ev_ssize_t limit,
                                           enum bufferevent_flush_mode mode, void *unused)
{
    (void)limit, (void)mode, (void)unused;
    keep(filter_path);
    return evbuffer_add_buffer(to, from) == 0 ? BEV_OK : BEV_ERROR;
}

static struct bufferevent *wrap(int fd, int is_server)
{
    int options = BEV_OPT_CLOSE_ON_FREE | (kind == DEFERRED ? BEV_OPT_DEFER_CALLBACKS : 0);
    if (kind == OPENSSL)
        return bufferevent_openssl_socket_new(
            base, fd, SSL_new(tls), is_server ? BUFFEREVENT_SSL_ACCEPTING : BUFFEREVENT_SSL_CONNECTING, options);
    struct bufferevent *b = bufferevent_socket_new(base, fd, options);
    return kind == FILTER && is_server ? bufferevent_filter_new(b, pass, NULL, options, NULL, NULL) : b;
}

static void server_read(struct bufferevent *b, void *unused)
{
    (void)unused;
    keep(server_path);
    bufferevent_write_buffer(b, bufferevent_get_input(b));
}

static void server_gone(struct bufferevent *b, short what, void *unused)
{
    (void)unused;
    if (!(what & BEV_EVENT_CONNECTED))
        bufferevent_free(b);
}

static void on_accept(struct evconnlistener *l, evutil_socket_t fd, struct sockaddr *a, int n, void *unused)
{
    (void)l, (void)a, (void)n, (void)unused;
    struct bufferevent *b = wrap(fd, 1);
    bufferevent_setcb(b, server_read, NULL, server_gone, NULL);
    bufferevent_enable(b, EV_READ | EV_WRITE);
}

static void client_read(struct bufferevent *b, void *unused)
{
    (void)unused;
    keep(client_path);
    evbuffer_drain(bufferevent_get_input(b), SIZE_MAX);
    if (--rounds > 0)
        bufferevent_write(b, "again", 5);
    else
        event_base_loopbreak(base);
}

static void writes(evutil_socket_t fd, short what, void *client)
{
    (void)fd, (void)what;
    bufferevent_write(client, "hello", 5);
}

static void writes_first(evutil_socket_t fd, short what, void *client)
{
    writes(fd, what, client);
}

static void client_event(struct bufferevent *b, short what, void *unused)
{
    (void)unused;
    if (!(what & BEV_EVENT_CONNECTED))
        fail_msg("client: event 0x%x", what);
    keep(connected_path);
    if (writes_when == WHEN_CONNECTED)
        bufferevent_write(b, "hello", 5);
    if (writes_when == BEHIND) {
        event_base_once(base, -1, EV_TIMEOUT, writes_first, b, NULL);
        event_base_once(base, -1, EV_TIMEOUT, writes, b, NULL);
    }
}

struct dial {
    struct sockaddr_in address;
    struct bufferevent *client;
};

static void connects(evutil_socket_t fd, short what, void *arg)
{
    struct dial *d = arg;
    (void)fd, (void)what;
    assert_int_equal(bufferevent_socket_connect(d->client, (struct sockaddr *)&d->address, sizeof d->address), 0);
    bufferevent_enable(d->client, EV_READ | EV_WRITE);
}

static void start(evutil_socket_t fd, short what, void *arg)
{
    struct dial *d = arg;
    d->client = wrap(-1, 0);
    bufferevent_setcb(d->client, client_read, NULL, client_event, NULL);
    connects(fd, what, arg);
}

/* Makes the client, which other handlers have connected and write to. */
static void start_shared(evutil_socket_t fd, short what, void *arg)
{
    struct dial *d = arg;
    (void)fd, (void)what;
    d->client = wrap(-1, 0);
    bufferevent_setcb(d->client, client_read, NULL, client_event, NULL);
    if (writes_when == BEFORE)
        event_base_once(base, -1, EV_TIMEOUT, writes, d->client, NULL);
    event_base_once(base, -1, EV_TIMEOUT, connects, d, NULL);
    if (writes_when == WHILE)
        event_base_once(base, -1, EV_TIMEOUT, writes, d->client, NULL);
}

/* Client and server in one process, which converse so many times. */
static void run(enum kind how, int times)
{
    struct dial d = { .address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) } };
    socklen_t length = sizeof d.address;
    kind = how;
    rounds = times;
    base = event_base_new();
    struct evconnlistener *l = evconnlistener_new_bind(base, on_accept, NULL, LEV_OPT_CLOSE_ON_FREE, -1,
                                                       (struct sockaddr *)&d.address, sizeof d.address);
    assert_non_null(l);
    getsockname(evconnlistener_get_fd(l), (struct sockaddr *)&d.address, &length);
    event_base_once(base, -1, EV_TIMEOUT, writes_when == WHEN_CONNECTED ? start : start_shared, &d, NULL);
    event_base_dispatch(base);
    bufferevent_free(d.client);
    evconnlistener_free(l);
    event_base_loop(base, EVLOOP_NONBLOCK);
    event_base_free(base);
    assert_int_equal(whodunit_current(), WHODUNIT_ROOT);
}

static void converse(enum kind how)
{
    run(how, 3);
    assert_string_equal(server_path, "on_accept > server_read");
    assert_string_equal(connected_path, "start > client_event");
    assert_string_equal(client_path, "start > client_event > client_read");
}

static void test_plain(void **unused)
{
    (void)unused;
    converse(PLAIN);
}

static void test_deferred(void **unused)
{
    (void)unused;
    converse(DEFERRED);
}

static void test_filter(void **unused)
{
    (void)unused;
    converse(FILTER);
    assert_string_equal(filter_path, "on_accept > pass");
}

static int make_tls(void **unused)
{
    (void)unused;
    EVP_PKEY *key = EVP_RSA_gen(2048);
    X509 *certificate = X509_new();
    X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_pubkey(certificate, key);
    X509_sign(certificate, key, EVP_sha256());
    tls = SSL_CTX_new(TLS_method());
    assert_int_equal(SSL_CTX_use_certificate(tls, certificate), 1);
    assert_int_equal(SSL_CTX_use_PrivateKey(tls, key), 1);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return 0;
}

static int drop_tls(void **unused)
{
    (void)unused;
    SSL_CTX_free(tls);
    return 0;
}

static void test_openssl(void **unused)
{
    (void)unused;
    converse(OPENSSL);
}

/* The answer is the last writer's, not his who has made the connection, nor his who has written before. */
static void answered(const char *expected)
{
    for (int kinds = PLAIN; kinds <= OPENSSL; kinds++) {
        client_path[0] = 0;
        run((enum kind)kinds, 1);
        assert_string_equal(client_path, expected);
    }
    writes_when = WHEN_CONNECTED;
}

static void test_output_before_the_connection_is_asked_for(void **unused)
{
    (void)unused;
    writes_when = BEFORE;
    answered("start_shared > writes > client_read");
}

static void test_output_while_the_connection_is_made(void **unused)
{
    (void)unused;
    writes_when = WHILE;
    answered("start_shared > writes > client_read");
}

static void test_output_behind_other_output(void **unused)
{
    (void)unused;
    writes_when = BEHIND;
    answered("start_shared > connects > client_event > writes > client_read");
}

static void write_to_pair(evutil_socket_t fd, short what, void *end)
{
    (void)fd, (void)what;
    bufferevent_write(end, "hello", 5);
}

static void pair_read(struct bufferevent *b, void *unused)
{
    (void)b, (void)unused;
    keep(server_path);
}

static void test_pair(void **unused)
{
    struct bufferevent *ends[2];
    (void)unused;
    base = event_base_new();
    assert_int_equal(bufferevent_pair_new(base, 0, ends), 0);
    bufferevent_setcb(ends[1], pair_read, NULL, NULL, NULL);
    bufferevent_enable(ends[1], EV_READ);
    event_base_once(base, -1, EV_TIMEOUT, write_to_pair, ends[0], NULL);
    event_base_dispatch(base);
    assert_string_equal(server_path, "write_to_pair > pair_read");
    bufferevent_free(ends[0]);
    bufferevent_free(ends[1]);
    event_base_free(base);
}

static void on_change(struct evbuffer *b, const struct evbuffer_cb_info *info, void *unused)
{
    (void)b, (void)info, (void)unused;
    keep(filter_path);
}

static void fill(evutil_socket_t fd, short what, void *buffer)
{
    (void)fd, (void)what;
    evbuffer_add(buffer, "x", 1);
    assert_string_equal(path(), "fill");
}

static void test_buffer_callback(void **unused)
{
    (void)unused;
    base = event_base_new();
    struct evbuffer *b = evbuffer_new();
    evbuffer_add_cb(b, on_change, NULL);
    event_base_once(base, -1, EV_TIMEOUT, fill, b, NULL);
    event_base_dispatch(base);
    assert_string_equal(filter_path, "fill > on_change");
    evbuffer_free(b);
    event_base_free(base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_deferred),
        cmocka_unit_test(test_filter),
        cmocka_unit_test(test_openssl),
        cmocka_unit_test(test_pair),
        cmocka_unit_test(test_buffer_callback),
        cmocka_unit_test(test_output_before_the_connection_is_asked_for),
        cmocka_unit_test(test_output_while_the_connection_is_made),
        cmocka_unit_test(test_output_behind_other_output),
    };
    return cmocka_run_group_tests_name("bufferevents", tests, make_tls, drop_tls);
}
