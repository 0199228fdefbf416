/* SPDX-License-Identifier: Apache-2.0 */
/*
 * calls.c: calls on descriptors, N of one kind, for a counter of instructions.
 *
 *   calls read N        of a descriptor that carries nothing
 *   calls write N       to such a one
 *   calls settled N     a receive and a send where a descriptor carries a context that is known on both sides
 *   calls turn N        receives from two such descriptors in turns, each of which is new
 *   calls command N     MySQL commands with a synopsis: two receives, one send; the client's end is not looked at
 *   calls message N     64 bytes written to a pipe and read again
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "whodunit_event.h"

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

struct connection {
    int client, server;
};

/* Over loopback; the client's end is made past the wrappers. */
static struct connection connect_both(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 5) ||
        getsockname(listener, (struct sockaddr *)&address, &length) ||
        syscall(SYS_connect, client, &address, sizeof address))
        fail("connect");
    return (struct connection){ client, accept(listener, NULL, NULL) };
}

static void client_sends(struct connection c, int sequence, const char *payload, size_t n)
{
    char packet[256] = { (char)n, (char)(n >> 8), 0, (char)sequence };
    memcpy(packet + 4, payload, n);
    if (syscall(SYS_write, c.client, packet, n + 4) != (long)n + 4)
        fail("write");
}

static void server_sends(struct connection c, int sequence, const char *payload, size_t n)
{
    char packet[256] = { (char)n, (char)(n >> 8), 0, (char)sequence };
    memcpy(packet + 4, payload, n);
    if (send(c.server, packet, n + 4, 0) != (ssize_t)n + 4 ||
        syscall(SYS_recvfrom, c.client, packet, n + 4, MSG_WAITALL, NULL, NULL) != (long)n + 4)
        fail("send");
}

static void server_receives(struct connection c, size_t n)
{
    char packet[256];
    if (recv(c.server, packet, 4, 0) != 4 || recv(c.server, packet, n, 0) != (ssize_t)n)
        fail("recv");
}

static void commands(long n)
{
    static const char query[] = "\3/*whodunit='0123456789abcdef-0000abcd'*/SELECT 1", ok[] = "\0\0\0\2\0\0";
    char greeting[60] = "\x0a"
                        "5.5.5-10.11-test",
         hello[50] = { 0, 2 };
    struct connection c = connect_both();
    server_sends(c, 0, greeting, sizeof greeting);
    client_sends(c, 1, hello, sizeof hello);
    server_receives(c, sizeof hello);
    server_sends(c, 2, ok, sizeof ok);
    while (n-- > 0) {
        client_sends(c, 0, query, sizeof query - 1);
        server_receives(c, sizeof query - 1);
        server_sends(c, 1, ok, sizeof ok);
    }
}

static void handler(void)
{
}

/* Connections that the MySQL protocol has declined: they carry where they were accepted. */
static struct connection carrying(void)
{
    whodunit_context before = whodunit_event_dispatch(handler, WHODUNIT_ROOT, -1);
    struct connection c = connect_both();
    whodunit_event_end(before);
    char byte = 'x';
    if (syscall(SYS_write, c.client, &byte, 1) != 1 || recv(c.server, &byte, 1, 0) != 1)
        fail("recv");
    return c;
}

static void receives_in_turns(long n, struct connection a, struct connection b)
{
    char byte;
    whodunit_context before = whodunit_event_dispatch(handler, WHODUNIT_ROOT, a.server);
    for (long i = 0; i < n; i++)
        recv(i % 2 ? b.server : a.server, &byte, 1, MSG_DONTWAIT);
    whodunit_event_end(before);
}

static void settled(long n)
{
    struct connection c = carrying();
    char byte = 'x';
    whodunit_context before = whodunit_event_dispatch(handler, WHODUNIT_ROOT, c.server);
    for (long i = 0; i < n; i++) {
        recv(c.server, &byte, 1, MSG_DONTWAIT);
        send(c.server, &byte, 0, 0);
    }
    whodunit_event_end(before);
}

static void turns(long n)
{
    struct connection a = carrying();
    whodunit_event_carry(a.server); /* as whodunit_current() is: another context than b's */
    receives_in_turns(n, a, carrying());
}

static void messages(long n)
{
    int ends[2];
    char bytes[64] = { 0 };
    if (pipe(ends))
        fail("pipe");
    whodunit_begin("message");
    while (n-- > 0)
        if (write(ends[1], bytes, sizeof bytes) != sizeof bytes || read(ends[0], bytes, sizeof bytes) != sizeof bytes)
            fail("message");
}

int main(int argc, char **argv)
{
    const char *kind = argc == 3 ? argv[1] : "";
    long n = argc == 3 ? atol(argv[2]) : 0;
    char byte = 0;
    if (!strcmp(kind, "read"))
        while (n-- > 0)
            if (read(STDIN_FILENO, &byte, 0) != 0)
                fail("read");
    if (!strcmp(kind, "write"))
        while (n-- > 0)
            if (write(STDOUT_FILENO, &byte, 0) != 0)
                fail("write");
    if (!strcmp(kind, "settled"))
        settled(n);
    if (!strcmp(kind, "turn"))
        turns(n);
    if (!strcmp(kind, "command"))
        commands(n);
    if (!strcmp(kind, "message"))
        messages(n);
    return 0;
}
