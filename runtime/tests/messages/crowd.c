/* SPDX-License-Identifier: Apache-2.0 */
/*
 * crowd.c PREFIX: a loop with 130 clients of four types, whose HTTP requests are all there before the first of them is
 * passed on, and none is answered before the last of them was. It asks for what they ask for, behind PREFIX; or, where
 * that is "chance", for something else, of which each tenth happens to end like another client's request. Prints who
 * has asked and for whom that is, where it arrives.
 */
#include <string.h>

#include "loopback.h"

enum { CLIENTS = 130, TYPES = 4 };
static const char *const type[TYPES] = { "apples", "pears", "plums", "figs" };

static void asks(int fd, const char *prefix, int client, const char *suffix)
{
    char request[256];
    snprintf(request, sizeof request, "GET %s/%s/%d%s HTTP/1.1\r\nHost: here\r\n\r\n", prefix, type[client % TYPES],
             client, suffix);
    sends(fd, request);
}

static void loop(const int *client, int server, const char *prefix)
{
    for (int i = 0; i < CLIENTS; i++) {
        polled(client[i], server);
        receives(client[i]);
    }
    for (int i = 0; i < CLIENTS; i++) {
        if (strcmp(prefix, "chance") != 0)
            asks(server, prefix, i, "");
        else if (i % 10 == 9)
            asks(server, "/v1", i + 1, "");
        else
            asks(server, "", i, "/stock");
        polled(server, client[0]);
        receives(server);
    }
    for (int i = 0; i < CLIENTS; i++)
        sends(client[i], ".");
}

static void clients_and_server(const int *client, int server)
{
    for (int i = 0; i < CLIENTS; i++) {
        begin(type[i % TYPES]);
        asks(client[i], "", i, "");
        end(0);
    }
    for (int i = 0; i < CLIENTS; i++) {
        char text[400];
        receives(server);
        describe(current(), text, sizeof text);
        printf("%s\t%s\n", type[i % TYPES], text);
        sends(server, ".");
    }
    for (int i = 0; i < CLIENTS; i++)
        receives(client[i]);
}

int main(int argc, char **argv)
{
    be_recorded();
    must(argc == 2, "a prefix");
    static int client[CLIENTS];
    int server;
    pid_t child = fork_clients_and_server(client, CLIENTS, &server, 1);
    if (child == 0) {
        clients_and_server(client, server);
        exit(0);
    }
    loop(client, server, argv[1]);
    ended(child);
    return 0;
}
