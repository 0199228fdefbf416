/* SPDX-License-Identifier: Apache-2.0 */
/* Memory for what is written once: common to no two processes once it is sealed, with what it held. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sampler/async/names.h"

static char *first, *table;

/* The host's locks on its memory come at any time. They are not asked for by the wrapper, which leaves out most. */
static int open_room(void **state)
{
    (void)state;
    wd_names_open();
    if (mlockall(MCL_CURRENT) != 0)
        print_message("memory cannot be locked here\n");
    first = wd_names_take(6);
    return first == NULL;
}

/* The status of a child that does it. */
static int in_child(int (*act)(void))
{
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(act());
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int seals_and_writes(void)
{
    wd_names_seal();
    int same = strcmp(first, "first") == 0;
    memcpy(first, "child", 6);
    return same && !wd_names_take(1) ? 0 : 1;
}

static int only_writes(void)
{
    memcpy(first, "child", 6);
    return 0;
}

static void a_table_is_doubled_in_place_or_elsewhere(void **state)
{
    (void)state;
    char heap[32];
    memset(heap, 7, sizeof heap);
    table = wd_names_double(heap, sizeof heap);
    assert_non_null(table);
    assert_true(wd_names_has(table) && !wd_names_has(heap));
    assert_ptr_equal(wd_names_double(table, 64), table);
    assert_non_null(wd_names_take(1));
    char *elsewhere = wd_names_double(table, 128);
    assert_ptr_not_equal(elsewhere, table);
    assert_memory_equal(elsewhere, heap, sizeof heap);
}

static void a_child_has_its_own_also_before(void **state)
{
    (void)state;
    memcpy(first, "first", 6);
    assert_int_equal(in_child(seals_and_writes), 0);
    assert_string_equal(first, "first");
}

static void what_is_sealed_is_private(void **state)
{
    (void)state;
    wd_names_seal();
    assert_string_equal(first, "first");
    assert_null(wd_names_take(1));
    assert_null(wd_names_double(table, 16));
    assert_true(wd_names_has(first));
    assert_int_equal(in_child(only_writes), 0);
    assert_string_equal(first, "first");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_doubled_in_place_or_elsewhere),
        cmocka_unit_test(a_child_has_its_own_also_before),
        cmocka_unit_test(what_is_sealed_is_private),
    };
    return cmocka_run_group_tests(tests, open_room, NULL);
}
