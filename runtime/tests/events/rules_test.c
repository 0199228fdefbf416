/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules of whodunit_event.h on a loop that is the test itself, in a process
 * of its own (LD_PRELOAD, WHODUNIT_RUN=1, WHODUNIT_RECORD=off; once more with
 * WHODUNIT_EVENTS=paper). The oracle is a model that knows paths as arrays.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paths.h"
#include "whodunit_event.h"

static void A(void)
{
}
static void B(void)
{
}
static void C(void)
{
}
static void D(void)
{
}
static void on_accept(void)
{
}
static void on_read(void)
{
}
static void on_write(void)
{
}

static const whodunit_handler handlers[] = { A, B, C, D };
static const char *const names[] = { "A", "B", "C", "D" };

static int paper(void)
{
    const char *mode = getenv("WHODUNIT_EVENTS");
    return mode && strcmp(mode, "paper") == 0;
}

/* The context of `handler`, registered under `registered`. */
static whodunit_context run(whodunit_handler handler, whodunit_context registered)
{
    whodunit_context before = whodunit_event_dispatch(handler, registered, -1), inside = whodunit_current();
    whodunit_event_end(before);
    assert_int_equal(whodunit_current(), before);
    return inside;
}

static void repetitions_collapse(void **state)
{
    (void)state;
    whodunit_context c = WHODUNIT_ROOT;
    static const whodunit_handler events[] = { A, B, B, B, C };
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        c = run(events[i], c);
    assert_string_equal(path_of(c), "A > B > C");
}

static void loops_are_pruned(void **state)
{
    (void)state;
    whodunit_context accepted = run(on_accept, WHODUNIT_ROOT), read = run(on_read, accepted);
    whodunit_context written = run(on_write, read);
    assert_string_equal(path_of(written), "on_accept > on_read > on_write");
    assert_int_equal(run(on_read, written), read);
    assert_string_equal(path_of(read), "on_accept > on_read");
    assert_int_equal(run(on_write, run(on_read, written)), written);
}

/* Handlers that register others and call loops of their own, at random. */
struct model {
    int path[64];
    int length;
};

static void append(struct model *m, int handler)
{
    int at = 0;
    while (at < m->length && m->path[at] != handler)
        at++;
    m->path[at] = handler;
    m->length = at + 1;
}

static void assert_same(const struct model *m)
{
    char expected[1024] = "";
    for (int i = 0; i < m->length; i++) {
        strcat(expected, i ? " > " : "");
        strcat(expected, names[m->path[i]]);
    }
    assert_string_equal(path(), expected);
}

struct registration {
    struct model model;
    whodunit_context context;
};

static void random_loop(struct registration *registered, int count, int depth)
{
    for (int step = 0; step < 20; step++) {
        struct registration *r = &registered[rand() % count];
        int handler = rand() % 4;
        struct model now = r->model;
        append(&now, handler);
        whodunit_context before = whodunit_event_dispatch(handlers[handler], r->context, -1);
        assert_same(&now);
        struct registration *next = &registered[rand() % count];
        next->model = now;
        next->context = whodunit_current();
        if (depth < 3 && rand() % 8 == 0) {
            random_loop(registered, count, depth + 1);
            assert_same(&now);
        }
        whodunit_event_end(before);
    }
}

static void any_order_agrees_with_the_model(void **state)
{
    (void)state;
    srand(4);
    for (int round = 0; round < 500; round++) {
        struct registration registered[8] = { 0 };
        random_loop(registered, 8, 0);
        assert_int_equal(whodunit_current(), WHODUNIT_ROOT);
    }
}

static void a_call_below_a_dispatch(void **state)
{
    (void)state;
    whodunit_context before = whodunit_event_dispatch(A, WHODUNIT_ROOT, -1);
    whodunit_context outer = whodunit_event_call(B);
    assert_string_equal(path(), paper() ? "A" : "A > B");
    whodunit_event_end(outer);
    assert_string_equal(path(), "A");
    whodunit_event_end(before);
}

/* ---- descriptors ---- */

struct connection {
    int listener, client, server;
};

/* A connection that `connecting` made and `accepting` accepted. */
static struct connection connect_pair(whodunit_handler connecting, whodunit_handler accepting)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;
    struct connection c = { socket(AF_INET, SOCK_STREAM, 0), socket(AF_INET, SOCK_STREAM, 0), -1 };
    assert_int_equal(bind(c.listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(c.listener, 5), 0);
    assert_int_equal(getsockname(c.listener, (struct sockaddr *)&address, &length), 0);
    whodunit_context before = whodunit_event_dispatch(connecting, WHODUNIT_ROOT, -1);
    assert_int_equal(connect(c.client, (struct sockaddr *)&address, sizeof address), 0);
    whodunit_event_end(before);
    before = whodunit_event_dispatch(accepting, run(D, WHODUNIT_ROOT), -1);
    c.server = accept(c.listener, NULL, NULL);
    assert_string_equal(path(), paper() ? "D > on_accept" : "on_accept");
    whodunit_event_end(before);
    return c;
}

static void disconnect(struct connection c)
{
    close(c.client);
    close(c.server);
    close(c.listener);
}

static const char *readable(whodunit_handler handler, whodunit_context registered, int fd)
{
    whodunit_context before = whodunit_event_dispatch(handler, registered, fd);
    const char *inside = path();
    whodunit_event_end(before);
    return inside;
}

static void write_under(whodunit_handler handler, int fd)
{
    whodunit_context before = whodunit_event_dispatch(handler, WHODUNIT_ROOT, -1);
    assert_int_equal(write(fd, "x", 1), 1);
    whodunit_event_end(before);
}

static void an_accepted_descriptor_carries_its_transaction(void **state)
{
    (void)state;
    struct connection c = connect_pair(A, on_accept);
    whodunit_context stale = run(B, WHODUNIT_ROOT);
    assert_string_equal(readable(on_read, stale, c.server), paper() ? "B > on_read" : "on_accept > on_read");
    write_under(C, c.server); /* answers do not change it */
    assert_string_equal(readable(on_read, stale, c.server), paper() ? "B > on_read" : "on_accept > on_read");
    disconnect(c);
}

static void a_connected_descriptor_carries_the_last_write(void **state)
{
    (void)state;
    struct connection c = connect_pair(A, on_accept);
    whodunit_context stale = run(B, WHODUNIT_ROOT);
    assert_string_equal(readable(on_read, stale, c.client), paper() ? "B > on_read" : "A > on_read");
    write_under(C, c.client);
    assert_string_equal(readable(on_read, stale, c.client), paper() ? "B > on_read" : "C > on_read");
    disconnect(c);
}

static void reading_another_descriptor_is_work_for_its_transaction(void **state)
{
    (void)state;
    char byte;
    struct connection c = connect_pair(A, on_accept);
    write_under(C, c.client);
    whodunit_context before = whodunit_event_dispatch(on_read, run(B, WHODUNIT_ROOT), -1);
    assert_string_equal(path(), "B > on_read");
    assert_int_equal(read(c.server, &byte, 1), 1);
    assert_string_equal(path(), paper() ? "B > on_read" : "on_accept > on_read");
    whodunit_event_end(before);
    disconnect(c);
}

static int close_as_stream(int fd)
{
    return fclose(fdopen(fd, "r+"));
}

static int close_with_neighbours(int fd)
{
    return close_range((unsigned)fd, fd + 1u, 0);
}

static int close_all_above(int fd)
{
    return close_range((unsigned)fd, ~0u, 0);
}

static int close_from(int fd)
{
    closefrom(fd);
    return 0;
}

static int reopen_as_another_file(int fd)
{
    FILE *stream = freopen("/dev/null", "r", fdopen(fd, "r+"));
    return stream && fileno(stream) == fd ? (int)syscall(SYS_close, fd) : -1; /* which is not noticed */
}

/* Nor does a descriptor that gets the number later without having been accepted or connected. */
static void a_closed_descriptor_carries_nothing(void **state)
{
    (void)state;
    static int (*const ways[])(int) = { close,           close_as_stream, close_with_neighbours,
                                        close_all_above, close_from,      reopen_as_another_file };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct connection c = connect_pair(A, on_accept);
        int fd = c.server;
        whodunit_context registered = run(B, WHODUNIT_ROOT);
        assert_int_equal(ways[i](fd), 0);
        assert_int_equal(fcntl(c.listener, F_DUPFD, fd), fd);
        assert_string_equal(readable(on_read, registered, fd), "B > on_read");
        disconnect(c);
    }
}

static void a_descriptor_that_could_not_be_replaced_still_carries(void **state)
{
    (void)state;
    struct connection c = connect_pair(A, on_accept);
    assert_int_equal(dup2(-1, c.server), -1);
    assert_int_equal(dup3(-1, c.server, 0), -1);
    assert_int_equal(dup3(c.client, c.server, -1), -1);
    assert_int_equal(dup2(c.server, c.server), c.server);
    assert_string_equal(readable(on_read, run(B, WHODUNIT_ROOT), c.server),
                        paper() ? "B > on_read" : "on_accept > on_read");
    disconnect(c);
}

static void a_descriptor_that_closes_only_on_exec_still_carries(void **state)
{
    (void)state;
    struct connection c = connect_pair(A, on_accept);
    assert_int_equal(close_range((unsigned)c.server, (unsigned)c.server, CLOSE_RANGE_CLOEXEC), 0);
    assert_string_equal(readable(on_read, run(B, WHODUNIT_ROOT), c.server),
                        paper() ? "B > on_read" : "on_accept > on_read");
    disconnect(c);
}

/* The child has the parent's memory, but descriptors of its own. */
static void what_a_child_of_vfork_closes_still_carries(void **state)
{
    (void)state;
    static int (*const ways[])(int) = { close, close_all_above };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct connection c = connect_pair(A, on_accept);
        int status;
        pid_t child = vfork();
        if (child == 0) {
            ways[i](c.server);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_string_equal(readable(on_read, run(B, WHODUNIT_ROOT), c.server),
                            paper() ? "B > on_read" : "on_accept > on_read");
        disconnect(c);
    }
}

static void a_named_transaction_is_carried(void **state)
{
    (void)state;
    struct connection c = connect_pair(A, on_accept);
    whodunit_context before = whodunit_begin("Client 7");
    whodunit_event_carry(c.server);
    whodunit_end(before);
    assert_string_equal(readable(on_read, run(B, WHODUNIT_ROOT), c.server),
                        paper() ? "B > on_read" : "Client 7 > on_read");
    disconnect(c);
}

/* A number's upper bits must not be taken for flags, nor its lower ones for a context. */
static void a_number_that_is_no_context_is_carried_as_overflow(void **state)
{
    (void)state;
    struct connection c = connect_pair(A, on_accept);
    whodunit_context context = run(B, WHODUNIT_ROOT);
    whodunit_context before = whodunit_attach(0xE0000000u | context);
    assert_int_equal(write(c.client, "x", 1), 1);
    whodunit_detach(before);
    whodunit_context expected = paper() ? run(on_read, context) : WHODUNIT_OVERFLOW;
    before = whodunit_event_dispatch(on_read, context, c.client);
    assert_int_equal(whodunit_current(), expected);
    whodunit_event_end(before);
    disconnect(c);
}

/* Last: it fills the table of handlers. */
static void too_many_handlers_are_overflow(void **state)
{
    (void)state;
    whodunit_context c = WHODUNIT_ROOT, known = run(A, WHODUNIT_ROOT);
    for (uintptr_t address = 0x10000; c != WHODUNIT_OVERFLOW && address < 0x30000; address++)
        c = run((whodunit_handler)address, WHODUNIT_ROOT);
    assert_int_equal(c, WHODUNIT_OVERFLOW);
    assert_int_equal(run(A, c), WHODUNIT_OVERFLOW);
    assert_int_equal(run(A, WHODUNIT_ROOT), known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repetitions_collapse),
        cmocka_unit_test(loops_are_pruned),
        cmocka_unit_test(any_order_agrees_with_the_model),
        cmocka_unit_test(a_call_below_a_dispatch),
        cmocka_unit_test(an_accepted_descriptor_carries_its_transaction),
        cmocka_unit_test(a_connected_descriptor_carries_the_last_write),
        cmocka_unit_test(reading_another_descriptor_is_work_for_its_transaction),
        cmocka_unit_test(a_closed_descriptor_carries_nothing),
        cmocka_unit_test(a_descriptor_that_could_not_be_replaced_still_carries),
        cmocka_unit_test(a_descriptor_that_closes_only_on_exec_still_carries),
        cmocka_unit_test(what_a_child_of_vfork_closes_still_carries),
        cmocka_unit_test(a_named_transaction_is_carried),
        cmocka_unit_test(a_number_that_is_no_context_is_carried_as_overflow),
        cmocka_unit_test(too_many_handlers_are_overflow),
    };
    return cmocka_run_group_tests_name("event rules", tests, NULL, NULL);
}
