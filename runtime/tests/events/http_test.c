/* SPDX-License-Identifier: Apache-2.0 */
/*
 * evhttp and evdns: each URL's handler is its own context, on fresh, kept-alive
 * and pipelined connections; answers come back to who asked, client and server in one process.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/dns.h>
#include <event2/dns_struct.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/util.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "paths.h"
#include "whodunit_event.h"

static struct event_base *base;
static struct evhttp *http;
static ev_uint16_t port;
static int wrong, answers;

/* All assertions in callbacks end here: cmocka's would jump out of the loop. */
static void expect(const char *expected)
{
    if (strcmp(path(), expected) != 0) {
        fprintf(stderr, "the path is '%s', not '%s'\n", path(), expected);
        wrong++;
    }
}

static void reply(struct evhttp_request *r, const char *text)
{
    struct evbuffer *body = evbuffer_new();
    evbuffer_add_printf(body, "%s", text);
    evhttp_send_reply(r, 200, "OK", body);
    evbuffer_free(body);
}

static void url_a(struct evhttp_request *r, void *unused)
{
    (void)unused;
    expect("url_a");
    reply(r, "a");
}

static void url_b(struct evhttp_request *r, void *unused)
{
    (void)unused;
    expect("url_b");
    reply(r, "b");
}

static void reply_later(evutil_socket_t fd, short what, void *request)
{
    (void)fd, (void)what;
    expect("url_slow > reply_later");
    reply(request, "slow");
}

static void url_slow(struct evhttp_request *r, void *unused)
{
    struct timeval soon = { 0, 2000 };
    (void)unused;
    expect("url_slow");
    event_base_once(base, -1, EV_TIMEOUT, reply_later, r, &soon);
}

static void other_urls(struct evhttp_request *r, void *unused)
{
    (void)unused;
    expect("other_urls");
    reply(r, "other");
}

static int start_server(void **unused)
{
    (void)unused;
    base = event_base_new();
    http = evhttp_new(base);
    struct evhttp_bound_socket *bound = evhttp_bind_socket_with_handle(http, "127.0.0.1", 0);
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    if (!bound || getsockname(evhttp_bound_socket_get_fd(bound), (struct sockaddr *)&address, &length) != 0)
        return -1;
    port = ntohs(address.sin_port);
    evhttp_set_cb(http, "/a", url_a, NULL);
    evhttp_set_cb(http, "/b", url_b, NULL);
    evhttp_set_cb(http, "/slow", url_slow, NULL);
    evhttp_set_gencb(http, other_urls, NULL);
    wrong = answers = 0;
    return 0;
}

static int stop_server(void **unused)
{
    (void)unused;
    evhttp_free(http);
    event_base_free(base);
    return 0;
}

/* ---- a client that is no evhttp: it sends as it likes ---- */

static int expected_answers;

static void raw_read(struct bufferevent *b, void *unused)
{
    (void)unused;
    struct evbuffer *input = bufferevent_get_input(b);
    struct evbuffer_ptr at;
    while ((at = evbuffer_search(input, "HTTP/1.1", 8, NULL)).pos >= 0) {
        answers++;
        evbuffer_drain(input, (size_t)at.pos + 8);
    }
    if (answers == expected_answers)
        event_base_loopbreak(base);
}

static void send_requests(const char *const *paths, int n, int pipelined)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_port = htons(port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    struct bufferevent *b = bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
    bufferevent_setcb(b, raw_read, NULL, NULL, NULL);
    bufferevent_enable(b, EV_READ);
    bufferevent_socket_connect(b, (struct sockaddr *)&address, sizeof address);
    for (int i = 0; i < n; i++) {
        evbuffer_add_printf(bufferevent_get_output(b), "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", paths[i]);
        expected_answers = answers + n;
        if (!pipelined) {
            expected_answers = answers + 1;
            event_base_dispatch(base);
        }
    }
    if (pipelined)
        event_base_dispatch(base);
    bufferevent_free(b);
}

static const char *const urls[] = { "/a", "/b", "/slow", "/b", "/none", "/a", "/a", "/slow", "/slow", "/b" };
enum { URLS = sizeof urls / sizeof *urls };

static void test_fresh_connections(void **unused)
{
    (void)unused;
    for (int i = 0; i < URLS; i++)
        send_requests(&urls[i], 1, 0);
    assert_int_equal(answers, URLS);
    assert_int_equal(wrong, 0);
}

static void test_kept_alive(void **unused)
{
    (void)unused;
    send_requests(urls, URLS, 0);
    assert_int_equal(answers, URLS);
    assert_int_equal(wrong, 0);
}

static void test_pipelined(void **unused)
{
    (void)unused;
    send_requests(urls, URLS, 1);
    assert_int_equal(answers, URLS);
    assert_int_equal(wrong, 0);
}

/* ---- evhttp's client, whose requests wait for each other on one connection ---- */

static struct evhttp_connection *outgoing;
static int waiting;

static void answered(struct evhttp_request *r, void *expected)
{
    answers += r != NULL && evhttp_request_get_response_code(r) == 200;
    expect(expected);
    if (--waiting == 0)
        event_base_loopbreak(base);
}

static void ask(const char *url, const char *expected)
{
    struct evhttp_request *r = evhttp_request_new(answered, (void *)expected);
    evhttp_add_header(evhttp_request_get_output_headers(r), "Host", "x");
    evhttp_make_request(outgoing, r, EVHTTP_REQ_GET, url);
    waiting++;
}

static void asker_a(evutil_socket_t fd, short what, void *unused)
{
    (void)fd, (void)what, (void)unused;
    ask("/a", "asker_a > answered");
    ask("/slow", "asker_a > answered");
}

static void asker_b(evutil_socket_t fd, short what, void *unused)
{
    (void)fd, (void)what, (void)unused;
    ask("/slow", "asker_b > answered");
    ask("/b", "asker_b > answered");
}

static void test_clients_requests_on_one_connection(void **unused)
{
    (void)unused;
    outgoing = evhttp_connection_base_new(base, NULL, "127.0.0.1", port);
    for (int round = 1; round <= 3; round++) {
        event_base_once(base, -1, EV_TIMEOUT, asker_a, NULL, NULL);
        event_base_once(base, -1, EV_TIMEOUT, asker_b, NULL, NULL);
        event_base_dispatch(base);
        assert_int_equal(answers, 4 * round);
        assert_int_equal(wrong, 0);
    }
    evhttp_connection_free(outgoing);
}

/* A server's handler asks another URL of the same process. */
static void forwarded(struct evhttp_request *r, void *incoming)
{
    expect("url_forward > forwarded");
    reply(incoming, r && evhttp_request_get_response_code(r) == 200 ? "ok" : "failed");
}

static void url_forward(struct evhttp_request *incoming, void *unused)
{
    (void)unused;
    expect("url_forward");
    struct evhttp_request *r = evhttp_request_new(forwarded, incoming);
    evhttp_add_header(evhttp_request_get_output_headers(r), "Host", "x");
    evhttp_make_request(outgoing, r, EVHTTP_REQ_GET, "/slow");
}

static void test_client_and_server_in_one_process(void **unused)
{
    static const char *const paths[] = { "/forward", "/a", "/forward", "/b" };
    (void)unused;
    evhttp_set_cb(http, "/forward", url_forward, NULL);
    outgoing = evhttp_connection_base_new(base, NULL, "127.0.0.1", port);
    send_requests(paths, 4, 0);
    send_requests(paths, 4, 1);
    assert_int_equal(answers, 8);
    assert_int_equal(wrong, 0);
    evhttp_connection_free(outgoing);
}

/* ---- evdns ---- */

static void answer_question(struct evdns_server_request *r, void *unused)
{
    ev_uint32_t address = htonl(INADDR_LOOPBACK);
    (void)unused;
    expect("answer_question");
    for (int i = 0; i < r->nquestions; i++)
        if (r->questions[i]->type == EVDNS_TYPE_A)
            evdns_server_request_add_a_reply(r, r->questions[i]->name, 1, &address, 10);
    evdns_server_request_respond(r, 0);
}

static struct evdns_base *dns;

static void resolved(int error, struct evutil_addrinfo *list, void *expected)
{
    expect(expected);
    answers += error == 0;
    evutil_freeaddrinfo(list);
    if (--waiting == 0)
        event_base_loopbreak(base);
}

static void resolve(const char *name, const char *expected)
{
    struct evutil_addrinfo hints = { .ai_family = AF_INET, .ai_socktype = SOCK_STREAM };
    waiting++;
    evdns_getaddrinfo(dns, name, "80", &hints, resolved, (void *)expected);
}

static void resolver_a(evutil_socket_t fd, short what, void *unused)
{
    (void)fd, (void)what, (void)unused;
    resolve("one.test", "resolver_a > resolved");
    resolve("two.test", "resolver_a > resolved");
}

static void resolver_b(evutil_socket_t fd, short what, void *unused)
{
    (void)fd, (void)what, (void)unused;
    resolve("three.test", "resolver_b > resolved");
}

static void test_dns(void **unused)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;
    char server[32];
    (void)unused;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    getsockname(fd, (struct sockaddr *)&address, &length);
    struct evdns_server_port *service = evdns_add_server_port_with_base(base, fd, 0, answer_question, NULL);
    dns = evdns_base_new(base, 0);
    snprintf(server, sizeof server, "127.0.0.1:%d", ntohs(address.sin_port));
    assert_int_equal(evdns_base_nameserver_ip_add(dns, server), 0);
    event_base_once(base, -1, EV_TIMEOUT, resolver_a, NULL, NULL);
    event_base_once(base, -1, EV_TIMEOUT, resolver_b, NULL, NULL);
    event_base_dispatch(base);
    assert_int_equal(answers, 3);
    assert_int_equal(wrong, 0);
    evdns_base_free(dns, 0);
    evdns_close_server_port(service);
    close(fd);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, start_server, stop_server)
    const struct CMUnitTest tests[] = {
        CASE(test_fresh_connections),
        CASE(test_kept_alive),
        CASE(test_pipelined),
        CASE(test_clients_requests_on_one_connection),
        CASE(test_client_and_server_in_one_process),
        CASE(test_dns),
    };
    return cmocka_run_group_tests_name("evhttp and evdns", tests, NULL, NULL);
}
