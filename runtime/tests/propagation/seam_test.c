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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_each_call, connect_both, disconnect),
        cmocka_unit_test_setup_teardown(test_what_the_kernel_refuses, connect_both, disconnect),
    };
    return cmocka_run_group_tests_name("propagation seam", tests, NULL, NULL);
}
