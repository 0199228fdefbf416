/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libevent's own ways of running a handler, on the patched library: in full and
 * in paper mode, which agree where no descriptor carries a context.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dlfcn.h>
#include <event2/event.h>
#include <event2/event_struct.h>
#include <event2/thread.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paths.h"
#include "whodunit_event.h"

static struct event_base *base;
static char seen[4096]; /* what ran, in order, a line each */
static const struct timeval now = { 0, 0 }, soon = { 0, 1000 };

static void note(void)
{
    strcat(strcat(seen, path()), "\n");
}

static void leaf(evutil_socket_t fd, short what, void *unused)
{
    (void)fd, (void)what, (void)unused;
    note();
}

/* An event_base_once handler whose user data is what it does. */
static void A(evutil_socket_t fd, short what, void *action)
{
    (void)fd, (void)what;
    ((void (*)(void))action)();
}

static void B(evutil_socket_t fd, short what, void *action)
{
    A(fd, what, action);
}

static int fresh_base(void **unused)
{
    (void)unused;
    base = event_base_new();
    seen[0] = 0;
    return base ? 0 : -1;
}

static int drop_base(void **unused)
{
    (void)unused;
    event_base_free(base);
    return 0;
}

/* Runs `action` as handler A, and then whatever that has caused. */
static void in_A(void (*action)(void))
{
    event_base_once(base, -1, EV_TIMEOUT, A, (void *)action, NULL);
    event_base_dispatch(base);
    assert_int_equal(whodunit_current(), WHODUNIT_ROOT);
}

static struct event event, other;

static void add_timer(void)
{
    evtimer_assign(&event, base, leaf, NULL);
    event_add(&event, &soon);
}

static void test_timer(void **unused)
{
    (void)unused;
    in_A(add_timer);
    assert_string_equal(seen, "A > leaf\n");
}

static void add_by_B(void)
{
    event_base_once(base, -1, EV_TIMEOUT, B, (void *)add_timer, &soon);
}

static void test_chain(void **unused)
{
    (void)unused;
    in_A(add_by_B);
    assert_string_equal(seen, "A > B > leaf\n");
}

static int left;

static void tick(evutil_socket_t fd, short what, void *self)
{
    (void)fd, (void)what;
    note();
    if (--left == 0)
        event_del(self);
}

static void add_persistent(void)
{
    left = 3;
    event_assign(&event, base, -1, EV_PERSIST, tick, &event);
    event_add(&event, event_base_init_common_timeout(base, &soon));
}

static void test_persistent_common_timeout_keeps_its_registration(void **unused)
{
    (void)unused;
    in_A(add_persistent);
    assert_string_equal(seen, "A > tick\nA > tick\nA > tick\n");
}

static void raise_it(void)
{
    evsignal_assign(&other, base, SIGUSR1, leaf, NULL);
    event_add(&other, NULL);
    raise(SIGUSR1);
    event_base_once(base, -1, EV_TIMEOUT, B, (void *)add_timer, &soon);
}

static void end_of_signals(evutil_socket_t fd, short what, void *unused)
{
    (void)fd, (void)what, (void)unused;
    event_del(&other);
}

static void test_signal(void **unused)
{
    (void)unused;
    struct timeval later = { 0, 50000 };
    event_base_once(base, -1, EV_TIMEOUT, end_of_signals, NULL, &later);
    in_A(raise_it);
    assert_non_null(strstr(seen, "A > leaf\n"));
    assert_non_null(strstr(seen, "A > B > leaf\n"));
}

static void activate_twice(void)
{
    event_active(&event, EV_TIMEOUT, 1); /* not idle any more */
}

static void activate_from_A(void)
{
    event_active(&event, EV_TIMEOUT, 1);
    event_base_once(base, -1, EV_TIMEOUT, B, (void *)activate_twice, &now);
}

static void test_activation_stamps_an_idle_event(void **unused)
{
    (void)unused;
    event_base_free(base);
    base = event_base_new();
    event_base_priority_init(base, 3);
    event_assign(&event, base, -1, 0, leaf, NULL);
    event_priority_set(&event, 2); /* B runs first: the event is still active */
    in_A(activate_from_A);
    assert_string_equal(seen, "A > leaf\n");
}

static void activate_once(void)
{
    event_active(&event, EV_TIMEOUT, 1);
}

static void test_activation_is_for_once(void **unused)
{
    (void)unused;
    event_base_once(base, -1, EV_TIMEOUT, A, (void *)add_persistent, NULL);
    event_base_once(base, -1, EV_TIMEOUT, B, (void *)activate_once, NULL);
    event_base_dispatch(base);
    assert_string_equal(seen, "B > tick\nA > tick\nA > tick\n");
}

static void *activate_elsewhere(void *unused)
{
    (void)unused;
    whodunit_context before = whodunit_begin("other thread");
    event_active(&event, EV_TIMEOUT, 1);
    whodunit_end(before);
    return NULL;
}

static void test_another_thread_activates(void **unused)
{
    (void)unused;
    pthread_t thread;
    event_assign(&event, base, -1, EV_PERSIST, leaf, NULL);
    event_add(&event, &(struct timeval){ 60, 0 });
    pthread_create(&thread, NULL, activate_elsewhere, NULL);
    event_base_loop(base, EVLOOP_ONCE);
    pthread_join(thread, NULL);
    event_del(&event);
    assert_string_equal(seen, "other thread > leaf\n");
}

static void nested_loop(void)
{
    whodunit_context mine = whodunit_current();
    event_base_once(base, -1, EV_TIMEOUT, leaf, NULL, &now);
    struct event_base *outer = base;
    base = event_base_new();
    event_base_once(base, -1, EV_TIMEOUT, B, (void *)add_timer, NULL);
    event_base_dispatch(base);
    event_base_free(base);
    base = outer;
    assert_int_equal(whodunit_current(), mine);
}

static void test_nested_loops_restore(void **unused)
{
    (void)unused;
    in_A(nested_loop);
    assert_string_equal(seen, "A > B > leaf\nA > leaf\n");
}

static void finalized(struct event *ev, void *unused)
{
    (void)ev, (void)unused;
    note();
}

static void finalize(void)
{
    event_free_finalize(0, event_new(base, -1, EV_PERSIST, leaf, NULL), finalized);
}

static void test_finalizer(void **unused)
{
    (void)unused;
    in_A(finalize);
    assert_string_equal(seen, "A > finalized\n");
}

static int ends[2];

static void add_reader(void)
{
    event_assign(&event, base, ends[0], EV_READ, leaf, NULL);
    event_add(&event, NULL);
}

static void delete_and_reuse(void)
{
    add_reader();
    event_base_once(base, -1, EV_TIMEOUT, B, (void *)add_reader, &soon);
    event_del(&event);
    close(ends[0]);
    assert_int_equal(dup2(ends[1], ends[0]), ends[0]); /* the same number, another file */
    close(ends[1]);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
}

static void test_deleted_events_and_reused_descriptors(void **unused)
{
    (void)unused;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    in_A(delete_and_reuse);
    assert_string_equal(seen, "A > B > leaf\n");
    close(ends[0]);
    close(ends[1]);
}

static void test_forked_child_goes_on(void **unused)
{
    int status;
    (void)unused;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    event_base_once(base, -1, EV_TIMEOUT, A, (void *)add_reader, NULL);
    event_base_loop(base, EVLOOP_ONCE);
    pid_t pid = fork();
    if (pid == 0) {
        int wrong = event_reinit(base) != 0 || write(ends[1], "x", 1) != 1;
        event_base_dispatch(base);
        _exit(wrong || strcmp(seen, "A > leaf\n") != 0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    event_del(&event);
    close(ends[0]);
    close(ends[1]);
}

static void *loop_of_its_own(void *unused)
{
    (void)unused;
    struct event_base *mine = event_base_new();
    for (int i = 0; i < 20000; i++) {
        event_base_once(mine, -1, EV_TIMEOUT, B, (void *)getpid, NULL);
        event_base_loop(mine, EVLOOP_NONBLOCK);
    }
    event_base_free(mine);
    return (void *)(uintptr_t)whodunit_current();
}

static void test_loops_on_threads(void **unused)
{
    pthread_t threads[4];
    void *context;
    (void)unused;
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, loop_of_its_own, NULL);
    in_A(add_timer);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &context);
        assert_int_equal((uintptr_t)context, WHODUNIT_ROOT);
    }
    assert_string_equal(seen, "A > leaf\n");
}

static int seen_first, in_time;

/* Its symbols are looked up when the loop runs it, below the base's lock. */
static void never_seen_before(evutil_socket_t fd, short what, void *unused)
{
    (void)fd, (void)what, (void)unused;
    note();
    __atomic_store_n(&seen_first, 1, __ATOMIC_RELEASE);
    event_base_loopbreak(base);
}

/* By the constructor of constructed.c, whose thread has the dynamic linker's lock. */
__attribute__((visibility("default"))) void whodunit_test_constructed(void);
void whodunit_test_constructed(void)
{
    event_base_once(base, -1, EV_TIMEOUT, never_seen_before, NULL, NULL);
    for (int i = 0; i < 10000 && !__atomic_load_n(&seen_first, __ATOMIC_ACQUIRE); i++)
        usleep(1000);
    in_time = __atomic_load_n(&seen_first, __ATOMIC_ACQUIRE);
}

static void *dispatch(void *unused)
{
    (void)unused;
    event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY);
    return NULL;
}

static void test_a_handler_runs_while_a_library_is_opened(void **unused)
{
    pthread_t thread;
    (void)unused;
    pthread_create(&thread, NULL, dispatch, NULL);
    void *library = dlopen(CONSTRUCTED, RTLD_NOW);
    event_base_loopbreak(base);
    pthread_join(thread, NULL);
    assert_non_null(library);
    assert_true(in_time);
    assert_string_equal(seen, "never_seen_before\n");
}

int main(void)
{
    evthread_use_pthreads();
#define CASE(f) cmocka_unit_test_setup_teardown(f, fresh_base, drop_base)
    const struct CMUnitTest tests[] = {
        CASE(test_timer),
        CASE(test_chain),
        CASE(test_persistent_common_timeout_keeps_its_registration),
        CASE(test_signal),
        CASE(test_activation_stamps_an_idle_event),
        CASE(test_activation_is_for_once),
        CASE(test_another_thread_activates),
        CASE(test_nested_loops_restore),
        CASE(test_finalizer),
        CASE(test_deleted_events_and_reused_descriptors),
        CASE(test_forked_child_goes_on),
        CASE(test_loops_on_threads),
        CASE(test_a_handler_runs_while_a_library_is_opened),
    };
    return cmocka_run_group_tests_name("libevent core", tests, NULL, NULL);
}
