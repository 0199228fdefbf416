/* SPDX-License-Identifier: Apache-2.0 */
/*
 * advancing.c: a loop writes what it sends to a server into one buffer, each message behind the last. Its first client,
 * of type a, has got its answer and gone; then two others ask, of types b and c, and nothing in what the loop sends for
 * one of them says which. Prints for whom each message is, where it arrives: the clients are in the same process as the
 * server.
 */
#include <string.h>

#include "loopback.h"

enum { FIRST, B, C, CLIENTS };

static char buffer[100];
enum { HALF = sizeof buffer / 2 };

static void waits_for(int fd, int other)
{
    polled(fd, other);
    receives(fd);
}

static void loop(const int *client, int server)
{
    for (int i = 0; i < 2; i++) { /* who has only received once is no loop yet */
        waits_for(client[FIRST], client[B]);
        must(send(server, buffer, HALF, 0) == HALF, "send");
        waits_for(server, client[B]);
        sends(client[FIRST], "done");
    }
    must(recv(client[FIRST], &(char){ 0 }, 1, 0) == 0, "recv");
    close(client[FIRST]);
    waits_for(client[B], server);
    waits_for(client[C], server);
    must(send(server, buffer + HALF, HALF, 0) == HALF, "send");
}

static void asks(int client, const char *type)
{
    begin(type);
    sends(client, type);
    end(0);
}

static void arrives(int server)
{
    char text[400];
    receives(server);
    describe(current(), text, sizeof text);
    printf("%s\n", text);
}

static void clients_and_server(const int *client, int server)
{
    for (int i = 0; i < 2; i++) {
        asks(client[FIRST], "a");
        arrives(server);
        sends(server, "an answer");
        receives(client[FIRST]);
    }
    close(client[FIRST]);
    asks(client[B], "b");
    asks(client[C], "c");
    arrives(server);
}

int main(void)
{
    be_recorded();
    memset(buffer, 'q', sizeof buffer);
    int client[CLIENTS], server;
    pid_t child = fork_clients_and_server(client, CLIENTS, &server, 1);
    if (child == 0) {
        clients_and_server(client, server);
        exit(0);
    }
    loop(client, server);
    ended(child);
    return 0;
}
