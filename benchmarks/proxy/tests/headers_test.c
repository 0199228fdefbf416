/* SPDX-License-Identifier: Apache-2.0 */
/* What RFC 9110 and RFC 9111 say, as tables. Headers are written "Name: value|Name: value". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "headers.h"

static void parse(struct evkeyvalq *headers, const char *text)
{
    TAILQ_INIT(headers);
    char *copy = strdup(text), *rest = copy;
    for (char *line; (line = strsep(&rest, "|")) != NULL && *line;) {
        char *colon = strchr(line, ':');
        *colon = 0;
        evhttp_add_header(headers, line, colon + 2);
    }
    free(copy);
}

static void assert_headers(struct evkeyvalq *headers, const char *expected)
{
    char all[1000] = "";
    const struct evkeyval *h;
    TAILQ_FOREACH (h, headers, next)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s: %s", *all ? "|" : "", h->key, h->value);
    assert_string_equal(all, expected);
    evhttp_clear_headers(headers);
}

static void only_end_to_end_headers_are_copied(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        { "Host: a|Accept: b", "Host: a|Accept: b" },
        { "Connection: close|A: 1|Keep-Alive: timeout=5|TE: trailers|Upgrade: h2c", "A: 1" },
        { "A: 1|Connection: x-one , X-Two|X-One: 1|x-two: 2|X-Three: 3", "A: 1|X-Three: 3" },
        { "Transfer-Encoding: chunked|Proxy-Authorization: x|Trailer: y|Expect: 100-continue", "" },
        { "Set-Cookie: a=1|Set-Cookie: b=2", "Set-Cookie: a=1|Set-Cookie: b=2" },
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct evkeyvalq from, to = TAILQ_HEAD_INITIALIZER(to);
        parse(&from, table[i][0]);
        assert_int_equal(headers_copy_end_to_end(&to, &from), 0);
        assert_headers(&to, table[i][1]);
        evhttp_clear_headers(&from);
    }
}

static void baggage_keeps_other_members(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        { "", "baggage: whodunit=W" },
        { "baggage: whodunit=old", "baggage: whodunit=W" },
        { "Baggage: a=1, whodunit=old;p=q ,b=2", "baggage: whodunit=W,a=1,b=2" },
        { "baggage: whodunit =old|A: 1|baggage: c=\"x,whodunit=y\"", "A: 1|baggage: whodunit=W,c=\"x,whodunit=y\"" },
        { "baggage: xwhodunit=1,whodunits=2,Whodunit=3", "baggage: whodunit=W,xwhodunit=1,whodunits=2,Whodunit=3" },
        { "baggage: ,, ,a=\"", "baggage: whodunit=W,a=\"" },
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct evkeyvalq headers;
        parse(&headers, table[i][0]);
        headers_set_baggage(&headers, "W");
        assert_headers(&headers, table[i][1]);
    }
}

static void via_is_appended(void **state)
{
    (void)state;
    struct evkeyvalq headers;
    parse(&headers, "Via: 1.0 other");
    headers_add_via(&headers);
    assert_headers(&headers, "Via: 1.0 other, 1.1 whodunit-proxy");
}

static void requests(void **state)
{
    (void)state;
    static const struct {
        enum evhttp_cmd_type method;
        const char *headers;
        int answered, stored;
    } table[] = {
        { EVHTTP_REQ_GET, "Accept: x|Cookie: a=b", 1, 1 },
        { EVHTTP_REQ_HEAD, "", 0, 0 },
        { EVHTTP_REQ_POST, "", 0, 0 },
        { EVHTTP_REQ_GET, "Cache-Control: no-cache", 0, 1 },
        { EVHTTP_REQ_GET, "Cache-Control: max-age=0", 0, 1 },
        { EVHTTP_REQ_GET, "Pragma: no-cache", 0, 1 },
        { EVHTTP_REQ_GET, "Cache-Control: foo, NO-STORE", 0, 0 },
        { EVHTTP_REQ_GET, "Authorization: Basic x", 0, 0 },
        { EVHTTP_REQ_GET, "Range: bytes=0-1", 0, 0 },
        { EVHTTP_REQ_GET, "If-None-Match: \"x\"", 0, 0 },
        { EVHTTP_REQ_GET, "If-Modified-Since: x", 0, 0 },
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct evkeyvalq headers;
        parse(&headers, table[i].headers);
        assert_int_equal(request_may_be_answered_from_cache(table[i].method, &headers), table[i].answered);
        assert_int_equal(request_allows_storing(table[i].method, &headers), table[i].stored);
        evhttp_clear_headers(&headers);
    }
}

static void freshness(void **state)
{
    (void)state;
    enum { NOW = 1700000000, KEEP = 60 }; /* Tue, 14 Nov 2023 22:13:20 GMT */
    static const struct {
        int status;
        const char *headers;
        long seconds; /* fresh for; 0: not to be stored */
    } table[] = {
        { 200, "", 0 },
        { 200, "Cache-Control: max-age=10", 10 },
        { 200, "Cache-Control: public, Max-Age=\"10\"", 10 },
        { 200, "Cache-Control: max-age=10|Age: 4", 6 },
        { 200, "Cache-Control: max-age=10|Age: 40", 0 },
        { 200, "Cache-Control: max-age=10, s-maxage=20", 20 },
        { 200, "Cache-Control: max-age=10|Cache-Control: private", 0 },
        { 200, "Cache-Control: max-age=x", 0 },
        { 200, "Cache-Control: max-age=-5", 0 },
        { 200, "Cache-Control: max-age=99999999999999999999", INT32_MAX },
        { 200, "Cache-Control: no-store, max-age=10", 0 },
        { 200, "Cache-Control: no-cache", 0 },
        { 200, "Cache-Control: x=\"max-age=9\"", 0 },
        { 200, "Expires: Tue, 14 Nov 2023 22:14:20 GMT|Date: Tue, 14 Nov 2023 22:13:20 GMT", 60 },
        { 200, "Expires: Tue, 14 Nov 2023 22:14:20 GMT|Date: Tue, 14 Nov 2023 22:14:10 GMT", 10 },
        { 200, "Expires: 0|Last-Modified: Mon, 01 Jan 2024 00:00:00 GMT", 0 },
        { 200, "Expires: Tue, 14 Nov 2023 22:14:20 GMT|Cache-Control: max-age=5", 5 },
        { 200, "Last-Modified: Sun, 01 Jan 2023 00:00:00 GMT", KEEP },
        { 200, "Cache-Control: max-age=10|Set-Cookie: a=b", 0 },
        { 200, "Cache-Control: max-age=10|Vary: Accept-Encoding", 0 },
        { 404, "Cache-Control: max-age=10", 0 },
        { 206, "Cache-Control: max-age=10", 0 },
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct evkeyvalq headers;
        time_t since;
        parse(&headers, table[i].headers);
        time_t until = response_fresh_until(table[i].status, &headers, NOW, KEEP, &since);
        if (until - NOW != table[i].seconds && !(until <= NOW && table[i].seconds == 0))
            fail_msg("%d %s: %ld", table[i].status, table[i].headers, (long)(until - NOW));
        evhttp_clear_headers(&headers);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_end_to_end_headers_are_copied),
        cmocka_unit_test(baggage_keeps_other_members),
        cmocka_unit_test(via_is_appended),
        cmocka_unit_test(requests),
        cmocka_unit_test(freshness),
    };
    return cmocka_run_group_tests_name("proxy_headers", tests, NULL, NULL);
}
