/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rule M8, in a process that is followed as a virtual machine is: both ends of its connections are its own, and the
 * test gives the thread its contexts. What is taken of a request is compared with who has really asked.
 */
#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "channels/aside.h"
#include "channels/rules.h"
#include "contexts/context.h"
#include "contexts/wire.h"
#include "health/health.h"
#include "own_files/directory.h"
#include "threads/thread.h"

#define PREFACE "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

static whodunit_context foo, bar;
static int listener;

static whodunit_context at_no_path(whodunit_context context, const struct wd_caller *caller)
{
    (void)caller;
    return context;
}

static int begin(void **state)
{
    static char directory[] = "/tmp/whodunit-hosted.XXXXXX";
    struct sockaddr_in any = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    *state = mkdtemp(directory);
    if (!*state || wd_directory_begin(directory) != 0 || !wd_channels_begin_hosted(at_no_path))
        return -1;
    foo = wd_context_transaction(WHODUNIT_ROOT, "foo");
    bar = wd_context_transaction(WHODUNIT_ROOT, "bar");
    listener = socket(AF_INET, SOCK_STREAM, 0);
    return bind(listener, (struct sockaddr *)&any, sizeof any) || listen(listener, 8);
}

static int end(void **state)
{
    wd_directory_unlink("channels.table");
    return close(listener) || rmdir(*state);
}

struct ends {
    int client, server;
};

static struct ends connection(void)
{
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    struct ends ends = { socket(AF_INET, SOCK_STREAM, 0), -1 };
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &length), 0);
    assert_int_equal(connect(ends.client, (struct sockaddr *)&address, length), 0);
    ends.server = accept(listener, NULL, NULL);
    assert_true(ends.server >= 0);
    return ends;
}

static void disconnect(const struct ends *ends)
{
    close(ends->client);
    close(ends->server);
}

static void pass(int from, int to, const void *bytes, size_t n)
{
    char there[4096];
    assert_int_equal(send(from, bytes, n, 0), n);
    assert_int_equal(recv(to, there, n, MSG_WAITALL), n);
}

static void ask(const struct ends *ends, whodunit_context context, const char *text)
{
    wd_thread_set(context);
    pass(ends->client, ends->server, text, strlen(text));
    wd_thread_set(WHODUNIT_ROOT);
}

static void answer(const struct ends *ends, const char *text)
{
    pass(ends->server, ends->client, text, strlen(text));
}

static whodunit_context sent(whodunit_context context)
{
    return wd_context_remote(wd_process_uid(), context);
}

static void is_unknown(const struct ends *ends, whodunit_context context)
{
    uint64_t before = wd_health_value(WD_HEALTH_MESSAGES_UNKNOWN);
    ask(ends, context, "ask");
    assert_int_equal(wd_aside_take(), WHODUNIT_ROOT);
    assert_int_equal(wd_health_value(WD_HEALTH_MESSAGES_UNKNOWN), before + 2); /* at the sender, and here */
    answer(ends, "so");
}

static void a_request_is_the_parent_of_what_begins_next(void **state)
{
    (void)state;
    struct ends ends = connection();
    for (int i = 0; i < 3; i++) {
        ask(&ends, foo, "ask");
        assert_int_equal(wd_aside_take(), sent(foo));
        assert_int_equal(wd_aside_take(), WHODUNIT_ROOT);
        answer(&ends, "so");
        ask(&ends, bar, "ask");
        ask(&ends, bar, "more");
        answer(&ends, "so");
        assert_int_equal(wd_aside_take(), WHODUNIT_ROOT); /* answered */
    }
    disconnect(&ends);
}

/* As if another process had sent, which does not mind that `foo` still waits. */
static void forget_who_waits(const struct ends *ends)
{
    wd_channel(ends->client)->asks = WHODUNIT_ROOT;
}

static void two_contexts_before_a_begin_are_nobodys(void **state)
{
    (void)state;
    struct ends ends = connection();
    ask(&ends, foo, "half a request");
    forget_who_waits(&ends);
    ask(&ends, bar, "ask");
    assert_int_equal(wd_aside_take(), WHODUNIT_ROOT);
    ask(&ends, bar, "the rest"); /* one context since the last begin */
    assert_int_equal(wd_aside_take(), sent(bar));
    disconnect(&ends);
}

static void two_contexts_in_one_read_are_nobodys(void **state)
{
    (void)state;
    char there[16];
    struct ends ends = connection();
    wd_thread_set(foo);
    assert_int_equal(send(ends.client, "foo", 3, 0), 3);
    forget_who_waits(&ends);
    wd_thread_set(bar);
    assert_int_equal(send(ends.client, "bar", 3, 0), 3);
    wd_thread_set(WHODUNIT_ROOT);
    assert_int_equal(recv(ends.server, there, 6, MSG_WAITALL), 6);
    assert_int_equal(wd_aside_take(), WHODUNIT_ROOT);
    disconnect(&ends);
}

static void what_is_kept_is_of_the_last_connection_and_while_it_is_open(void **state)
{
    (void)state;
    struct ends one = connection(), other = connection();
    ask(&one, foo, "ask");
    ask(&other, bar, "ask");
    assert_int_equal(wd_aside_take(), sent(bar));
    ask(&one, foo, "ask");
    disconnect(&one);
    assert_int_equal(wd_aside_take(), WHODUNIT_ROOT);
    disconnect(&other);
}

static void a_connection_on_which_another_asks_before_the_answer_is_unknown(void **state)
{
    (void)state;
    const whodunit_context others[] = { bar, WHODUNIT_ROOT };
    for (size_t i = 0; i < 2; i++) {
        struct ends ends = connection();
        ask(&ends, foo, "ask");
        assert_int_equal(wd_aside_take(), sent(foo));
        is_unknown(&ends, others[i]);
        is_unknown(&ends, foo);
        is_unknown(&ends, bar);
        disconnect(&ends);
    }
}

static void what_nobody_has_received_yet_is_unknown_as_well(void **state)
{
    (void)state;
    char there[16];
    struct ends ends = connection();
    wd_thread_set(foo);
    assert_int_equal(send(ends.client, "foo", 3, 0), 3); /* and perhaps what bar asks for */
    wd_thread_set(bar);
    assert_int_equal(send(ends.client, "bar", 3, 0), 3);
    wd_thread_set(WHODUNIT_ROOT);
    assert_int_equal(recv(ends.server, there, 3, MSG_WAITALL), 3);
    assert_int_equal(wd_aside_take(), WHODUNIT_ROOT);
    disconnect(&ends);
}

static void connections_made_ahead_are_nobodys_until_one_asks(void **state)
{
    (void)state;
    struct ends ends = connection();
    ask(&ends, WHODUNIT_ROOT, "hello");
    assert_int_equal(wd_aside_take(), WHODUNIT_ROOT);
    ask(&ends, foo, "ask");
    assert_int_equal(wd_aside_take(), sent(foo));
    disconnect(&ends);
}

static void http2_is_unknown_from_its_first_byte(void **state)
{
    (void)state;
    struct ends ends = connection();
    ask(&ends, foo, PREFACE);
    assert_int_equal(wd_aside_take(), WHODUNIT_ROOT);
    answer(&ends, "settings");
    is_unknown(&ends, foo);
    disconnect(&ends);
}

static void http2_is_unknown_from_the_switch_to_it(void **state)
{
    (void)state;
    struct ends ends = connection();
    ask(&ends, foo, "GET / HTTP/1.1\r\nUpgrade: h2c\r\n\r\n");
    assert_int_equal(wd_aside_take(), sent(foo));
    answer(&ends, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n");
    is_unknown(&ends, foo);
    disconnect(&ends);
}

static void http2_within_tls_is_unknown_where_it_is_offered(void **state)
{
    (void)state;
    static const char hello[] = "\x16\x03\x01\x01\x00\x01 and the rest", h2[] = "\x02h2", older[] = "\x08http/1.1";
    for (int offered = 0; offered < 2; offered++) {
        char bytes[64];
        size_t n = sizeof hello - 1;
        struct ends ends = connection();
        memcpy(bytes, hello, n);
        memcpy(bytes + n, older, sizeof older);
        n += sizeof older;
        memcpy(bytes + n, h2, sizeof h2);
        n += offered ? sizeof h2 : 0;
        wd_thread_set(foo);
        pass(ends.client, ends.server, bytes, n);
        assert_int_equal(wd_aside_take(), offered ? WHODUNIT_ROOT : sent(foo));
        disconnect(&ends);
    }
    wd_thread_set(WHODUNIT_ROOT);
}

/* Whose sender has not seen that it is: it does not write the preface at once. */
static void http2_that_is_accepted_gives_no_request_a_parent(void **state)
{
    (void)state;
    char there[sizeof PREFACE];
    struct ends ends = connection();
    wd_thread_set(foo);
    assert_int_equal(send(ends.client, PREFACE, 2, 0), 2);
    assert_int_equal(send(ends.client, PREFACE + 2, sizeof PREFACE - 3, 0), sizeof PREFACE - 3);
    assert_int_equal(recv(ends.server, there, sizeof PREFACE - 1, MSG_WAITALL), sizeof PREFACE - 1);
    assert_int_equal(wd_aside_take(), WHODUNIT_ROOT);
    ask(&ends, foo, "headers");
    assert_int_equal(wd_aside_take(), WHODUNIT_ROOT);
    answer(&ends, "so");
    ask(&ends, foo, "headers");
    assert_int_equal(wd_aside_take(), WHODUNIT_ROOT);
    disconnect(&ends);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_is_the_parent_of_what_begins_next),
        cmocka_unit_test(two_contexts_before_a_begin_are_nobodys),
        cmocka_unit_test(two_contexts_in_one_read_are_nobodys),
        cmocka_unit_test(what_is_kept_is_of_the_last_connection_and_while_it_is_open),
        cmocka_unit_test(a_connection_on_which_another_asks_before_the_answer_is_unknown),
        cmocka_unit_test(what_nobody_has_received_yet_is_unknown_as_well),
        cmocka_unit_test(connections_made_ahead_are_nobodys_until_one_asks),
        cmocka_unit_test(http2_is_unknown_from_its_first_byte),
        cmocka_unit_test(http2_is_unknown_from_the_switch_to_it),
        cmocka_unit_test(http2_within_tls_is_unknown_where_it_is_offered),
        cmocka_unit_test(http2_that_is_accepted_gives_no_request_a_parent),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
