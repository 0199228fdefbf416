/* SPDX-License-Identifier: Apache-2.0 */
/*
 * questions.c: a forwarder of DNS, a loop, which is asked by two clients and asks its server, in messages of its own
 * numbers. Prints for whom each question is, where it arrives, and then for whom each answer: the clients are in the
 * same process as the server.
 *
 * apart: both are asked before either is passed on, the second one first.
 * again: the second client asks what the first one has asked, and was answered by the forwarder itself.
 * otherwise: the name is written with other letters, and more stands behind the question.
 * same: both ask the same, and it is passed on once.
 * late: the first one asks, which nobody passes on; when it has long given up, the forwarder asks that for itself.
 *
 * usage: questions [by-number]
 *
 * by-number: the forwarder receives and sends as libuv does, several datagrams by a call that it makes by syscall().
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "loopback.h"

enum { FIRST, SECOND, BOTH, HEADER = 12, SIZE = 128, TYPE_AND_CLASS = 4 };
enum { ANSWER = 0x80, PATIENCE_S = 12 };

static int client[BOTH], listener, server;

struct asked {
    unsigned char bytes[SIZE];
    size_t length;
    struct sockaddr_in from;
};
static struct asked asked[BOTH];

static int datagrams(struct sockaddr_in *address)
{
    socklen_t length = sizeof *address;
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    *address = (struct sockaddr_in){ .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    must(bind(fd, (struct sockaddr *)address, length) == 0 && getsockname(fd, (struct sockaddr *)address, &length) == 0,
         "bind");
    return fd;
}

static int datagrams_to(const struct sockaddr_in *to)
{
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    must(connect(fd, (const struct sockaddr *)to, sizeof *to) == 0, "connect");
    return fd;
}

/* ---- the forwarder ---- */

static int by_number;

static ssize_t receives_from(int fd, struct asked *the)
{
    struct iovec bytes = { the->bytes, sizeof the->bytes };
    struct mmsghdr message = {
        .msg_hdr = { .msg_name = &the->from, .msg_namelen = sizeof the->from, .msg_iov = &bytes, .msg_iovlen = 1 }
    };
    if (by_number)
        return syscall(SYS_recvmmsg, fd, &message, 1, 0, NULL) == 1 ? (ssize_t)message.msg_len : -1;
    return recvmsg(fd, &message.msg_hdr, 0);
}

static ssize_t sends_to(int fd, const void *bytes, size_t length, struct sockaddr_in *to)
{
    struct iovec piece = { (void *)bytes, length };
    struct mmsghdr message = {
        .msg_hdr = { .msg_name = to, .msg_namelen = to ? sizeof *to : 0, .msg_iov = &piece, .msg_iovlen = 1 }
    };
    if (by_number)
        return syscall(SYS_sendmmsg, fd, &message, 1, 0) == 1 ? (ssize_t)message.msg_len : -1;
    return sendmsg(fd, &message.msg_hdr, 0);
}

static void takes(int who)
{
    struct asked *the = &asked[who];
    polled(listener, server);
    ssize_t n = receives_from(listener, the);
    must(n > HEADER, "receives_from");
    the->length = (size_t)n;
}

static void asks(int who, unsigned char number, int is_otherwise)
{
    unsigned char bytes[SIZE] = { 0 };
    size_t length = asked[who].length;
    memcpy(bytes, asked[who].bytes, length);
    bytes[0] = 0x77;
    bytes[1] = number;
    for (size_t i = HEADER; is_otherwise && i < length - TYPE_AND_CLASS; i++)
        bytes[i] = (unsigned char)toupper(bytes[i]);
    if (is_otherwise) {
        bytes[11] = 1; /* one record of type OPT */
        bytes[length + 2] = 41;
        length += 11;
    }
    must(sends_to(server, bytes, length, NULL) == (ssize_t)length, "sends_to");
}

static void is_answered(void)
{
    polled(server, listener);
    receives(server);
}

static void answers(int who)
{
    struct asked *the = &asked[who];
    the->bytes[2] |= ANSWER;
    must(sends_to(listener, the->bytes, the->length, &the->from) > 0, "sends_to");
}

static void forwards_both(int is_otherwise)
{
    takes(FIRST);
    takes(SECOND);
    asks(SECOND, 1, is_otherwise);
    asks(FIRST, 2, is_otherwise);
    is_answered();
    is_answered();
    answers(FIRST);
    answers(SECOND);
}

static void forwards(void)
{
    takes(FIRST);
    answers(FIRST);
    forwards_both(0);
    takes(FIRST);
    answers(FIRST);
    takes(SECOND);
    asks(SECOND, 3, 0);
    is_answered();
    answers(SECOND);
    forwards_both(1);
    takes(FIRST);
    takes(SECOND);
    asks(FIRST, 4, 0);
    is_answered();
    answers(SECOND);
    answers(FIRST);
    takes(FIRST);
    sleep(PATIENCE_S);
    asks(FIRST, 5, 0);
    is_answered();
}

/* ---- the clients, and the server ---- */

/* A question for the address of NAME.test. */
static void ask(int who, const char *name)
{
    unsigned char bytes[SIZE] = { [1] = (unsigned char)who, [2] = 1, [5] = 1 };
    size_t length = strlen(name), at = HEADER;
    bytes[at] = (unsigned char)length;
    memcpy(bytes + at + 1, name, length);
    at += 1 + length;
    memcpy(bytes + at, "\4test\0\0\1\0\1", 10);
    begin(who == FIRST ? "a" : "b");
    must(send(client[who], bytes, at + 10, 0) > 0, "send");
    end(0);
}

static void serves(const char *scene)
{
    unsigned char bytes[SIZE];
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    ssize_t n = recvfrom(server, bytes, sizeof bytes, 0, (struct sockaddr *)&from, &length);
    must(n > HEADER, "recvfrom");
    tell_work(scene);
    bytes[2] |= ANSWER;
    must(sendto(server, bytes, (size_t)n, 0, (struct sockaddr *)&from, length) == n, "sendto");
}

static void gets(int who)
{
    receives(client[who]);
    tell_work("answer");
}

static void get_both(void)
{
    gets(FIRST);
    gets(SECOND);
}

static void asks_apart(const char *scene)
{
    ask(FIRST, "a-rather-long-name-of-the-first");
    ask(SECOND, "the-second");
    serves(scene);
    serves(scene);
    get_both();
}

static void clients_and_server(void)
{
    ask(FIRST, "before-the-forwarder-is-known-to-be-a-loop");
    gets(FIRST);
    asks_apart("apart");
    ask(FIRST, "again");
    gets(FIRST);
    ask(SECOND, "again");
    serves("again");
    gets(SECOND);
    asks_apart("otherwise");
    ask(FIRST, "same");
    ask(SECOND, "same");
    serves("same");
    get_both();
    ask(FIRST, "late");
    serves("late");
}

int main(int count, char **arguments)
{
    struct sockaddr_in to_forwarder, to_server;
    by_number = count > 1 && strcmp(arguments[1], "by-number") == 0;
    be_recorded();
    alarm(30);
    listener = datagrams(&to_forwarder);
    int of_server = datagrams(&to_server);
    pid_t child = fork();
    must(child >= 0, "fork");
    if (child == 0) {
        alarm(30);
        server = of_server;
        for (int i = 0; i < BOTH; i++)
            client[i] = datagrams_to(&to_forwarder);
        clients_and_server();
        exit(0);
    }
    server = datagrams_to(&to_server);
    forwards();
    ended(child);
    return 0;
}
