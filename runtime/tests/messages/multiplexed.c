/* SPDX-License-Identifier: Apache-2.0 */
/*
 * multiplexed.c: a loop with two clients, who are nobody and whose requests have no names: several at once on each
 * one's connection, as with HTTP/2. For each the loop asks a server by HTTP/1, over four connections, before the first
 * of them is answered. Prints what the server works for.
 */
#include <sys/syscall.h>

#include "loopback.h"

enum { CLIENTS = 2, SERVERS = 4, TURNS = 10 };

static void loop(const int *client, const int *server)
{
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < SERVERS; i++) {
            polled(client[i % CLIENTS], server[0]);
            receives(client[i % CLIENTS]);
            sends(server[i], "GET /page HTTP/1.1\r\n\r\n");
        }
        for (int i = 0; i < SERVERS; i++) {
            polled(server[i], client[0]);
            receives(server[i]);
        }
        for (int i = 0; i < CLIENTS; i++)
            sends(client[i], ".");
    }
}

/* The clients are not recorded: nobody sees their calls. */
static void clients_and_server(const int *client, const int *server)
{
    static const char frame[] = "\1a frame that has no name";
    for (int turn = 0; turn < TURNS; turn++) {
        char text[400];
        for (int i = 0; i < SERVERS; i++) {
            must(syscall(SYS_write, client[i % CLIENTS], frame, sizeof frame - 1) == sizeof frame - 1, "write");
            receives(server[i]);
            describe(current(), text, sizeof text);
            printf("%s\n", text);
        }
        for (int i = 0; i < SERVERS; i++)
            sends(server[i], ".");
        for (int i = 0; i < CLIENTS; i++)
            must(syscall(SYS_read, client[i], text, sizeof text) > 0, "read");
    }
}

int main(void)
{
    be_recorded();
    int client[CLIENTS], server[SERVERS];
    pid_t child = fork_clients_and_server(client, CLIENTS, server, SERVERS);
    if (child == 0) {
        clients_and_server(client, server);
        exit(0);
    }
    loop(client, server);
    ended(child);
    return 0;
}
