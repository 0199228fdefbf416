/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The recorder's sleep (recording/wake.h): whatever is put where it is to be found, and then told, is found, however
 * the two threads meet. The sleeper sleeps until it is woken: a lost word is a test that does not end.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "recording/wake.h"

enum { ROUNDS = 20000, PRODUCERS = 3 };
#define FOR_EVER (3600ull * 1000000000u)

static uint32_t put[PRODUCERS];

static uint32_t all(void)
{
    uint32_t sum = 0;
    for (int i = 0; i < PRODUCERS; i++)
        sum += __atomic_load_n(&put[i], __ATOMIC_ACQUIRE);
    return sum;
}

/* As the recorder does: ask, look, and sleep only if nothing was told. A short nap stands for a look that is late. */
static void *look(void *found)
{
    while (!wd_wake_stopping()) {
        int has_come = wd_wake_has_come();
        __atomic_store_n((uint32_t *)found, all(), __ATOMIC_RELEASE);
        if (has_come)
            wd_wake_nap(1000);
        else
            wd_wake_sleep(FOR_EVER);
    }
    return NULL;
}

static uint32_t found;

/* Waits until its word was heard, now and then, so that the sleeper sleeps in between. */
static void *produce(void *of)
{
    uint32_t *own = of;
    for (uint32_t i = 1; i <= ROUNDS; i++) {
        __atomic_store_n(own, i, __ATOMIC_RELEASE);
        wd_wake_came();
        if (i % 16 == 0)
            for (uint32_t mine = all(); __atomic_load_n(&found, __ATOMIC_ACQUIRE) < mine;)
                ;
    }
    return NULL;
}

static void nothing_that_was_told_is_slept_over(void **state)
{
    pthread_t sleeper, producers[PRODUCERS];
    (void)state;
    wd_wake_begin();
    assert_int_equal(pthread_create(&sleeper, NULL, look, &found), 0);
    for (int i = 0; i < PRODUCERS; i++)
        assert_int_equal(pthread_create(&producers[i], NULL, produce, &put[i]), 0);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(producers[i], NULL);
    wd_wake_stop();
    pthread_join(sleeper, NULL);
    assert_int_equal(all(), PRODUCERS * ROUNDS);
}

static void *sleep_once(void *told)
{
    *(int *)told = wd_wake_sleep(FOR_EVER);
    return NULL;
}

static void a_stop_ends_each_sleep(void **state)
{
    (void)state;
    for (int round = 0; round < 2000; round++) {
        pthread_t sleeper;
        int told = 0;
        wd_wake_begin();
        assert_int_equal(pthread_create(&sleeper, NULL, sleep_once, &told), 0);
        wd_wake_stop();
        pthread_join(sleeper, NULL);
        assert_true(wd_wake_stopping());
    }
}

static void *nap_until_stopped(void *naps)
{
    while (!wd_wake_stopping()) {
        wd_wake_nap(FOR_EVER);
        __atomic_add_fetch((uint32_t *)naps, 1, __ATOMIC_SEQ_CST);
    }
    return NULL;
}

static void who_hurries_ends_a_nap_and_so_does_a_stop(void **state)
{
    pthread_t sleeper;
    uint32_t naps = 0;
    (void)state;
    wd_wake_begin();
    assert_int_equal(pthread_create(&sleeper, NULL, nap_until_stopped, &naps), 0);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        wd_wake_hurry();
        while (__atomic_load_n(&naps, __ATOMIC_SEQ_CST) <= round)
            ;
    }
    wd_wake_stop();
    pthread_join(sleeper, NULL);
    assert_int_equal(naps, ROUNDS + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(nothing_that_was_told_is_slept_over),
                                        cmocka_unit_test(a_stop_ends_each_sleep),
                                        cmocka_unit_test(who_hurries_ends_a_nap_and_so_does_a_stop) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
