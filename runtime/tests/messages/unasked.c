/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unasked.c: a loop with two clients whom nobody records. One sends many requests without a name, which the loop
 * answers itself: nothing is kept of them then. Later both send at once, the other one by HTTP, and the loop passes on
 * what it has received. Prints for whom each of that is, where it arrives.
 */
#include "loopback.h"

enum { UNNAMED, NAMED, CLIENTS, MANY = 100, ROUNDS = 3 };
static const char *const text[CLIENTS] = { "*3\r\n$3\r\nSET\r\n$6\r\nplaces\r\n$6\r\nvalues\r\n",
                                           "GET /named HTTP/1.1\r\nHost: here\r\n\r\n" };

static void loop(const int *client, int server)
{
    for (int i = 0; i < MANY; i++) {
        polled(client[UNNAMED], client[NAMED]);
        receives(client[UNNAMED]);
        sends(client[UNNAMED], ".");
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < CLIENTS; i++) {
            polled(client[i], server);
            receives(client[i]);
        }
        for (int i = 0; i < CLIENTS; i++) {
            sends(server, text[i]);
            polled(server, client[UNNAMED]);
            receives(server);
        }
        for (int i = 0; i < CLIENTS; i++)
            sends(client[i], ".");
    }
}

static void clients_and_server(const int *client, int server)
{
    for (int i = 0; i < MANY; i++) {
        sends_unseen(client[UNNAMED], text[UNNAMED]);
        receives_unseen(client[UNNAMED]);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < CLIENTS; i++)
            sends_unseen(client[i], text[i]);
        for (int i = 0; i < CLIENTS; i++) {
            char said[400] = "";
            receives(server);
            describe(current(), said, sizeof said);
            printf("%s\n", said);
            sends(server, ".");
        }
        for (int i = 0; i < CLIENTS; i++)
            receives_unseen(client[i]);
    }
}

int main(void)
{
    be_recorded();
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
