/* SPDX-License-Identifier: Apache-2.0 */
/* The filter of classes against a list: exact names, nested ones, and names that only look alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "class_filter.h"

static void finds_what_was_added_and_nothing_else(void **state)
{
    (void)state;
    assert_false(wd_class_filter_has("a/B"));
    assert_true(wd_class_filter_add("a/B"));
    assert_true(wd_class_filter_add("a/C$"));
    assert_true(wd_class_filter_add("a/D$E"));
    assert_true(wd_class_filter_add("a/B")); /* twice is once */
    const char *in[] = { "a/B", "a/C$", "a/C$1", "a/C$X$Y", "a/D$E" };
    const char *out[] = { "", "a", "a/", "a/BB", "a/B$", "a/B$1", "a/C", "a/CX", "a/D", "a/D$", "a/D$EE", "b/a/B" };
    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        assert_true(wd_class_filter_has(in[i]));
    for (size_t i = 0; i < sizeof out / sizeof *out; i++)
        assert_false(wd_class_filter_has(out[i]));
}

static void says_when_it_is_full(void **state)
{
    (void)state;
    char name[32];
    int added = 0;
    for (int i = 0; i < 10000; i++) {
        snprintf(name, sizeof name, "many/C%d", i);
        if (!wd_class_filter_add(name))
            break;
        added++;
    }
    assert_in_range(added, 1000, 9999);
    for (int i = 0; i < 10000; i++) {
        snprintf(name, sizeof name, "many/C%d", i);
        assert_int_equal(wd_class_filter_has(name), i < added);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_was_added_and_nothing_else),
        cmocka_unit_test(says_when_it_is_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
