/* SPDX-License-Identifier: Apache-2.0 */
#include "http2/answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
/* cmocka wants those before it */
#include <cmocka.h>

static char told[1024];

static void tell(const char *what, uint32_t number)
{
    size_t used = strlen(told);
    snprintf(told + used, sizeof told - used, "%s %u\n", what, number);
}

static void answers(void *user, uint32_t stream)
{
    (void)user;
    tell("answers", stream);
}

static void answered(void *user, uint32_t stream)
{
    (void)user;
    tell("answered", stream);
}

static void lets_remember(void *user, uint32_t bytes)
{
    (void)user;
    tell("remember", bytes);
}

static const struct wd_http2_answer_listener listener = { answers, answered, lets_remember };

#define SETTINGS          \
    "\0\0\14\4\0\0\0\0\0" \
    "\0\3\0\0\0\200"      \
    "\0\1\0\0\40\0"
#define ACKNOWLEDGED "\0\0\0\4\1\0\0\0\0"
#define HEADERS          \
    "\0\0\2\1\4\0\0\0\1" \
    "ab"
#define ONLY_HEADERS     \
    "\0\0\2\1\5\0\0\0\3" \
    "ab"
#define DATA             \
    "\0\0\4\0\0\0\0\0\1" \
    "data"
#define LAST_DATA        \
    "\0\0\4\0\1\0\0\0\1" \
    "data"
#define RESET            \
    "\0\0\4\3\0\0\0\0\5" \
    "\0\0\0\7"

static void says_which_stream_is_answered(void **state)
{
    (void)state;
    static const char sent[] = SETTINGS ACKNOWLEDGED HEADERS DATA ONLY_HEADERS LAST_DATA RESET;
    for (size_t size = 1; size < sizeof sent; size++) {
        struct wd_http2_answers the = { .listener = &listener };
        told[0] = 0;
        for (size_t at = 0; at < sizeof sent - 1; at += size)
            assert_true(wd_http2_answers_read(&the, sent + at,
                                              sizeof sent - 1 - at < size ? sizeof sent - 1 - at : size, NULL));
        assert_string_equal(told, "remember 8192\nanswers 1\nanswers 1\nanswers 3\nanswered 3\nanswers 1\nanswered 1\n"
                                  "answers 5\nanswered 5\n");
    }
}

static void passes_over_a_file(void **state)
{
    (void)state;
    struct wd_http2_answers the = { .listener = &listener };
    told[0] = 0;
    assert_true(wd_http2_answers_read(&the, LAST_DATA, WD_FRAME_HEADER, NULL));
    assert_true(wd_http2_answers_pass(&the, 3, NULL));
    assert_string_equal(told, "answers 1\n");
    assert_true(wd_http2_answers_pass(&the, 1, NULL));
    assert_string_equal(told, "answers 1\nanswered 1\n");
    assert_true(wd_http2_answers_pass(&the, 0, NULL));
    assert_false(wd_http2_answers_pass(&the, 1, NULL)); /* a frame's header, unseen */
    assert_false(wd_http2_answers_read(&the, DATA, 13, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_which_stream_is_answered),
        cmocka_unit_test(passes_over_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
