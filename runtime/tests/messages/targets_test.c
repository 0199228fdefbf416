/* SPDX-License-Identifier: Apache-2.0 */
/* How much of the target of what is sent a request has (channels/targets.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "channels/targets.h"
#include "health/health.h"

/* Counts are of no interest here. */
void wd_health_add(enum wd_health key, uint64_t n)
{
    (void)key, (void)n;
}

static void comes(struct wd_channel *channel, const char *line)
{
    channel->head_length = (uint32_t)strlen(line);
    memcpy(channel->head, line, channel->head_length);
    channel->requests++;
}

static uint32_t alike(struct wd_channel *channel, const char *sent)
{
    struct wd_target target;
    assert_true(wd_target_look((const unsigned char *)sent, strlen(sent), &target));
    return wd_target_alike(channel, &target);
}

static const struct {
    const char *request, *sent;
    uint32_t alike;
} cases[] = {
    { "GET /items/17?q=1 HTTP/1.1\r\n", "GET /items/17?q=1 HTTP/1.0\r\n", WD_TARGET_WHOLE },
    { "GET http://here:80/items/17 HTTP/1.1\r\n", "GET /items/17 HTTP/1.1\r\n", WD_TARGET_WHOLE },
    { "GET /items/17 HTTP/1.1\r\n", "POST /items/17 HTTP/1.1\r\n", 0 },
    { "GET /items/17 HTTP/1.1\r\n", "GET /items/18 HTTP/1.1\r\n", 0 },
    { "GET /v1/items/17 HTTP/1.1\r\n", "GET /items/17 HTTP/1.1\r\n", 9 },
    { "GET /items/17 HTTP/1.1\r\n", "GET /v1/items/17 HTTP/1.1\r\n", 9 },
    { "GET /items/17 HTTP/1.1\r\n", "POST /v1/items/17 HTTP/1.1\r\n", 0 },
    { "GET /olditems/1789 HTTP/1.1\r\n", "GET /newitems/1789 HTTP/1.1\r\n", 5 },
    { "GET /a-long-name HTTP/1.1\r\n", "GET /another-long-name HTTP/1.1\r\n", 0 }, /* no segment is the same */
    { "*1\r\n$4\r\nPING\r\n", "GET /items/17 HTTP/1.1\r\n", 0 },
};

static void a_target_is_the_same_or_ends_alike(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wd_channel channel = { 0 };
        print_message("case %zu\n", i);
        comes(&channel, cases[i].request);
        for (int again = 0; again < 2; again++) /* by the line, and by its hashes */
            assert_int_equal(alike(&channel, cases[i].sent), cases[i].alike);
    }
}

static void the_next_request_has_its_own(void **state)
{
    (void)state;
    struct wd_channel channel = { 0 };
    comes(&channel, "GET /items/17 HTTP/1.1\r\n");
    assert_int_equal(alike(&channel, "GET /items/17 HTTP/1.1\r\n"), WD_TARGET_WHOLE);
    comes(&channel, "GET /other/23 HTTP/1.1\r\n");
    assert_int_equal(alike(&channel, "GET /items/17 HTTP/1.1\r\n"), 0);
    assert_int_equal(alike(&channel, "GET /other/23 HTTP/1.1\r\n"), WD_TARGET_WHOLE);
}

static void what_is_no_request_has_none(void **state)
{
    (void)state;
    struct wd_target target;
    assert_false(wd_target_look((const unsigned char *)"GET /items", 10, &target));
    assert_false(wd_target_look((const unsigned char *)"done", 4, &target));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_target_is_the_same_or_ends_alike),
        cmocka_unit_test(the_next_request_has_its_own),
        cmocka_unit_test(what_is_no_request_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
