/* SPDX-License-Identifier: Apache-2.0 */
/* Where a sample stands for two and a half ticks, which of them are samples (recording/ticks.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recording/ticks.h"

enum { TICK = 4000000, INTERVAL = 10000000, TICKS = 1000 };

/* As many as the threads' time is worth, but for six standard errors. */
enum { LIVES = 10000, EXPECTED = LIVES * 2 / 5, CHANCE = 300 };

static int samples(int ticks)
{
    int taken = 0;
    for (int i = 0; i < ticks; i++)
        taken += wd_ticks_is_sample();
    return taken;
}

static void samples_are_evenly_spread(void **state)
{
    (void)state;
    wd_ticks_start(TICK, INTERVAL);
    assert_in_range(samples(TICKS), TICKS * 2 / 5 - 1, TICKS * 2 / 5 + 1);
    for (int i = 0; i < TICKS; i++)
        assert_in_range(samples(5), 2 - 1, 2 + 1);
}

static void each_tick_is_one_where_a_sample_is_no_longer(void **state)
{
    (void)state;
    wd_ticks_start(TICK, TICK);
    assert_int_equal(samples(TICKS), TICKS);
    wd_ticks_start(1, 0); /* an engine without ticks */
    assert_int_equal(samples(TICKS), TICKS);
}

static void *one_tick(void *taken)
{
    *(int *)taken += wd_ticks_is_sample();
    return NULL;
}

static void of_threads_of_one_tick_as_many_are_hit_as_their_time_is_worth(void **state)
{
    (void)state;
    int taken = 0;
    wd_ticks_start(TICK, INTERVAL);
    for (int i = 0; i < LIVES; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, one_tick, &taken), 0);
        pthread_join(thread, NULL);
    }
    assert_in_range(taken, EXPECTED - CHANCE, EXPECTED + CHANCE);
}

static int childs_one_tick(void)
{
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        wd_ticks_after_fork();
        _exit(wd_ticks_is_sample());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status);
}

/* They all have their parent's memory. */
static void of_children_of_one_tick_as_many_are_hit_as_their_time_is_worth(void **state)
{
    (void)state;
    int taken = 0;
    wd_ticks_start(TICK, INTERVAL);
    wd_ticks_is_sample();
    for (int i = 0; i < LIVES; i++)
        taken += childs_one_tick();
    assert_in_range(taken, EXPECTED - CHANCE, EXPECTED + CHANCE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_evenly_spread),
        cmocka_unit_test(each_tick_is_one_where_a_sample_is_no_longer),
        cmocka_unit_test(of_threads_of_one_tick_as_many_are_hit_as_their_time_is_worth),
        cmocka_unit_test(of_children_of_one_tick_as_many_are_hit_as_their_time_is_worth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
