/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/file_length.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define S UINT64_C(1000000000)

static const struct {
    uint32_t number;
    uint64_t most, length;
} CASES[] = {
    { 0, 10 * S, S },
    { 1, 10 * S, 2 * S },
    { 2, 10 * S, 4 * S },
    { 3, 10 * S, 8 * S },
    { 4, 10 * S, 10 * S },
    { 5, 10 * S, 10 * S },
    { 1000000, 10 * S, 10 * S },
    { 0, S, S },
    { 5, 60 * S, 32 * S },
    { 6, 60 * S, 60 * S },
    { 7, 3600 * S, 128 * S },
    { 60, 3600 * S, 3600 * S },
    { 64, 60 * S, 60 * S },
    { UINT32_MAX, 86400 * S, 86400 * S },
};

static void files_grow_to_what_is_wanted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        assert_int_equal(wd_file_length_ns(CASES[i].number, CASES[i].most), CASES[i].length);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(files_grow_to_what_is_wanted) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
