/* SPDX-License-Identifier: Apache-2.0 */
/*
 * combined.c: a loop between socketpairs, where nobody says who asks, sends at once what several clients have sent.
 * Prints for whom that is where it arrives: the clients are in the same process as the server.
 *
 * alone: one client's words by themselves.
 * combined: two clients' words at once.
 * again: another client sends what is among those.
 * twins: two clients send the same, which goes out once with a third one's, and then once alone.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include "loopback.h"

enum { CLIENTS = 3, SENDS = 2 };

static const struct scene {
    const char *name, *words[CLIENTS], *sent[SENDS]; /* whose words go out together: "ac" */
} scenes[] = {
    { "alone", { "alpha: how many\n" }, { "a" } },
    { "combined", { "alpha: how many\n", "beta: how much\n" }, { "ab" } },
    { "again", { NULL, "alpha: how many\n" }, { "b" } },
    { "again", { NULL, NULL, "beta: how much\n" }, { "c" } },
    { "twins", { "gamma: how often\n", "gamma: how often\n", "delta: how far\n" }, { "ac", "b" } },
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* A poll of all, which makes it a loop. */
static void wait_for(const int *client)
{
    struct pollfd wanted[CLIENTS];
    for (int i = 0; i < CLIENTS; i++)
        wanted[i] = (struct pollfd){ .fd = client[i], .events = POLLIN };
    must(poll(wanted, CLIENTS, -1) > 0, "poll");
}

static void pass_on(const struct scene *s, const char *whose, int server)
{
    struct iovec pieces[CLIENTS];
    int n = 0;
    ssize_t length = 0;
    for (; whose[n]; n++) {
        const char *words = s->words[whose[n] - 'a'];
        pieces[n] = (struct iovec){ (void *)words, strlen(words) };
        length += (ssize_t)strlen(words);
    }
    must(writev(server, pieces, n) == length, "writev");
}

static void play(const struct scene *s, const int *client, int server)
{
    wait_for(client);
    for (int i = 0; i < CLIENTS; i++)
        if (s->words[i])
            receives(client[i]);
    for (int i = 0; i < SENDS && s->sent[i]; i++) {
        pass_on(s, s->sent[i], server);
        receives_unseen(server);
    }
}

static void clients_and_server(const int *client, int server)
{
    static const char *const types[] = { "a", "b", "c" };
    for (const struct scene *s = scenes; s < scenes + SCENES; s++) {
        for (int i = 0; i < CLIENTS; i++) {
            if (!s->words[i])
                continue;
            begin(types[i]);
            sends(client[i], s->words[i]);
            end(0);
        }
        for (int i = 0; i < SENDS && s->sent[i]; i++) {
            receives(server);
            tell_work(s->name);
            sends_unseen(server, "go on");
        }
    }
}

int main(void)
{
    int clients[CLIENTS][2], server[2], ours[CLIENTS], theirs[CLIENTS];
    be_recorded();
    must(socketpair(AF_UNIX, SOCK_STREAM, 0, server) == 0, "socketpair");
    for (int i = 0; i < CLIENTS; i++) {
        must(socketpair(AF_UNIX, SOCK_STREAM, 0, clients[i]) == 0, "socketpair");
        ours[i] = clients[i][0];
        theirs[i] = clients[i][1];
    }
    pid_t child = fork();
    must(child >= 0, "fork");
    alarm(30);
    if (child == 0) {
        clients_and_server(theirs, server[1]);
        exit(0);
    }
    for (const struct scene *s = scenes; s < scenes + SCENES; s++)
        play(s, ours, server[0]);
    ended(child);
    return 0;
}
