/* SPDX-License-Identifier: Apache-2.0 */
/*
 * together.c: a loop that keeps one connection to its server sends there at once what several clients have asked for,
 * as twemproxy does. Prints for whom that is where it arrives: the clients are in the same process as the server.
 *
 * alone: each client's request by itself.
 * pieces: both at once, by writev.
 * copied: both at once, in one piece; by then the loop has had requests that could not be told apart.
 * after: each by itself again.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include "loopback.h"

enum { FIRST, SECOND, BOTH };

static const struct scene {
    const char *name, *first, *second;
    int is_copied;
} scenes[] = {
    { "alone", "get a-rather-long-key\r\n", NULL, 0 },
    { "alone", NULL, "get its-key\r\n", 0 },
    { "pieces", "get a-rather-long-key\r\n", "get a key\r\n", 0 },
    { "copied", "get alpha-one\r\n", "get beta-two\r\n", 1 },
    { "heads", "GET /rather/long HTTP/1.1\r\nHost: x\r\n\r\n", "GET /a/key HTTP/1.1\r\nHost: x\r\n\r\n", 0 },
    { "after", "get a-rather-long-key\r\n", NULL, 0 },
    { "after", NULL, "get its-key\r\n", 0 },
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static size_t length_of(const char *text)
{
    return text ? strlen(text) : 0;
}

static void play(const struct scene *s, const int *client, int server)
{
    char first[64], second[64], both[128];
    size_t n = length_of(s->first), m = length_of(s->second);
    struct iovec pieces[] = { { first, n }, { second, m } };
    must(polled(client[FIRST], client[SECOND]) >= 1, "poll");
    must(n == 0 || recv(client[FIRST], first, sizeof first, 0) == (ssize_t)n, "recv");
    must(m == 0 || recv(client[SECOND], second, sizeof second, 0) == (ssize_t)m, "recv");
    memcpy(both, first, n);
    memcpy(both + n, second, m);
    ssize_t sent = s->is_copied || !n || !m ? send(server, both, n + m, 0) : writev(server, pieces, BOTH);
    must(sent == (ssize_t)(n + m), "send");
    must(polled(server, client[FIRST]) == 1, "poll");
    receives(server);
    if (n)
        sends(client[FIRST], "done");
    if (m)
        sends(client[SECOND], "done");
}

static void ask(int fd, const char *type, const char *text)
{
    if (!text)
        return;
    begin(type);
    sends(fd, text);
    end(0);
}

static void take(int fd, const char *text)
{
    if (text)
        receives(fd);
}

static void clients_and_server(const int *client, int server)
{
    for (const struct scene *s = scenes; s < scenes + SCENES; s++) {
        ask(client[FIRST], "a", s->first);
        ask(client[SECOND], "b", s->second);
        receives(server);
        tell_work(s->name);
        sends(server, "an answer");
        take(client[FIRST], s->first);
        take(client[SECOND], s->second);
    }
}

int main(void)
{
    be_recorded();
    int client[BOTH], server[1];
    pid_t child = fork_clients_and_server(client, BOTH, server, 1);
    if (child == 0) {
        alarm(30);
        clients_and_server(client, server[0]);
        exit(0);
    }
    alarm(30);
    for (const struct scene *s = scenes; s < scenes + SCENES; s++)
        play(s, client, server[0]);
    ended(child);
    return 0;
}
