/* SPDX-License-Identifier: Apache-2.0 */
/* idle_waits_test.c: of a thread's idle waits a sample stands for a second of them; all others keep their own. */
#include "recording/idle_waits.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "whodunit.h"

#define MS UINT64_C(1000000)
#define BETWEEN 7
#define REQUEST 8

/* ns that the samples of so many waits stand for, and how many of them there are */
static uint64_t sampled(uint32_t context, uint64_t each, int waits, int *samples)
{
    uint64_t sum = 0;
    for (int i = 0; i < waits; i++) {
        uint64_t ns = wd_idle_wait(context, each);
        sum += ns;
        *samples += ns > 0;
    }
    return sum;
}

static void test_short_ones_add_up(void **state)
{
    (void)state;
    int samples = 0;
    uint64_t sum = sampled(WHODUNIT_ROOT, 30 * MS, 1000, &samples);
    assert_in_range(sum, 29000 * MS, 31000 * MS);
    assert_in_range(samples, 29, 31);
}

static void test_both_kinds_are_idle(void **state)
{
    (void)state;
    int samples = 0;
    wd_idle_waits_are_under(BETWEEN);
    wd_idle_waits_are_under(BETWEEN);
    wd_idle_waits_are_under(BETWEEN + 2);
    sampled(BETWEEN, 10 * MS, 1000, &samples);
    sampled(BETWEEN + 2, 10 * MS, 1000, &samples);
    assert_in_range(samples, 19, 21);
}

static void test_a_long_one_stands_for_itself(void **state)
{
    (void)state;
    assert_int_equal(wd_idle_wait(WHODUNIT_ROOT, WD_IDLE_NS), WD_IDLE_NS);
    assert_int_equal(wd_idle_wait(WHODUNIT_ROOT, WD_IDLE_NS + 1), WD_IDLE_NS + 1);
}

static void test_requests_keep_theirs(void **state)
{
    (void)state;
    int samples = 0;
    assert_int_equal(sampled(REQUEST, 30 * MS, 100, &samples), 3000 * MS);
    assert_int_equal(samples, 100);
}

static void *waits_briefly(void *sum)
{
    int samples = 0;
    *(uint64_t *)sum += sampled(WHODUNIT_ROOT, 100 * MS, 3, &samples);
    return NULL;
}

/* Threads that end before they have waited for a second are seen as well, by chance. */
static void test_short_lives_add_up(void **state)
{
    (void)state;
    uint64_t sum = 0;
    for (int i = 0; i < 2000; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, waits_briefly, &sum), 0);
        pthread_join(thread, NULL);
    }
    assert_in_range(sum, 450000 * MS, 750000 * MS); /* 600 s; one standard deviation is 20 s */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short_ones_add_up),
        cmocka_unit_test(test_both_kinds_are_idle),
        cmocka_unit_test(test_a_long_one_stands_for_itself),
        cmocka_unit_test(test_requests_keep_theirs),
        cmocka_unit_test(test_short_lives_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
