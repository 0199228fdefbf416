/* SPDX-License-Identifier: Apache-2.0 */
/* When a connection has a state: from when somebody takes it, and not where it is another protocol's from the first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "propagation/connections.h"
#include "propagation/dispatch.h"
#include "sandbox/needs.h"

enum { FD = 7 };

struct state {
    int begun;
};

static int states; /* that were begun */

static void begin(void *state)
{
    ((struct state *)state)->begun++;
    states++;
}

static const struct wd_protocol protocol;
static struct wd_connections connections = {
    .protocol = &protocol, .size = sizeof(struct state), .begin = begin, .handed_on = 1
};
static const struct wd_protocol protocol = { .name = "none", .connections = &connections };
static const struct wd_protocol *const protocols[] = { &protocol, NULL };

static int is_followed(void)
{
    return (wd_descriptor(FD) & WD_FD_FOLLOWED) != 0;
}

static int accepts(void **unused)
{
    (void)unused;
    wd_protocols = protocols;
    if (!connections.table)
        wd_connections_reserve();
    wd_connection_begin(&connections, FD, WD_ROLE_SERVER);
    states = 0;
    return connections.table ? 0 : -1;
}

static int leaves(void **unused)
{
    (void)unused;
    wd_connection_leave(&connections, FD);
    return is_followed();
}

static void test_another_protocols(void **unused)
{
    (void)unused;
    assert_true(is_followed());
    assert_true(wd_connection_is_unbegun(&connections, FD));
    assert_null(wd_connection_glance(&connections, FD));
    assert_true(wd_connection_leave(&connections, FD));
    assert_false(is_followed());
    assert_false(wd_connection_is_unbegun(&connections, FD));
    assert_null(wd_connection_take(&connections, FD));
    assert_false(wd_connection_leave(&connections, FD));
    assert_int_equal(states, 0);
}

static void test_its_own(void **unused)
{
    (void)unused;
    struct state *state = wd_connection_take(&connections, FD);
    assert_non_null(state);
    assert_int_equal(states, 1);
    wd_connection_release(state);
    assert_false(wd_connection_is_unbegun(&connections, FD));
    assert_ptr_equal(wd_connection_glance(&connections, FD), state);
    assert_ptr_equal(wd_connection_take(&connections, FD), state);
    assert_int_equal(states, 1);
    wd_connection_end(&connections, state);
    assert_false(is_followed());
    assert_null(wd_connection_take(&connections, FD));
}

static void test_the_number_anew(void **unused)
{
    (void)unused;
    struct state *state = wd_connection_take(&connections, FD);
    wd_connection_release(state);
    wd_connection_begin(&connections, FD, WD_ROLE_SERVER);
    assert_true(is_followed());
    assert_true(wd_connection_is_unbegun(&connections, FD));
    assert_ptr_equal(wd_connection_take(&connections, FD), state); /* used again, and begun again */
    assert_int_equal(states, 2);
    wd_connection_release(state);
}

/* Does a forked child go on with it? */
static int child_follows(void)
{
    pid_t child = fork();
    int status = 0;
    if (child == 0) {
        alarm(20);
        _exit(wd_connection_take(&connections, FD) ? 1 : 0);
    }
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void test_handed_on(void **unused)
{
    (void)unused;
    assert_true(child_follows()); /* the last one that was accepted */
    wd_connection_release(wd_connection_take(&connections, FD));
    assert_false(child_follows()); /* whom this process has begun to read from itself */
    wd_connection_leave(&connections, FD);
    assert_false(child_follows());
    wd_connection_begin(&connections, FD, WD_ROLE_SERVER);
    wd_connection_leave(&connections, FD);
    assert_false(child_follows());
}

/* Does it follow what it accepts itself? */
static int child_accepts(void)
{
    pid_t child = fork();
    int status = 0;
    if (child == 0) {
        alarm(20);
        wd_connection_begin(&connections, FD, WD_ROLE_SERVER);
        _exit(is_followed());
    }
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void test_in_another_protocols_server(void **unused)
{
    (void)unused;
    wd_connections_are_anothers(&connections);
    assert_true(is_followed()); /* who receives on it leaves it */
    wd_connection_begin(&connections, FD, WD_ROLE_SERVER);
    assert_false(is_followed());
    assert_null(wd_connection_take(&connections, FD));
    assert_false(child_follows());
    assert_true(child_accepts());
    wd_connection_begin(&connections, FD, WD_ROLE_CLIENT);
    assert_true(is_followed());
    connections.is_anothers = 0;
}

static void test_without_memory(void **unused)
{
    (void)unused;
    connections.free_list = NULL;
    wd_sandbox_refused(WD_REFUSED_MEMORY);
    assert_null(wd_connection_take(&connections, FD));
    assert_false(is_followed());
    assert_int_equal(states, 0);
}

int main(void)
{
    alarm(60);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_another_protocols, accepts, leaves),
        cmocka_unit_test_setup_teardown(test_its_own, accepts, leaves),
        cmocka_unit_test_setup_teardown(test_the_number_anew, accepts, leaves),
        cmocka_unit_test_setup_teardown(test_handed_on, accepts, leaves),
        cmocka_unit_test_setup_teardown(test_in_another_protocols_server, accepts, leaves),
        cmocka_unit_test_setup_teardown(test_without_memory, accepts,
                                        leaves), /* the last: there is none from then on */
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
