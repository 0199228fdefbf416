/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The socket wrappers in a process of their own (LD_PRELOAD, WHODUNIT_RUN=1,
 * WHODUNIT_RECORD=off): a tiny server end that speaks just enough MySQL. The
 * oracle is whodunit_from_wire, which gives the same context for the same text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "whodunit.h"

#define WIRE(synopsis) "0123456789abcdef-" synopsis
#define QUERY(synopsis) "\3/*whodunit='" WIRE(synopsis) "'*/SELECT 1"

static int listener, client, server;

static whodunit_context expected(const char *wire)
{
    return whodunit_from_wire(wire, WHODUNIT_WIRE_LENGTH);
}

static void put(int fd, int sequence, const void *payload, size_t n)
{
    char packet[256] = { (char)n, (char)(n >> 8), 0, (char)sequence };
    memcpy(packet + 4, payload, n);
    assert_int_equal(write(fd, packet, n + 4), n + 4);
}

static void get(int fd, size_t n)
{
    char buffer[256];
    assert_int_equal(recv(fd, buffer, n, MSG_WAITALL), n);
}

static int connect_both(void **unused)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;
    (void)unused;
    listener = socket(AF_INET, SOCK_STREAM, 0);
    client = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 5) ||
        getsockname(listener, (struct sockaddr *)&address, &length) ||
        connect(client, (struct sockaddr *)&address, sizeof address))
        return -1;
    server = accept(listener, NULL, NULL);
    char greeting[60] = "\x0a"
                        "5.5.5-10.11-test",
         hello[50] = { 0, 2 };
    put(server, 0, greeting, sizeof greeting);
    put(client, 1, hello, sizeof hello);
    get(server, sizeof hello + 4);
    put(server, 2, "\0\0\0\2\0\0\0", 7);
    return 0;
}

static int disconnect(void **unused)
{
    (void)unused;
    close(client);
    close(server);
    close(listener);
    return 0;
}

static void ask(const char *query, size_t n)
{
    put(client, 0, query, n);
}

static void test_receive_functions(void **unused)
{
    char a[5], b[250];
    struct iovec pieces[] = { { a, sizeof a }, { b, sizeof b } };
    struct msghdr message = { .msg_iov = pieces, .msg_iovlen = 2 };
    (void)unused;
    ask(QUERY("00000a01"), sizeof QUERY("00000a01") - 1);
    assert_true(recv(server, b, sizeof b, 0) > 0);
    assert_int_equal(whodunit_current(), expected(WIRE("00000a01")));
    put(server, 1, "\0\0\0\2\0\0\0", 7);
    assert_int_equal(whodunit_current(), expected(WIRE("00000a01")));
    ask(QUERY("00000a02"), sizeof QUERY("00000a02") - 1);
    assert_true(readv(server, pieces, 2) > 0);
    assert_int_equal(whodunit_current(), expected(WIRE("00000a02")));
    put(server, 1, "\0\0\0\2\0\0\0", 7);
    ask(QUERY("00000a03"), sizeof QUERY("00000a03") - 1);
    assert_true(recvmsg(server, &message, 0) > 0);
    assert_int_equal(whodunit_current(), expected(WIRE("00000a03")));
    put(server, 1, "\0\0\0\2\0\0\0", 7);
    ask(QUERY("00000a04"), sizeof QUERY("00000a04") - 1);
    for (size_t i = 0; i < sizeof QUERY("00000a04") - 1 + 4; i++)
        assert_int_equal(read(server, b, 1), 1);
    assert_int_equal(whodunit_current(), expected(WIRE("00000a04")));
}

static void test_peek_does_not_advance(void **unused)
{
    char b[250];
    (void)unused;
    ask(QUERY("00000b01"), sizeof QUERY("00000b01") - 1);
    assert_true(recv(server, b, sizeof b, MSG_PEEK) > 0);
    assert_int_not_equal(whodunit_current(), expected(WIRE("00000b01")));
    assert_true(recvfrom(server, b, sizeof b, 0, NULL, NULL) > 0);
    assert_int_equal(whodunit_current(), expected(WIRE("00000b01")));
}

static void test_waiting_ends_the_command(void **unused)
{
    char b[250];
    (void)unused;
    ask(QUERY("00000c01"), sizeof QUERY("00000c01") - 1);
    get(server, sizeof QUERY("00000c01") - 1 + 4);
    whodunit_context command = expected(WIRE("00000c01"));
    assert_int_equal(whodunit_current(), command);
    put(server, 1, "\0\0\0\2\0\0\0", 7);
    assert_int_equal(recv(server, b, sizeof b, MSG_DONTWAIT), -1);
    assert_int_equal(errno, EAGAIN);
    assert_int_not_equal(whodunit_current(), command);
}

static void test_waiting_for_events_ends_the_command(void **unused)
{
    whodunit_context command = expected(WIRE("00000c02"));
    struct epoll_event event;
    int epoll = epoll_create1(0);
    (void)unused;
    for (int how = 0; how < 3; how++) {
        ask(QUERY("00000c02"), sizeof QUERY("00000c02") - 1);
        get(server, sizeof QUERY("00000c02") - 1 + 4);
        assert_int_equal(whodunit_current(), command);
        put(server, 1, "\0\0\0\2\0\0\0", 7);
        if (how == 0)
            assert_int_equal(epoll_wait(epoll, &event, 1, 0), 0);
        else if (how == 1)
            assert_int_equal(epoll_pwait(epoll, &event, 1, 0, NULL), 0);
        else
            assert_int_equal(epoll_pwait2(epoll, &event, 1, &(struct timespec){ 0 }, NULL), 0);
        assert_int_not_equal(whodunit_current(), command);
    }
    close(epoll);
}

static void test_descriptor_is_reused(void **unused)
{
    char b[250];
    int pair[2];
    (void)unused;
    ask(QUERY("00000d01"), sizeof QUERY("00000d01") - 1);
    get(server, sizeof QUERY("00000d01") - 1 + 4);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_int_equal(dup2(pair[0], server), server);
    whodunit_context before = whodunit_current();
    put(pair[1], 0, QUERY("00000d02"), sizeof QUERY("00000d02") - 1);
    assert_true(recv(server, b, sizeof b, 0) > 0);
    assert_int_equal(whodunit_current(), before);
    close(pair[0]);
    close(pair[1]);
}

enum { RECVMMSG, SENDMMSG, SENDFILE, SPLICE_IN, SPLICE_OUT, PREADV2, PWRITEV2, RECV_TRUNC, UNSEEN };

/* Moves the query past the library, or as much to the client. */
static ssize_t move(int how, size_t n)
{
    char b[250] = { 0 };
    int pipes[2];
    struct iovec piece = { b, n };
    struct mmsghdr message = { .msg_hdr = { .msg_iov = &piece, .msg_iovlen = 1 } };
    FILE *file = how == SENDFILE ? tmpfile() : NULL;
    off_t at = 0;
    ssize_t moved = -1;
    assert_int_equal(pipe(pipes), 0);
    switch (how) {
    case RECVMMSG: moved = recvmmsg(server, &message, 1, 0, NULL); break;
    case SENDMMSG: moved = sendmmsg(server, &message, 1, 0); break;
    case SENDFILE:
        assert_int_equal(fwrite(b, 1, n, file), n);
        fflush(file);
        moved = sendfile(server, fileno(file), &at, n);
        fclose(file);
        break;
    case SPLICE_IN: moved = splice(server, NULL, pipes[1], NULL, n, 0); break;
    case SPLICE_OUT:
        assert_int_equal(write(pipes[1], b, n), n);
        moved = splice(pipes[0], NULL, server, NULL, n, 0);
        break;
    case PREADV2: moved = preadv2(server, &piece, 1, -1, 0); break;
    case PWRITEV2: moved = pwritev2(server, &piece, 1, -1, 0); break;
    case RECV_TRUNC: moved = recv(server, NULL, n, MSG_TRUNC); break;
    }
    close(pipes[0]);
    close(pipes[1]);
    return moved;
}

/* What comes behind bytes that nobody saw is not taken for a command. */
static void test_unseen_bytes(void **unused)
{
    char b[250];
    for (int how = 0; how < UNSEEN; how++) {
        whodunit_context command = expected(WIRE("00000f01"));
        ask(QUERY("00000f02"), sizeof QUERY("00000f02") - 1);
        assert_true(move(how, sizeof QUERY("00000f02") - 1 + 4) > 0);
        ask(QUERY("00000f01"), sizeof QUERY("00000f01") - 1);
        assert_true(recv(server, b, sizeof b, 0) > 0);
        assert_int_not_equal(whodunit_current(), command);
        disconnect(unused);
        assert_int_equal(connect_both(unused), 0);
    }
}

static void test_forked_child(void **unused)
{
    char b[250];
    int status;
    (void)unused;
    ask(QUERY("00000e01"), sizeof QUERY("00000e01") - 1);
    pid_t pid = fork();
    if (pid == 0) {
        whodunit_context before = whodunit_current();
        ssize_t n = recv(server, b, sizeof b, 0);
        close(server);
        _exit(n > 0 && whodunit_current() == before ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    ask(QUERY("00000e02"), sizeof QUERY("00000e02") - 1);
    assert_true(recv(server, b, sizeof b, 0) > 0);
    assert_int_equal(whodunit_current(), expected(WIRE("00000e02")));
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, connect_both, disconnect)
    const struct CMUnitTest tests[] = {
        CASE(test_receive_functions),
        CASE(test_peek_does_not_advance),
        CASE(test_waiting_ends_the_command),
        CASE(test_descriptor_is_reused),
        CASE(test_forked_child),
        CASE(test_unseen_bytes),
        CASE(test_waiting_for_events_ends_the_command),
    };
    return cmocka_run_group_tests_name("mysql wrappers", tests, NULL, NULL);
}
