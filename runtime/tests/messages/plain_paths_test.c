/* SPDX-License-Identifier: Apache-2.0 */
/* A path at which no FIFO was opened is known within the second, and no other one is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include <cmocka.h>

#include "wrap/plain_paths.h"

static void a_path_is_known_within_the_second(void **state)
{
    (void)state;
    uint64_t path;
    do { /* unless a second begins in between */
        path = wd_plain_path("/srv/file");
        assert_false(wd_plain_path_is_known(path));
        wd_plain_path_keep(path);
        assert_true(wd_plain_path_is_known(path));
    } while (wd_plain_path("/srv/file") != path);
    assert_false(wd_plain_path_is_known(wd_plain_path("/srv/file2")));
    nanosleep(&(struct timespec){ .tv_sec = 1, .tv_nsec = 50000000 }, NULL);
    assert_false(wd_plain_path_is_known(wd_plain_path("/srv/file")));
}

static void what_may_mean_another_file_at_once_is_not_kept(void **state)
{
    (void)state;
    const char *const paths[] = { "", "file", "./file", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0" };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        uint64_t path = wd_plain_path(paths[i]);
        wd_plain_path_keep(path);
        assert_false(wd_plain_path_is_known(path));
    }
}

static void many_paths_are_not_taken_for_each_other(void **state)
{
    (void)state;
    for (int i = 0; i < 100000; i++) {
        char name[32];
        snprintf(name, sizeof name, "/srv/%d", i);
        uint64_t path = wd_plain_path(name);
        assert_false(wd_plain_path_is_known(path));
        wd_plain_path_keep(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_path_is_known_within_the_second),
                                        cmocka_unit_test(what_may_mean_another_file_at_once_is_not_kept),
                                        cmocka_unit_test(many_paths_are_not_taken_for_each_other) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
