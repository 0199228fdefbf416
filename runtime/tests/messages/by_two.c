/* SPDX-License-Identifier: Apache-2.0 */
/*
 * by_two.c: a client sends the head of a request and its body by two functions. A loop has received both, and another
 * client's request, when it asks a question of its own. Prints for whom that is, where it arrives: the clients are in
 * the same process as the server.
 */
#include <stdlib.h>

#include "loopback.h"

enum { FIRST, SECOND, BOTH };

static __attribute__((noinline)) void send_head(int fd)
{
    sends(fd, "POST /a HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: identity\r\nContent-Length: 20\r\n\r\n");
    must(fd >= 0, "no tail call");
}

static __attribute__((noinline)) void send_body(int fd)
{
    sends(fd, "12345678901234567890");
    must(fd >= 0, "no tail call");
}

static void take(int fd, int other)
{
    must(polled(fd, other) >= 1, "poll");
    receives(fd);
}

static void clients_and_server(const int *client, int server)
{
    begin("a");
    send_head(client[FIRST]);
    receives_unseen(client[FIRST]);
    send_body(client[FIRST]);
    end(0);
    begin("b");
    sends(client[SECOND], "GET /b HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: identity\r\n\r\n");
    end(0);
    receives(server);
    tell_work("question");
}

int main(void)
{
    be_recorded();
    int client[BOTH], server[1];
    pid_t child = fork_clients_and_server(client, BOTH, server, 1);
    alarm(30);
    if (child == 0) {
        clients_and_server(client, server[0]);
        exit(0);
    }
    take(client[FIRST], client[SECOND]);
    sends_unseen(client[FIRST], "go on");
    take(client[FIRST], client[SECOND]);
    take(client[SECOND], client[FIRST]);
    sends(server[0], "GET /question HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: identity\r\n\r\n");
    ended(child);
    return 0;
}
