/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reordered.c KIND: a loop with two clients of different types, both at once, whose HTTP requests have their headers in
 * different orders. It passes on both in the second one's order, so that what it sends for the first one has more bytes
 * in common with the second one's. KIND: absolute (clients ask as they ask proxies, with the host), or prefixed (the
 * loop asks for a longer path). Prints for whom each of that is, where it arrives.
 */
#include <string.h>

#include "loopback.h"

enum { FIRST, SECOND, BOTH, TURNS = 30 };
#define HOST "Host: here.example:8080\r\n"
#define ACCEPT "Accept-Encoding: gzip\r\n"
#define AGENT "User-Agent: a client\r\n"

static const char *const path[BOTH] = { "/img/7001", "/new/7001" };
static const char *const headers[BOTH] = { AGENT HOST ACCEPT, ACCEPT HOST AGENT };

static void asks(int fd, const char *prefix, int which, const char *lines)
{
    char request[256];
    snprintf(request, sizeof request, "GET %s%s HTTP/1.1\r\n%s\r\n", prefix, path[which], lines);
    sends(fd, request);
}

static void loop(const int *client, int server, const char *prefix)
{
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < BOTH; i++) {
            polled(client[i], server);
            receives(client[i]);
        }
        for (int i = 0; i < BOTH; i++) {
            asks(server, prefix, i, headers[SECOND]);
            polled(server, client[FIRST]);
            receives(server);
        }
        for (int i = 0; i < BOTH; i++)
            sends(client[i], ".");
    }
}

static void clients_and_server(const int *client, int server, const char *prefix)
{
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < BOTH; i++) {
            begin(i == FIRST ? "the first" : "the second");
            asks(client[i], prefix, i, headers[i]);
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

int main(int argc, char **argv)
{
    be_recorded();
    must(argc == 2, "a kind");
    int is_absolute = strcmp(argv[1], "absolute") == 0;
    int client[BOTH], server;
    pid_t child = fork_clients_and_server(client, BOTH, &server, 1);
    if (child == 0) {
        clients_and_server(client, server, is_absolute ? "http://here.example:8080" : "");
        exit(0);
    }
    loop(client, server, is_absolute ? "" : "/v1");
    ended(child);
    return 0;
}
