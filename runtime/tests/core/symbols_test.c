/* SPDX-License-Identifier: Apache-2.0 */
/* Names of functions and globals, against the names that this file gives them. */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "symbols/function.h"
#include "symbols/symbols.h"

/* Bodies that differ, so that the compiler makes no two of them one. */
static volatile int called;
#define FUNCTION __attribute__((noinline, noclone, used)) void

static FUNCTION static_function(void)
{
    called = 1;
}
FUNCTION __global_function(void)
{
    called = 2;
}
static void local_alias(void) __attribute__((alias("__global_function"), used));
FUNCTION in_cxx(void) __asm__("_ZN3Cxx8functionEv");
FUNCTION in_cxx(void)
{
    called = 3;
}
int global_array[4] = { 1, 2, 3, 4 };

static struct wd_function function_of(void (*address)(void))
{
    struct wd_function f;
    assert_true(wd_function_find((uintptr_t)address, &f));
    return f;
}

static void test_functions(void **unused)
{
    (void)unused;
    assert_string_equal(function_of(static_function).name, "static_function");
    assert_string_equal(function_of(static_function).module, "symbols_test");
    assert_string_equal(function_of(in_cxx).name, "_ZN3Cxx8functionEv");
    assert_string_equal(function_of((void (*)(void))(uintptr_t)getppid).name, "getppid"); /* exported by libc */
}

/* Although the alias is the plainer name. */
static void test_global_name_is_preferred(void **unused)
{
    (void)unused;
    assert_string_equal(function_of(local_alias).name, "__global_function");
}

static void test_only_the_beginning_is_a_function(void **unused)
{
    (void)unused;
    struct wd_function f;
    assert_true(wd_function_find((uintptr_t)static_function + 1, &f));
    assert_string_equal(f.name, "");
    char text[64];
    wd_symbol_of_code((const char *)(uintptr_t)static_function + 1, text, sizeof text);
    assert_string_equal(text, "static_function");
}

static void test_address_of_nothing(void **unused)
{
    (void)unused;
    struct wd_function f;
    errno = EDOM;
    assert_false(wd_function_find(0x1000, &f));
    assert_int_equal(f.address, 0x1000);
    assert_string_equal(f.module, "");
    function_of(static_function);
    assert_int_equal(errno, EDOM);
}

static void test_data(void **unused)
{
    (void)unused;
    char text[64];
    assert_true(wd_symbol_of_data(&global_array[2], text, sizeof text));
    assert_string_equal(text, "global_array+0x8");
    assert_false(wd_symbol_of_data(text, text, sizeof text));
}

static int stop;

static void *look_up(void *unused)
{
    struct wd_function f;
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
        wd_function_find((uintptr_t)static_function, &f);
    return unused;
}

/* Children that are forked while other threads look up, and may hold the lock. */
static void test_forked_child_looks_up(void **unused)
{
    (void)unused;
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, look_up, NULL), 0);
    for (int i = 0; i < 100; i++) {
        int status;
        pid_t pid = fork();
        if (pid == 0) {
            struct wd_function f;
            alarm(60); /* ends a child that waits for a lock that nobody holds */
            _exit(wd_function_find((uintptr_t)static_function, &f) && strcmp(f.name, "static_function") == 0 ? 0 : 1);
        }
        assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
        assert_int_equal(status, 0);
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_global_name_is_preferred),
        cmocka_unit_test(test_only_the_beginning_is_a_function),
        cmocka_unit_test(test_address_of_nothing),
        cmocka_unit_test(test_data),
        cmocka_unit_test(test_forked_child_looks_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
