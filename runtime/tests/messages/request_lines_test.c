/* SPDX-License-Identifier: Apache-2.0 */
/* A request line gives the context that it began, and no other line does, however many there are at once. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "channels/request_lines.h"

enum { LINES = 20000, THREADS = 4 };

static struct wd_line of(const char *text)
{
    return wd_line_of((const unsigned char *)text, strlen(text));
}

static void a_line_is_known_once_it_is_kept(void **state)
{
    (void)state;
    struct wd_line line = of("GET /item/1 HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_int_equal(wd_line_context(&line, 7), WHODUNIT_ROOT);
    wd_line_keep(&line, 7, 42);
    assert_int_equal(wd_line_context(&line, 7), 42);
    assert_int_equal(wd_line_context(&line, 8), WHODUNIT_ROOT);
    struct wd_line other = of("GET /item/2 HTTP/1.1\r\nHost: x\r\n\r\n"), same = of("GET /item/1 HTTP/1.1\r\nHost: y");
    assert_int_equal(wd_line_context(&other, 7), WHODUNIT_ROOT);
    assert_int_equal(wd_line_context(&same, 7), 42);
}

static void what_is_no_whole_line_is_not_kept(void **state)
{
    (void)state;
    char longer[WD_LINE + 2];
    memset(longer, 'A', WD_LINE);
    memcpy(longer + WD_LINE, "\n", 2);
    const char *none[] = { "", "GET /", "*2\r\n", "\n", longer };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct wd_line line = of(none[i]);
        wd_line_keep(&line, 0, 42);
        assert_int_equal(wd_line_context(&line, 0), WHODUNIT_ROOT);
    }
    longer[WD_LINE - 1] = '\n';
    assert_int_equal(of(longer).length, WD_LINE);
}

/* Line number n has the context n + 1. Returns how many were wrong. */
static void *keep_and_ask(void *known)
{
    uintptr_t wrong = 0;
    for (unsigned i = 0; i < LINES * 4; i++) {
        char text[64];
        unsigned n = i % LINES;
        snprintf(text, sizeof text, "GET /%u HTTP/1.1\r\n", n);
        struct wd_line line = of(text);
        whodunit_context context = wd_line_context(&line, 0);
        wrong += context != WHODUNIT_ROOT && context != n + 1;
        *(unsigned *)known += context != WHODUNIT_ROOT;
        wd_line_keep(&line, 0, n + 1);
        context = wd_line_context(&line, 0);
        wrong += context != WHODUNIT_ROOT && context != n + 1;
    }
    return (void *)wrong;
}

static void threads_that_share_places_see_no_others_context(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    unsigned known[THREADS] = { 0 }, sum = 0;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, keep_and_ask, &known[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
        sum += known[i];
    }
    print_message("%u known\n", sum);
    assert_true(sum > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_line_is_known_once_it_is_kept),
                                        cmocka_unit_test(what_is_no_whole_line_is_not_kept),
                                        cmocka_unit_test(threads_that_share_places_see_no_others_context) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
