/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waits whose waker's path is named after both have gone: each is added once,
 * with that path. Also built with ThreadSanitizer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>

#include "unnamed_waits.h"

enum { PLACES = 64 };

/* In place of the JVM: a path of n frames is called 1000 + n, if they are what they were. */
whodunit_context wd_waker_path_context(JNIEnv *env, const struct wd_waker_path *path)
{
    (void)env;
    for (int i = 0; i < path->depth; i++)
        if (path->frames[i].location != i)
            return WHODUNIT_OVERFLOW;
    return 1000 + (whodunit_context)path->depth;
}

static int keep(int depth)
{
    const struct wd_wait wait = { .key = { .waiter = 1, .holder = 2 }, .ns = 10 };
    struct wd_waker_path path = { .depth = depth };
    for (int i = 0; i < depth; i++)
        path.frames[i].location = i;
    return wd_unnamed_waits_keep(&wait, &path);
}

/* How many were added since the last time, and whether each has the name of so many frames. */
static uint64_t added(int least, int most)
{
    struct wd_waits taken;
    uint64_t count = 0;
    for (uint32_t position = 0; wd_waits_take(&position, &taken); count += taken.count)
        assert_in_range(taken.key.holder_path, 1000 + least, 1000 + most);
    return count;
}

static void before_it_is_prepared_nothing_is_kept(void **state)
{
    (void)state;
    assert_false(keep(1));
    wd_unnamed_waits_add(NULL);
    assert_int_equal(added(1, 1), 0);
    wd_unnamed_waits_prepare();
}

static void it_is_added_with_its_path_once(void **state)
{
    (void)state;
    assert_true(keep(3));
    assert_int_equal(added(3, 3), 0);
    wd_unnamed_waits_add(NULL);
    assert_int_equal(added(3, 3), 1);
    wd_unnamed_waits_add(NULL);
    assert_int_equal(added(3, 3), 0);
}

static void the_deepest_path_is_kept_whole(void **state)
{
    (void)state;
    assert_true(keep(WD_PATH_DEPTH));
    wd_unnamed_waits_add(NULL);
    assert_int_equal(added(WD_PATH_DEPTH, WD_PATH_DEPTH), 1);
}

static void what_finds_no_place_is_refused_until_there_is_one(void **state)
{
    (void)state;
    for (int i = 0; i < PLACES; i++)
        assert_true(keep(1));
    assert_false(keep(1));
    wd_unnamed_waits_add(NULL);
    assert_true(keep(1));
    wd_unnamed_waits_add(NULL);
    assert_int_equal(added(1, 1), PLACES + 1);
}

enum { THREADS = 4, ROUNDS = 5000 };

static void *keeps_and_adds(void *seed)
{
    uintptr_t kept = 0;
    for (int i = 0; i < ROUNDS; i++) {
        kept += (uintptr_t)keep(1 + (int)((uintptr_t)seed + (uintptr_t)i) % 9);
        if (i % 3 == 0)
            wd_unnamed_waits_add(NULL);
    }
    return (void *)kept;
}

static void none_is_lost_or_added_twice(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    uint64_t kept = 0;
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, keeps_and_adds, (void *)i);
    for (int i = 0; i < THREADS; i++) {
        void *its;
        pthread_join(threads[i], &its);
        kept += (uintptr_t)its;
    }
    wd_unnamed_waits_add(NULL);
    assert_int_equal(added(1, 9), kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(before_it_is_prepared_nothing_is_kept),
        cmocka_unit_test(it_is_added_with_its_path_once),
        cmocka_unit_test(the_deepest_path_is_kept_whole),
        cmocka_unit_test(what_finds_no_place_is_refused_until_there_is_one),
        cmocka_unit_test(none_is_lost_or_added_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
