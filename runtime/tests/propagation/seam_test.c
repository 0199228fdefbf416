/* SPDX-License-Identifier: Apache-2.0 */
/* What a protocol is told, from both ends of a connection: ear/ear.c's log (LD_PRELOAD, WHODUNIT_RUN=1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static char *heard; /* ear_log */
static int client, server;

static int connect_both(void **unused)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    (void)unused;
    client = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 5) ||
        getsockname(listener, (struct sockaddr *)&address, &length) ||
        connect(client, (struct sockaddr *)&address, sizeof address))
        return -1;
    server = accept(listener, NULL, NULL);
    close(listener);
    heard = dlsym(RTLD_DEFAULT, "ear_log");
    return heard ? 0 : -1;
}

static int disconnect(void **unused)
{
    (void)unused;
    close(client);
    close(server);
    return 0;
}

/* What was told since the last call. */
static void assert_heard(const char *expected)
{
    assert_string_equal(heard, expected);
    heard[0] = 0;
}

static void test_each_call(void **unused)
{
    char a[3], b[20];
    struct iovec pieces[] = { { a, sizeof a }, { b, sizeof b } };
    struct iovec answer[] = { { "an", 2 }, { "swer", 4 } };
    struct epoll_event event;
    int epoll = epoll_create1(0);
    (void)unused;
    heard[0] = 0;
    assert_int_equal(send(client, "question", 8, 0), 8);
    assert_heard("client sends 8; client sent 8 question; ");
    assert_int_equal(recv(server, b, sizeof b, MSG_PEEK), 8);
    assert_heard("server receives; server received 8; ");
    assert_int_equal(readv(server, pieces, 2), 8);
    assert_heard("server receives; server received 8 que stion; ");
    assert_int_equal(recv(server, b, sizeof b, MSG_DONTWAIT), -1);
    assert_int_equal(errno, EAGAIN);
    assert_heard("server receives at once; server received -1 EAGAIN; ");
    assert_int_equal(writev(server, answer, 2), 6);
    assert_heard("server sends 6; server sent 6 an swer; ");
    assert_int_equal(recv(client, NULL, 2, MSG_TRUNC), 2);
    assert_heard("client receives; client received 2; client unseen; ");
    assert_int_equal(read(client, b, sizeof b), 4);
    assert_heard("client receives; client received 4 swer; ");
    assert_int_equal(epoll_wait(epoll, &event, 1, 0), 0);
    assert_heard("idle; ");
    assert_int_equal(epoll_wait(epoll, &event, 1, 0), 0);
    assert_heard("");
    close(epoll);
    assert_int_equal(dup2(client, server), server);
    assert_heard("server closed; ");
    close(client);
    assert_heard("client closed; ");
}

static void test_what_the_kernel_refuses(void **unused)
{
    struct iovec piece = { "x", 1 };
    volatile int negative = -1; /* unknown to the compiler, which would complain */
    struct msghdr *volatile nowhere = NULL;
    (void)unused;
    heard[0] = 0;
    assert_int_equal(writev(client, &piece, negative), -1);
    assert_int_equal(errno, EINVAL);
    assert_heard("client sends 0; client sent -1; ");
    assert_int_equal(sendmsg(client, nowhere, 0), -1);
    assert_int_equal(errno, EFAULT);
    assert_heard("client sends 0; client sent -1; ");
    assert_int_equal(recvmsg(client, nowhere, MSG_DONTWAIT), -1);
    assert_int_equal(errno, EFAULT);
    heard[0] = 0;
}

/* The descriptor `fd` is a connection that nobody answers. */
static void connect_at(int fd)
{
    struct sockaddr_in nobody = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int made = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(dup2(made, fd), fd);
    close(made);
    assert_int_equal(connect(fd, (struct sockaddr *)&nobody, sizeof nobody), -1);
}

static void test_closing_ranges(void **unused)
{
    enum { LOW = 300, MIDDLE = 500, HIGH = 700, FEW = 64 };
    struct rusage before, after;
    (void)unused;
    connect_at(LOW);
    connect_at(HIGH);
    connect_at(MIDDLE);
    heard[0] = 0;
    assert_int_equal(close_range(LOW + 1, HIGH - 1, 0), 0);
    assert_heard("client closed; ");
    connect_at(MIDDLE);
    getrusage(RUSAGE_SELF, &before);
    closefrom(MIDDLE);
    getrusage(RUSAGE_SELF, &after);
    assert_heard("client closed; client closed; ");
    /* numbers that never were a connection's are not looked at: that would be 1,000 pages */
    assert_true(after.ru_minflt - before.ru_minflt < FEW);
    connect_at(HIGH + 1);
    assert_int_equal(close_range(MIDDLE, ~0U, CLOSE_RANGE_CLOEXEC), 0);
    assert_heard("");
    closefrom(LOW + 1);
    assert_heard("client closed; ");
    close(LOW);
    assert_heard("client closed; ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_each_call, connect_both, disconnect),
        cmocka_unit_test_setup_teardown(test_what_the_kernel_refuses, connect_both, disconnect),
        cmocka_unit_test_setup_teardown(test_closing_ranges, connect_both, disconnect),
    };
    return cmocka_run_group_tests_name("propagation seam", tests, NULL, NULL);
}
