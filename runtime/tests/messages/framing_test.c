/* SPDX-License-Identifier: Apache-2.0 */
/* Where requests and answers end that come one behind another (channels/framing.h), wherever they are cut. */
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

static const struct {
    const char *text;
    enum wd_framing_of of;
    int is_interim;
} answers[] = {
    { "HTTP/1.1 200 OK\r\nUpgrade: h2\r\nContent-Length: 12\r\n\r\nHTTP/1.1 200", WD_FRAMING_ANSWER, 0 },
    { "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nHTTP/\r\n0\r\n\r\n", WD_FRAMING_ANSWER, 0 },
    { "HTTP/1.0 204 \r\nContent-Length: 5\r\n\r\n", WD_FRAMING_ANSWER, 0 },
    { "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n", WD_FRAMING_ANSWER, 0 },
    { "HTTP/1.1 100 Continue\r\n\r\n", WD_FRAMING_ANSWER, 1 },
    { "HTTP/1.1 103 Early Hints\r\nContent-Length: 5\r\n\r\n", WD_FRAMING_ANSWER_TO_HEAD, 1 },
    { "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", WD_FRAMING_ANSWER_TO_HEAD, 0 },
    { "HTTP/1.1 404\nContent-Length: 0\n\n", WD_FRAMING_ANSWER, 0 },
};
#define ANSWERS (sizeof answers / sizeof *answers)

static const char *const lost_answers[] = { "HTTP/1.1 101 Switching Protocols\r\n\r\n", "\r\n", "HTTP/2 200\r\n",
                                            "HTTP/1.1 20\r\n", "GET / HTTP/1.1\r\n" };

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

static void each_answer_ends(void **state)
{
    (void)state;
    for (size_t i = 0; i < ANSWERS; i++) {
        size_t length = strlen(answers[i].text);
        char both[1024];
        strcpy(both, answers[i].text);
        strcat(both, "HTTP/1.1 200 OK\r\n");
        for (size_t cut = 0; cut < length; cut++) {
            struct wd_framing framing = { .of = answers[i].of };
            assert_int_equal(read_one(&framing, both, strlen(both), cut), length);
            assert_int_equal(framing.state, WD_FRAMING_BETWEEN);
            assert_int_equal(framing.is_interim, answers[i].is_interim);
        }
    }
    for (size_t i = 0; i < sizeof lost_answers / sizeof *lost_answers; i++) {
        struct wd_framing framing = { .of = WD_FRAMING_ANSWER };
        wd_framing_read(&framing, lost_answers[i], strlen(lost_answers[i]));
        assert_int_equal(framing.state, WD_FRAMING_LOST);
    }
}

static void an_answer_without_a_length_has_no_end(void **state)
{
    static const char answer[] = "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n";
    struct wd_framing framing = { .of = WD_FRAMING_ANSWER };
    (void)state;
    assert_int_equal(wd_framing_read(&framing, answer, strlen(answer)), strlen(answer));
    wd_framing_pass(&framing, UINT32_MAX);
    assert_int_equal(framing.state, WD_FRAMING_BODY);
}

static void a_client_may_wait_before_the_body(void **state)
{
    static const char head[] = "POST / HTTP/1.1\r\nexpect: 100-continue\r\nContent-Length: 9\r\n\r\n";
    static const char next[] = "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n";
    struct wd_framing framing = { 0 };
    (void)state;
    wd_framing_read(&framing, head, strlen(head));
    assert_true(framing.expects);
    wd_framing_read(&framing, "1", 1);
    assert_false(framing.expects);
    wd_framing_read(&framing, "23456789", 8);
    wd_framing_read(&framing, next, strlen(next));
    assert_false(framing.expects);
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
        cmocka_unit_test(each_answer_ends),
        cmocka_unit_test(an_answer_without_a_length_has_no_end),
        cmocka_unit_test(a_client_may_wait_before_the_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
