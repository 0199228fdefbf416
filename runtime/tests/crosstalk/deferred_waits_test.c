/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waits that their threads keep: none is lost, none counts twice, whoever adds
 * them. Also built with ThreadSanitizer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>

#include "deferred_waits.h"

static const struct wd_wait wait_of_1 = { .key = { .waiter = 1 }, .ns = 10 };

/* What has been added since the last time. */
static uint64_t added(void)
{
    struct wd_waits taken;
    uint64_t count = 0;
    for (uint32_t position = 0; wd_waits_take(&position, &taken);)
        count += taken.count;
    return count;
}

static void a_wait_is_added_when_its_thread_waits_again(void **state)
{
    (void)state;
    wd_deferred_waits_add();
    wd_deferred_waits_put(&wait_of_1);
    assert_int_equal(added(), 0);
    wd_deferred_waits_add();
    assert_int_equal(added(), 1);
    wd_deferred_waits_add();
    assert_int_equal(added(), 0);
}

static void one_is_kept_and_no_more(void **state)
{
    (void)state;
    wd_deferred_waits_add();
    wd_deferred_waits_put(&wait_of_1);
    wd_deferred_waits_put(&wait_of_1);
    assert_int_equal(added(), 1);
    wd_deferred_waits_add_all();
    assert_int_equal(added(), 1);
}

static void *waits_once(void *unused)
{
    (void)unused;
    wd_deferred_waits_add();
    wd_deferred_waits_put(&wait_of_1);
    return NULL;
}

static void *waits_once_and_leaves(void *unused)
{
    waits_once(unused);
    wd_deferred_waits_leave();
    return NULL;
}

static void of_a_thread_that_ends(void **state)
{
    (void)state;
    pthread_t thread;
    pthread_create(&thread, NULL, waits_once_and_leaves, NULL);
    pthread_join(thread, NULL);
    assert_int_equal(added(), 1);
    pthread_create(&thread, NULL, waits_once, NULL);
    pthread_join(thread, NULL);
    wd_deferred_waits_add_all();
    assert_int_equal(added(), 1);
}

enum { THREADS = 4, ROUNDS = 20000 };
static uint32_t running;

static void *waits_often(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        wd_deferred_waits_add();
        wd_deferred_waits_put(&wait_of_1);
    }
    wd_deferred_waits_leave();
    __atomic_fetch_sub(&running, 1, __ATOMIC_RELEASE);
    return NULL;
}

static void threads_and_the_flusher_together(void **state)
{
    (void)state;
    pthread_t thread[THREADS];
    uint64_t count = 0;
    running = THREADS;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, waits_often, NULL);
    while (__atomic_load_n(&running, __ATOMIC_ACQUIRE) != 0) {
        wd_deferred_waits_add_all();
        count += added();
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    assert_int_equal(count + added(), THREADS * ROUNDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wait_is_added_when_its_thread_waits_again),
        cmocka_unit_test(one_is_kept_and_no_more),
        cmocka_unit_test(of_a_thread_that_ends),
        cmocka_unit_test(threads_and_the_flusher_together),
    };
    wd_deferred_waits_prepare();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
