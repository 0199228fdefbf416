/* SPDX-License-Identifier: Apache-2.0 */
/*
 * together.c: a loop that keeps one connection to its server sends there at once what several clients have asked for,
 * as twemproxy does. Prints for whom that is where it arrives: the clients are in the same process as the server.
 *
 * alone: each client's request by itself.
 * pieces: both at once, by writev.
 * copied: both at once, in one piece; by then the loop has had requests that could not be told apart.
 * heads: both at once, by HTTP; renamed: the first one with another host.
 * length, chunks: each by itself, the first one likewise, whose body is what the second one asks for.
 * icap: each by itself, the first one within a request of ICAP, of which more is sent when the client is answered.
 * after: each by itself again.
 *
 * At the end, for what the loop itself was at work when it had sent each: "loop <scene>".
 */
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include "loopback.h"

enum { FIRST, SECOND, BOTH };
#define GET "GET /a/key HTTP/1.1\r\nHost: x\r\n\r\n" /* of 32 bytes */
#define GET_OF(host) "GET /rather/long HTTP/1.1\r\nHost: " host "\r\n\r\n"
#define POST_OF(host) "POST /log HTTP/1.1\r\nHost: " host "\r\nContent-Length: 32\r\n\r\n" GET
#define CHUNKS_OF(host) \
    "POST /log HTTP/1.1\r\nHost: " host "\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n" GET "\r\n0\r\n\r\n"

#define ICAP "REQMOD icap://x/echo ICAP/1.0\r\nEncapsulated: req-hdr=0, req-body=41\r\n\r\n"
#define ITEM_OF(item) "PUT /item/" item " HTTP/1.1\r\nHost: x\r\n\r\n"

static const struct scene {
    const char *name, *first, *second;
    enum { BY_PIECES, COPIED, IN_TURN } how;
    const char *first_as; /* if that is not what has come */
    const char *rest;     /* what is sent when it is answered */
} scenes[] = {
    { "alone", "get a-rather-long-key\r\n", NULL, COPIED, NULL, NULL },
    { "alone", NULL, "get its-key\r\n", COPIED, NULL, NULL },
    { "pieces", "get a-rather-long-key\r\n", "get a key\r\n", BY_PIECES, NULL, NULL },
    { "copied", "get alpha-one\r\n", "get beta-two\r\n", COPIED, NULL, NULL },
    { "heads", GET_OF("x"), GET, BY_PIECES, NULL, NULL },
    { "renamed", GET_OF("x"), GET, BY_PIECES, GET_OF("x.org"), NULL },
    { "length", POST_OF("x"), GET, IN_TURN, POST_OF("x.org"), NULL },
    { "chunks", CHUNKS_OF("x"), GET, IN_TURN, CHUNKS_OF("x.org"), NULL },
    { "icap", ITEM_OF("1"), ITEM_OF("2"), IN_TURN, ICAP ITEM_OF("1"), "5\r\nmore \r\n0\r\n\r\n" },
    { "after", "get a-rather-long-key\r\n", NULL, COPIED, NULL, NULL },
    { "after", NULL, "get its-key\r\n", COPIED, NULL, NULL },
};
enum { SCENES = sizeof scenes / sizeof *scenes, LONGEST = 256 };

static size_t length_of(const char *text)
{
    return text ? strlen(text) : 0;
}

static void must_send(int server, const struct iovec *pieces, int count)
{
    size_t n = 0;
    for (int i = 0; i < count; i++)
        n += pieces[i].iov_len;
    ssize_t sent = count == 1 ? send(server, pieces->iov_base, n, 0) : writev(server, pieces, count);
    must(sent == (ssize_t)n, "send");
}

static uint32_t sent_for[SCENES]; /* contexts; of two, the last one's */

/* Returns when the server has answered. */
static void passes_on(int scene, int server, int client, const struct iovec *pieces, int count)
{
    must_send(server, pieces, count);
    sent_for[scene] = current();
    must(polled(server, client) == 1, "poll");
    receives(server);
}

static void play(const struct scene *s, const int *client, int server)
{
    char first[LONGEST], second[LONGEST], both[2 * LONGEST];
    int scene = (int)(s - scenes);
    size_t n = length_of(s->first), m = length_of(s->second);
    must(polled(client[FIRST], client[SECOND]) >= 1, "poll");
    must(n == 0 || recv(client[FIRST], first, sizeof first, 0) == (ssize_t)n, "recv");
    must(m == 0 || recv(client[SECOND], second, sizeof second, 0) == (ssize_t)m, "recv");
    if (s->first_as)
        memcpy(first, s->first_as, n = length_of(s->first_as));
    memcpy(both, first, n);
    memcpy(both + n, second, m);
    struct iovec pieces[] = { { first, n }, { second, m } }, all = { both, n + m };
    if (s->how == COPIED)
        passes_on(scene, server, client[FIRST], &all, 1);
    else
        passes_on(scene, server, client[FIRST], pieces, s->how == BY_PIECES ? BOTH : 1);
    if (n)
        sends(client[FIRST], "done");
    if (s->rest) {
        struct iovec rest = { (void *)s->rest, strlen(s->rest) };
        passes_on(scene, server, client[SECOND], &rest, 1);
    }
    if (s->how == IN_TURN)
        passes_on(scene, server, client[SECOND], &pieces[SECOND], 1);
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

static void serve(int server, const char *name)
{
    receives(server);
    tell_work(name);
    sends(server, "an answer");
}

static void clients_and_server(const int *client, int server)
{
    for (const struct scene *s = scenes; s < scenes + SCENES; s++) {
        ask(client[FIRST], "a", s->first);
        ask(client[SECOND], "b", s->second);
        serve(server, s->name);
        take(client[FIRST], s->first);
        if (s->rest)
            serve(server, s->name);
        if (s->how == IN_TURN)
            serve(server, s->name);
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
    for (int i = 0; i < SCENES; i++) {
        char text[400] = "nobody";
        if (sent_for[i])
            describe(sent_for[i], text, sizeof text);
        printf("loop %s\t%s\n", scenes[i].name, text);
    }
    return 0;
}
