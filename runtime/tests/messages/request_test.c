/* SPDX-License-Identifier: Apache-2.0 */
/* What the first bytes of a request say of its kind (channels/request.h), however few of them are there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "channels/request.h"
#include "contexts/examples.h"
#include "health/health.h"

#define TRACE "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
#define BYTES(text) (const unsigned char *)(text), sizeof(text) - 1

/* Counts are of no interest here. */
void wd_health_add(enum wd_health key, uint64_t n)
{
    (void)key, (void)n;
}

struct request {
    const unsigned char *bytes;
    size_t length;
    const char *name, *asks; /* NULL: none */
    int has_trace;
};

static const struct request requests[] = {
    { BYTES("GET /item/42?q=1 HTTP/1.1\r\ntraceparent: " TRACE "\r\n\r\n"), "GET /item/:id", "/item/42?q=1", 1 },
    { BYTES("POST /cart HTTP/1.0\r\n\r\nbody"), "POST /cart", "/cart", 0 },
    /* as proxies are asked */
    { BYTES("GET http://shop.example:80/item/42?to=://x/ HTTP/1.1\r\n\r\n"), "GET /item/:id", "/item/42?to=://x/", 0 },
    { BYTES("GET http://shop.example HTTP/1.1\r\n\r\n"), "GET /", "", 0 },
    { BYTES("GET /an answer\r\n"), NULL, NULL, 0 },
    { BYTES("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), NULL, NULL, 0 },
    /* FastCGI, as a web server puts it */
    { BYTES("\1\1\0\1\0\x08\0\0\0\1\0\0\0\0\0\0\1\4\0\1\0\x48\0\0"
            "\x0e\0CONTENT_LENGTH\x0e\4REQUEST_METHODPOST\x0b\x07REQUEST_URI/cart/7\x0b\3SCRIPT_NAME/p7"),
      "POST /cart/:id (/p7)", "/cart/7", 0 },
    { BYTES("\1\1\0\1\0\x08\0\0\0\1\0\0\0\0\0\0\1\4\0\1\0\x72\0\0\x0e\3REQUEST_METHODGET\x0b\2REQUEST_URI/a"
            "\x10\x37HTTP_TRACEPARENT" TRACE "\1\4A1234"),
      "GET /a", "/a", 1 },
    /* SCGI's own example, and nginx's */
    { BYTES("70:CONTENT_LENGTH\0"
            "27\0SCGI\0"
            "1\0REQUEST_METHOD\0POST\0REQUEST_URI\0/deepthought\0,What"),
      "POST /deepthought", "/deepthought", 0 },
    { BYTES("134:CONTENT_LENGTH\0\0REQUEST_METHOD\0GET\0REQUEST_URI\0/a/1\0HTTP_TRACEPARENT\0" TRACE "\0SCRIPT\0a\0,"),
      "GET /a/:id", "/a/1", 1 },
    { BYTES("12:not this\n,"), NULL, NULL, 0 },
    { BYTES("1234567:CONTENT_LENGTH\0"
            "0\0"),
      NULL, NULL, 0 },
    /* uwsgi */
    { BYTES("\0\x40\0\0\x0e\0CONTENT_LENGTH\0\0\x0e\0REQUEST_METHOD\3\0GET\x0b\0REQUEST_URI\5\0/shop\1\0A\0\0"),
      "GET /shop", "/shop", 0 },
    { BYTES("\x0e\x79\0\0\x0e\0REQUEST_METHOD\3\0PUT\x0b\0REQUEST_URI\4\0/a/1\x10\0HTTP_TRACEPARENT\x37\0" TRACE
            "\1\0A\1\0a"),
      "PUT /a/:id", "/a/1", 1 },
    { BYTES("70:CONTENT_LENGTH\0"
            "\0HTTP_TRACEPARENT\0abc\0REQUEST_METHOD\0GET\0REQUEST_URI\0/\0A\0,x, longer than a traceparent would be"),
      "GET /", "/", 0 },
    { BYTES("\0\x10\0\0\x0e\0content_length\0\0"), NULL, NULL, 0 },
    /* ICAP, which brings a request of HTTP, or that and its answer */
    { BYTES("REQMOD icap://[::1]:1344/echo ICAP/1.0\r\nEncapsulated: req-hdr=0, null-body=40\r\n\r\n"
            "GET http://a/b/1 HTTP/1.1\r\nHost: a\r\n\r\n"),
      NULL, "/b/1", 0 },
    { BYTES("RESPMOD icap://[::1]:1344/echo ICAP/1.0\r\nEncapsulated: req-hdr=0, res-hdr=40, null-body=59\r\n\r\n"
            "PUT http://a/b/1 HTTP/1.1\r\nHost: a\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"),
      NULL, "/b/1", 0 },
    { BYTES("RESPMOD icap://[::1]:1344/echo ICAP/1.0\r\nEncapsulated: res-hdr=0, null-body=19\r\n\r\n"
            "HTTP/1.1 200 OK\r\n\r\n"),
      NULL, NULL, 0 },
    { BYTES("\x16\x03\x01\x02\0\1\0\1\xfc\x03\x03"), NULL, NULL, 0 }, /* TLS */
    { BYTES("\x05\1\0\0\0\0\0\0\0\0"), NULL, NULL, 0 },               /* SOCKS */
};

static int is_text(const struct wd_text *text, const char *expected)
{
    return text->length == strlen(expected) && memcmp(text->text, expected, text->length) == 0;
}

static void a_request_is_named_by_what_it_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        const struct request *r = &requests[i];
        char name[WD_REQUEST_NAME];
        struct wd_request_line line;
        print_message("request %zu\n", i);
        assert_int_equal(wd_request_name(r->bytes, r->length, name), r->name ? WD_REQUEST_NAMED : WD_REQUEST_OTHER);
        if (r->name)
            assert_string_equal(name, r->name);
        assert_int_equal(wd_request_asks(r->bytes, r->length, &line), r->asks != NULL);
        if (r->asks)
            assert_true(is_text(&line.target, r->asks));
        const char *trace = wd_request_traceparent(r->bytes, r->length);
        assert_int_equal(trace != NULL, r->has_trace);
        if (trace)
            assert_memory_equal(trace, TRACE, WD_TRACEPARENT);
    }
}

/* However a request is cut, it is not told as something else: more is needed, or it has its name. */
static void the_beginning_of_a_request_is_waited_for(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        const struct request *r = &requests[i];
        enum wd_request before = WD_REQUEST_MORE;
        for (size_t n = 0; r->name && n <= r->length; n++) {
            char name[WD_REQUEST_NAME];
            enum wd_request found = wd_request_name(r->bytes, n, name);
            print_message("request %zu, %zu bytes\n", i, n);
            assert_true(found == WD_REQUEST_NAMED || (found == WD_REQUEST_MORE && before == WD_REQUEST_MORE));
            if (found == WD_REQUEST_NAMED)
                assert_string_equal(name, r->name);
            before = found;
        }
    }
}

static void what_may_not_be_named_is_not(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 256; first++)
        for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
            unsigned char bytes[WD_REQUEST_HEAD];
            char name[WD_REQUEST_NAME];
            size_t n = requests[i].length < sizeof bytes ? requests[i].length : sizeof bytes;
            memcpy(bytes, requests[i].bytes, n);
            bytes[0] = (unsigned char)first;
            if (n > 0 && !wd_request_may_be_named(bytes[0]))
                assert_int_equal(wd_request_name(bytes, n, name), WD_REQUEST_OTHER);
        }
}

static const struct length {
    const char *request;
    uint64_t length; /* 0: it is not told */
} lengths[] = {
    { "GET / HTTP/1.1\r\n\r\n", 18 },
    { "GET / HTTP/1.1\r\nHost: here\r\n\r\nGET / HTTP/1.1\r\n\r\n", 30 },
    { "POST /a HTTP/1.1\r\nContent-Length: 12\r\n\r\n", 40 + 12 },
    { "POST /a HTTP/1.0\r\ncontent-LENGTH:0\r\n\r\nmore", 38 },
    { "PUT /a HTTP/1.1\r\nContent-Length: 123456789012345678\r\n\r\n", 55 + 123456789012345678 },
    { "PUT /a HTTP/1.1\r\nContent-Length: 1234567890123456789\r\n\r\n", 0 },
    { "PUT /a HTTP/1.1\r\nContent-Length: 12 \r\n\r\n", 0 },
    { "PUT /a HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 0 },
    { "PUT /a HTTP/1.1\r\nContent-Length:\r\n\r\n", 0 },
    { "PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 0 },
    { "GET /a HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 0 },
    { "GET /a\r\n\r\n", 0 },
    { "no request\r\n\r\n", 0 },
};

/* Not before all of its head is there. */
static void a_request_says_how_long_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const char *text = lengths[i].request, *end = strstr(text, "\r\n\r\n") + 4;
        for (size_t n = 0; n <= strlen(text); n++) {
            uint64_t length = 0;
            int is_told = n >= (size_t)(end - text) && lengths[i].length;
            print_message("length %zu, %zu bytes\n", i, n);
            assert_int_equal(wd_request_length((const unsigned char *)text, n, &length), is_told);
            assert_int_equal(length, is_told ? lengths[i].length : 0);
        }
    }
}

static void an_interim_answer_is_followed_by_another_one(void **state)
{
    static const char *const interim[] = { "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.0 102 \r\nA: b\r\n\r\n" };
    static const char *const others[] = { "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
                                          "HTTP/1.1 200 OK\r\n\r\n",
                                          "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
                                          "HTTP/2.1 100 Continue\r\n\r\n", "GET /abc 1\r\n\r\n" };
    (void)state;
    for (size_t i = 0; i < sizeof interim / sizeof *interim; i++)
        for (size_t n = 0; n <= strlen(interim[i]); n++)
            assert_int_equal(wd_request_is_interim((const unsigned char *)interim[i], n), n == strlen(interim[i]));
    assert_true(wd_request_switches((const unsigned char *)others[0], strlen(others[0]), 0));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_true(i == 0 || !wd_request_switches((const unsigned char *)others[i], strlen(others[i]), 0));
    assert_true(wd_request_switches((const unsigned char *)others[1], strlen(others[1]), 1));
    assert_false(wd_request_switches((const unsigned char *)others[3], strlen(others[3]), 1));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(wd_request_is_interim((const unsigned char *)others[i], strlen(others[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_request_is_named_by_what_it_says),
                                        cmocka_unit_test(what_may_not_be_named_is_not),
                                        cmocka_unit_test(a_request_says_how_long_it_is),
                                        cmocka_unit_test(an_interim_answer_is_followed_by_another_one),
                                        cmocka_unit_test(the_beginning_of_a_request_is_waited_for) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
