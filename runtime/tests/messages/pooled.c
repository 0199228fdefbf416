/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pooled.c: a loop with two clients, which it serves by two connections to a server: whichever is free. What it sends
 * to the server has nothing of the requests in it. Prints for whom each of that is, where it arrives: the clients are
 * in the same process as the server.
 *
 * 1. a is asked for by the first client, and answered by way of the first connection, twice: who has only received once
 *    is no loop yet.
 * 2. a is asked for again, by way of the second connection, and not answered yet.
 * 3. b is asked for by the second client, by way of the first connection.
 */
#include <string.h>

#include "loopback.h"

enum { FIRST, SECOND, BOTH };
#define QUESTION "0123456789012345678901234567890123456789"

static void waits_for(int fd, int other)
{
    must(polled(fd, other) == 1, "poll");
    receives(fd);
}

static void passes_on(int client, int other, int server)
{
    waits_for(client, other);
    sends(server, QUESTION);
}

static void loop(const int *client, const int *server)
{
    for (int i = 0; i < 2; i++) {
        passes_on(client[FIRST], client[SECOND], server[FIRST]);
        waits_for(server[FIRST], client[SECOND]);
        sends(client[FIRST], "done");
    }
    passes_on(client[FIRST], client[SECOND], server[SECOND]);
    passes_on(client[SECOND], client[FIRST], server[FIRST]);
}

static void asks(int client, int server, const char *type)
{
    char text[400];
    begin(type);
    sends(client, type);
    end(0);
    receives(server);
    describe(current(), text, sizeof text);
    printf("%s\n", text);
}

static void clients_and_server(const int *client, const int *server)
{
    for (int i = 0; i < 2; i++) {
        asks(client[FIRST], server[FIRST], "a");
        sends(server[FIRST], "an answer");
        receives(client[FIRST]);
    }
    asks(client[FIRST], server[SECOND], "a");
    asks(client[SECOND], server[FIRST], "b");
}

int main(void)
{
    be_recorded();
    int client[BOTH], server[BOTH];
    pid_t child = fork_clients_and_server(client, BOTH, server, BOTH);
    if (child == 0) {
        clients_and_server(client, server);
        exit(0);
    }
    loop(client, server);
    ended(child);
    return 0;
}
