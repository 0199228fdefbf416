/* SPDX-License-Identifier: Apache-2.0 */
#include "http2/requests.h"

#include <nghttp2/nghttp2.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
/* cmocka wants those before it */
#include <cmocka.h>

#include "http2/head.h"

static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/* What a client sends. */
static struct {
    unsigned char bytes[1 << 16];
    size_t n;
    nghttp2_hd_deflater *deflater;
} client;

/* What the listener was told, a word each. */
static char told[4096];

static void add(const void *bytes, size_t n)
{
    memcpy(client.bytes + client.n, bytes, n);
    client.n += n;
}

static void add_frame(int type, int flags, uint32_t stream, const void *content, size_t n)
{
    unsigned char header[WD_FRAME_HEADER] = {
        (unsigned char)(n >> 16),      (unsigned char)(n >> 8),      (unsigned char)n,
        (unsigned char)type,           (unsigned char)flags,         (unsigned char)(stream >> 24),
        (unsigned char)(stream >> 16), (unsigned char)(stream >> 8), (unsigned char)stream
    };
    add(header, sizeof header);
    add(content, n);
}

static size_t deflate(unsigned char *block, size_t size, const char *path, const char *more)
{
#define FIELD(name, value) { (uint8_t *)(name), (uint8_t *)(value), strlen(name), strlen(value), NGHTTP2_NV_FLAG_NONE }
    nghttp2_nv fields[] = { FIELD(":method", "GET"), FIELD(":authority", "shop.example"), FIELD(":path", path),
                            FIELD("cookie", more), FIELD("user-agent", "a browser with a long name") };
    ssize_t n = nghttp2_hd_deflate_hd(client.deflater, block, size, fields, 5);
    assert_true(n > 0);
    return (size_t)n;
}

static int begin(void **state)
{
    (void)state;
    client.n = 0;
    nghttp2_hd_deflate_new(&client.deflater, 4096);
    add(preface, sizeof preface - 1);
    add_frame(WD_FRAME_SETTINGS, 0, 0, "\0\3\0\0\0\144", 6);
    return 0;
}

static int end(void **state)
{
    (void)state;
    nghttp2_hd_deflate_del(client.deflater);
    return 0;
}

static void tell(const char *what, uint32_t stream, const void *text, size_t n)
{
    size_t used = strlen(told);
    snprintf(told + used, sizeof told - used, "%s%u%s%.*s\n", what, stream, n ? " " : "", (int)n, (const char *)text);
}

static void request(void *user, uint32_t stream, const unsigned char *head, size_t n)
{
    const char *line_end = memchr(head, '\r', n);
    (void)user;
    assert_non_null(line_end);
    tell("request ", stream, head, (size_t)(line_end - (const char *)head));
    assert_non_null(memmem(head, n, "host: shop.example\r\n", 20));
    assert_memory_equal(head + n - 4, "\r\n\r\n", 4);
}

static void head_of_any_length(void *user, uint32_t stream, const unsigned char *head, size_t n)
{
    (void)user;
    assert_memory_equal(head, "GET ", 4);
    assert_in_range(n, 20, WD_HTTP2_HEAD);
    tell("head ", stream, "", 0);
}

static void more(void *user, uint32_t stream)
{
    (void)user;
    tell("more ", stream, "", 0);
}

static void body(void *user, uint32_t stream, const unsigned char *bytes, size_t n)
{
    (void)user, (void)stream, (void)bytes, (void)n;
}

static void reset(void *user, uint32_t stream)
{
    (void)user;
    tell("reset ", stream, "", 0);
}

static const struct wd_http2_listener listener = { request, more, body, reset };

/* All that the client has sent, in pieces of `size`. */
static int read_in_pieces(size_t size)
{
    struct wd_http2_requests requests;
    int reads = 1;
    told[0] = 0;
    assert_true(wd_http2_requests_begin(&requests, &listener));
    for (size_t at = 0; at < client.n; at += size)
        reads = wd_http2_requests_read(&requests, client.bytes + at, client.n - at < size ? client.n - at : size, NULL);
    wd_http2_requests_end(&requests);
    return reads;
}

static void says_what_is_asked_for(void **state)
{
    (void)state;
    unsigned char block[4096];
    size_t n = deflate(block, sizeof block, "/first", "a=1");
    add_frame(WD_FRAME_HEADERS, WD_FRAME_END_HEADERS, 1, block, n);
    add_frame(0xfa, 0xff, 0, "of a kind that nobody knows", 27);
    add_frame(WD_FRAME_DATA, 0, 1, "a body", 6);
    add_frame(WD_FRAME_WINDOW_UPDATE, 0, 0, "\0\0\0\1", 4);
    n = deflate(block, sizeof block, "/second", "a=1"); /* refers to the first one's */
    add_frame(WD_FRAME_HEADERS, 0, 3, block, n / 2);
    add_frame(WD_FRAME_CONTINUATION, 0, 3, block + n / 2, 1);
    add_frame(WD_FRAME_CONTINUATION, WD_FRAME_END_HEADERS, 3, block + n / 2 + 1, n - n / 2 - 1);
    unsigned char padded[4200] = { 9, 0, 0, 0, 0, 16 };
    n = deflate(padded + 6, sizeof block, "/third", "b=2");
    memset(padded + 6 + n, 0, 9);
    add_frame(WD_FRAME_HEADERS, WD_FRAME_END_HEADERS | WD_FRAME_PADDED | WD_FRAME_PRIORITY, 5, padded, 6 + n + 9);
    n = deflate(block, sizeof block, "/not/of/a/request", "b=2");
    add_frame(WD_FRAME_HEADERS, WD_FRAME_END_HEADERS | WD_FRAME_END_STREAM, 1, block, n); /* behind the body */
    add_frame(WD_FRAME_RST_STREAM, 0, 3, "\0\0\0\10", 4);
    n = deflate(block, sizeof block, "/fourth", "a=1");
    add_frame(WD_FRAME_HEADERS, WD_FRAME_END_HEADERS | WD_FRAME_END_STREAM, 7, block, n);
    for (size_t size = 1; size < client.n; size += size < 40 ? 1 : 37) {
        assert_true(read_in_pieces(size));
        assert_string_equal(told, "request 1 GET /first HTTP/1.1\nmore 1\nrequest 3 GET /second HTTP/1.1\n"
                                  "request 5 GET /third HTTP/1.1\nmore 1\nreset 3\nrequest 7 GET /fourth HTTP/1.1\n");
    }
}

static void reads_headers_that_are_too_long_to_be_kept(void **state)
{
    (void)state;
    static char cookie[9000];
    static unsigned char block[12000];
    memset(cookie, 'x', sizeof cookie - 1);
    size_t n = deflate(block, sizeof block, "/first", cookie);
    add_frame(WD_FRAME_HEADERS, WD_FRAME_END_HEADERS, 1, block, n);
    n = deflate(block, sizeof block, cookie, "a=1");
    add_frame(WD_FRAME_HEADERS, WD_FRAME_END_HEADERS, 3, block, n);
    n = deflate(block, sizeof block, "/third", "a=1");
    add_frame(WD_FRAME_HEADERS, WD_FRAME_END_HEADERS, 5, block, n);
    struct wd_http2_requests requests;
    static const struct wd_http2_listener of_any_length = { head_of_any_length, more, body, reset };
    told[0] = 0;
    assert_true(wd_http2_requests_begin(&requests, &of_any_length));
    assert_true(wd_http2_requests_read(&requests, client.bytes, client.n, NULL));
    wd_http2_requests_end(&requests);
    assert_string_equal(told, "head 1\nhead 3\nhead 5\n");
}

static void gives_up_what_is_none(void **state)
{
    (void)state;
    add_frame(WD_FRAME_HEADERS, WD_FRAME_END_HEADERS, 1, "\377\377\377\377\377\377\377", 7);
    assert_false(read_in_pieces(1));
    assert_false(read_in_pieces(1000));
    client.n = sizeof preface - 1;
    add("\377\377\377\0\0\0\0\0\1 this is longer than any frame", 40);
    assert_false(read_in_pieces(7));
    client.n = sizeof preface - 1;
    add_frame(WD_FRAME_HEADERS, WD_FRAME_END_HEADERS | WD_FRAME_PADDED, 1, "\144\1",
              2); /* padded by more than it has */
    assert_false(read_in_pieces(3));
    client.n = sizeof preface - 1;
    add_frame(WD_FRAME_HEADERS, WD_FRAME_END_HEADERS | WD_FRAME_PRIORITY, 1, "\1", 1);
    assert_false(read_in_pieces(3));
    assert_string_equal(told, "");
}

static void lets_a_client_remember_more(void **state)
{
    (void)state;
    struct wd_http2_head *head = wd_http2_head_new();
    assert_true(wd_http2_head_remembers(head, 100));
    assert_true(wd_http2_head_remembers(head, 65536));
    assert_false(wd_http2_head_remembers(head, 65537));
    nghttp2_hd_deflate_change_table_size(client.deflater, 65536);
    unsigned char block[4096], text[WD_HTTP2_HEAD];
    size_t n = deflate(block, sizeof block, "/first", "a=1"), length;
    wd_http2_head_begin(head);
    assert_true(wd_http2_head_read(head, block, n));
    assert_true(wd_http2_head_end(head, text, sizeof text, &length));
    assert_memory_equal(text, "GET /first HTTP/1.1\r\nhost: shop.example\r\n", 41);
    wd_http2_head_free(head);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(says_what_is_asked_for, begin, end),
        cmocka_unit_test_setup_teardown(reads_headers_that_are_too_long_to_be_kept, begin, end),
        cmocka_unit_test_setup_teardown(gives_up_what_is_none, begin, end),
        cmocka_unit_test_setup_teardown(lets_a_client_remember_more, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
