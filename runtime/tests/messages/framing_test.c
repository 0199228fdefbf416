/* SPDX-License-Identifier: Apache-2.0 */
/* Where requests end that come one behind another (channels/framing.h), wherever they are cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "channels/framing.h"

/* Each is one request; behind the last one may follow what cannot be told apart. */
static const char *const requests[] = {
    "GET /a HTTP/1.1\r\nHost: x\r\n\r\n",
    "\r\n",
    "POST /b HTTP/1.1\r\nX: 1\r\ncontent-LENGTH:  12 \r\nY: 2\r\n\r\nGET /c HTTP/",
    "PUT /d HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\nContent-Length: 3\r\n\r\n"
    "5;x=\"0\"\r\n\r\n\r\n0\r\nA\r\nGET / HTTP\r\n0\r\nTrailer: 0\r\n\r\n",
    "POST /e HTTP/1.0\r\nContent-Length: 0\r\nA-very-long-header-that-is-not-looked-at-whole: content-length: "
    "5\r\n\r\n",
    "GET /f HTTP/1.1\nHost: bare line ends\n\n",
    "DELETE /g HTTP/1.1\r\n\r\n",
};
#define REQUESTS (sizeof requests / sizeof *requests)

static const char *const lost[] = {
    "CONNECT x:443 HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 1x\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n000000000000000000000000000000000000000000005\r\n",
};

/* How many bytes are read until a request ends, of those up to `cut` first. */
static size_t read_one(struct wd_framing *framing, const char *bytes, size_t n, size_t cut)
{
    size_t first = cut < n ? cut : n, done = wd_framing_read(framing, bytes, first);
    if (done == first && (framing->state != WD_FRAMING_BETWEEN || first == 0))
        done += wd_framing_read(framing, bytes + first, n - first);
    return done;
}

static void each_ends(void **state)
{
    (void)state;
    for (size_t i = 0; i < REQUESTS; i++) {
        size_t length = strlen(requests[i]);
        char both[1024];
        strcpy(both, requests[i]);
        strcat(both, "GET /next");
        for (size_t cut = 0; cut < length; cut++) {
            struct wd_framing framing = { 0 };
            assert_int_equal(read_one(&framing, both, strlen(both), cut), length);
            assert_int_equal(framing.state, WD_FRAMING_BETWEEN);
        }
    }
}

static void none_is_begun_by_another_ones_rest(void **state)
{
    (void)state;
    struct wd_framing framing = { 0 };
    for (size_t i = 0; i < REQUESTS; i++) {
        assert_int_equal(wd_framing_read(&framing, requests[i], strlen(requests[i]) - 1), strlen(requests[i]) - 1);
        assert_int_not_equal(framing.state, WD_FRAMING_BETWEEN);
        assert_int_equal(wd_framing_read(&framing, requests[i] + strlen(requests[i]) - 1, 1), 1);
        assert_int_equal(framing.state, WD_FRAMING_BETWEEN);
    }
}

static void what_cannot_be_told_is_lost(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        struct wd_framing framing = { 0 };
        wd_framing_read(&framing, lost[i], strlen(lost[i]));
        assert_int_equal(framing.state, WD_FRAMING_LOST);
        assert_int_equal(wd_framing_read(&framing, "GET", 3), 3);
        assert_int_equal(framing.state, WD_FRAMING_LOST);
    }
}

static void unseen_bytes_are_a_bodys(void **state)
{
    (void)state;
    static const char post[] = "POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\n";
    struct wd_framing framing = { 0 };
    wd_framing_read(&framing, post, strlen(post));
    wd_framing_pass(&framing, 4);
    assert_int_equal(framing.state, WD_FRAMING_BODY);
    wd_framing_pass(&framing, 6);
    assert_int_equal(framing.state, WD_FRAMING_BETWEEN);
    wd_framing_pass(&framing, 0);
    assert_int_equal(framing.state, WD_FRAMING_BETWEEN);
    wd_framing_pass(&framing, 1);
    assert_int_equal(framing.state, WD_FRAMING_LOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_ends),
        cmocka_unit_test(none_is_begun_by_another_ones_rest),
        cmocka_unit_test(what_cannot_be_told_is_lost),
        cmocka_unit_test(unseen_bytes_are_a_bodys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
