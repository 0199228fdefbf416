/* SPDX-License-Identifier: Apache-2.0 */
/*
 * calm.c: a loop with two clients and a connection to a server. Two requests that begin alike are open at once, and it
 * passes on their ends: only who has kept what was received knows whose either is. That is so twice, then some thousand
 * requests come one by one, and then it is so twice again. Prints for whom each end is, where it arrives: the clients
 * are in the same process as the server.
 */
#include <string.h>

#include "loopback.h"

enum { FIRST, SECOND, BOTH };
enum { BEGINS = 400, ENDS = 80, ALONE = 2200 }; /* two receives for each of these */

static char request[BOTH][BEGINS + ENDS + 1];

static void write_requests(void)
{
    for (int i = 0; i < BOTH; i++) {
        memset(request[i], 'x', BEGINS);
        for (int k = 0; k < ENDS; k++)
            request[i][BEGINS + k] = (char)('A' + (k * 7 + i * 13 + k * k * (i + 3)) % 50);
    }
}

static void receives_all(int fd, size_t length)
{
    char bytes[sizeof request[FIRST]];
    must(recv(fd, bytes, length, MSG_WAITALL) == (ssize_t)length, "recv");
}

static void waits_for(int fd, int other, size_t length)
{
    polled(fd, other);
    receives_all(fd, length);
}

static void passes_on_alone(const int *client, int server)
{
    waits_for(client[FIRST], server, strlen(request[FIRST]));
    sends(server, request[FIRST]);
    waits_for(server, client[SECOND], 1);
    sends(client[FIRST], ".");
}

static void passes_on_both(const int *client, int server)
{
    for (int i = 0; i < BOTH; i++)
        waits_for(client[i], server, strlen(request[i]));
    for (int i = 0; i < BOTH; i++) {
        sends(server, request[i] + BEGINS);
        waits_for(server, client[1 - i], 1);
    }
    for (int i = 0; i < BOTH; i++)
        sends(client[i], ".");
}

static void asks(int client, int i)
{
    begin(i == FIRST ? "a" : "b");
    sends(client, request[i]);
    end(0);
}

static void ask_alone(const int *client, int server)
{
    asks(client[FIRST], FIRST);
    receives_all(server, strlen(request[FIRST]));
    sends(server, ".");
    receives_all(client[FIRST], 1);
}

static void ask_both(const int *client, int server)
{
    for (int i = 0; i < BOTH; i++)
        asks(client[i], i);
    for (int i = 0; i < BOTH; i++) {
        char text[400];
        receives_all(server, ENDS);
        describe(current(), text, sizeof text);
        printf("%s\n", text);
        sends(server, ".");
    }
    for (int i = 0; i < BOTH; i++)
        receives_all(client[i], 1);
}

static void go(void (*alone)(const int *, int), void (*both)(const int *, int), const int *client, int server)
{
    for (int i = 0; i < 4; i++) /* who has only received once is no loop yet */
        alone(client, server);
    both(client, server);
    both(client, server);
    for (int i = 0; i < ALONE; i++)
        alone(client, server);
    both(client, server);
    both(client, server);
}

int main(void)
{
    be_recorded();
    write_requests();
    int client[BOTH], server;
    pid_t child = fork_clients_and_server(client, BOTH, &server, 1);
    if (child == 0) {
        go(ask_alone, ask_both, client, server);
        exit(0);
    }
    go(passes_on_alone, passes_on_both, client, server);
    ended(child);
    return 0;
}
