/* SPDX-License-Identifier: Apache-2.0 */
/*
 * relayed.c: a relay that forks for each connection, as socat does; its children live too shortly to be recorded. They
 * change all bytes, and poll for both ends, or receive from them in turn. Prints the client's uid, and for whom the
 * server works and, behind it, the client when it has the answer.
 */
#include <stdlib.h>
#include <string.h>

#include "loopback.h"

enum { POLLS, BLOCKS, KINDS, ROUNDS = 2 };

static void passes_on(int from, int to)
{
    char bytes[256];
    ssize_t n = recv(from, bytes, sizeof bytes, 0);
    must(n > 0, "recv");
    for (ssize_t i = 0; i < n; i++)
        bytes[i] = (char)(bytes[i] ^ 0x55);
    must(send(to, bytes, (size_t)n, 0) == n, "send");
}

static void relays(int kind, int client, const struct sockaddr_in *to_server)
{
    int server = connected(to_server);
    for (int round = 0; round < ROUNDS; round++) {
        if (kind == POLLS)
            polled(client, server);
        passes_on(client, server);
        if (kind == POLLS)
            polled(server, client);
        passes_on(server, client);
    }
}

static void relay(int listener, const struct sockaddr_in *to_server)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int client = accept(listener, NULL, NULL);
        pid_t child = fork();
        must(client >= 0 && child >= 0, "a child");
        if (child == 0) {
            close(listener);
            relays(kind, client, to_server);
            _exit(0);
        }
        close(client);
        ended(child);
    }
}

static void serve(int listener)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int client = accept(listener, NULL, NULL);
        must(client >= 0, "accept");
        for (int round = 0; round < ROUNDS; round++) {
            receives(client);
            tell_work("server");
            sends(client, "an answer");
        }
        close(client);
    }
}

static void ask(int fd, const char *type)
{
    static size_t (*to_wire)(uint32_t, char *, size_t);
    char wire[64];
    *(void **)&to_wire = dlsym(RTLD_DEFAULT, "whodunit_to_wire");
    begin(type);
    must(to_wire && to_wire(current(), wire, sizeof wire) > 0, "no wire form");
    printf("client\t%s\n", wire);
    fflush(stdout);
    sends(fd, "what is it?");
    end(0);
    receives(fd);
    tell_work("answer");
}

int main(void)
{
    struct sockaddr_in to_relay, to_server;
    be_recorded();
    alarm(30);
    int of_relay = listening(&to_relay), of_server = listening(&to_server);
    pid_t server = fork();
    if (server == 0) {
        alarm(30);
        serve(of_server);
        exit(0);
    }
    pid_t relaying = fork();
    if (relaying == 0) {
        alarm(30);
        relay(of_relay, &to_server);
        exit(0);
    }
    must(server > 0 && relaying > 0, "fork");
    for (int kind = 0; kind < KINDS; kind++) {
        int fd = connected(&to_relay);
        ask(fd, "a");
        ask(fd, "b");
        close(fd);
    }
    ended(relaying);
    ended(server);
    return 0;
}
