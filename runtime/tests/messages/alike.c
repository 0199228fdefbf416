/* SPDX-License-Identifier: Apache-2.0 */
/*
 * alike.c: a loop with two clients of different types, who ask for the same by HTTP, both at once. It passes on either
 * request with another header. Prints for whom each of that is, where it arrives: the clients are in the same process
 * as the server.
 */
#include <string.h>

#include "loopback.h"

enum { FIRST, SECOND, BOTH, TURNS = 3 };
#define LINE "GET /the/same HTTP/1.1\r\n"
#define REQUEST LINE "Host: here\r\n\r\n"
#define PASSED_ON LINE "Via: a loop\r\nHost: here\r\n\r\n"

static void loop(const int *client, int server)
{
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < BOTH; i++) {
            polled(client[i], server);
            receives(client[i]);
        }
        for (int i = 0; i < BOTH; i++) {
            sends(server, PASSED_ON);
            polled(server, client[FIRST]);
            receives(server);
        }
        for (int i = 0; i < BOTH; i++)
            sends(client[i], ".");
    }
}

static void clients_and_server(const int *client, int server)
{
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < BOTH; i++) {
            begin(i == FIRST ? "a" : "b");
            sends(client[i], REQUEST);
            end(0);
        }
        for (int i = 0; i < BOTH; i++) {
            char text[400];
            receives(server);
            describe(current(), text, sizeof text);
            printf("%s\n", text);
            sends(server, ".");
        }
        for (int i = 0; i < BOTH; i++)
            receives(client[i]);
    }
}

int main(void)
{
    be_recorded();
    int client[BOTH], server;
    pid_t child = fork_clients_and_server(client, BOTH, &server, 1);
    if (child == 0) {
        clients_and_server(client, server);
        exit(0);
    }
    loop(client, server);
    ended(child);
    return 0;
}
