/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chunked.c: a loop with four clients, which are not recorded. The first one's body comes in chunks and has the third
 * one's request in it, as an upload of a log has; so has the second one's body, whose answer comes before it is whole.
 * The fourth one asks as the first one does, and goes on when that one asks for something else. Loop and server print
 * for whom they work as each is passed on and arrives, in tab-separated fields: for whom it must be, and for whom.
 */
#include "loopback.h"

enum { FIRST, SECOND, THIRD, FOURTH, CLIENTS, TURNS = 30 };
#define GET "GET /c HTTP/1.1\r\nHost: here\r\n\r\n" /* of 31 bytes */
#define END "\r\n0\r\n\r\n"
#define LAST GET END
#define ANSWER "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

static const char *const heads[FOURTH] = { "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1f\r\n",
                                           "POST /b HTTP/1.1\r\nContent-Length: 62\r\n\r\n", GET };
static const char *const names[FOURTH] = { "POST /a", "POST /b", "GET /c" };
static int client[CLIENTS], server[CLIENTS];

static void sends_on(int which, const char *text, const char *as)
{
    sends(server[which], text);
    tell_work(as);
}

/* It comes from that client, is passed on, and arrives. */
static void passes_on(int which, const char *text, const char *as)
{
    polled(client[which], server[which]);
    receives(client[which]);
    sends_on(which, text, as);
}

/* Nobody knows which is whose of two that ask for the same. */
static void passes_on_two_alike(void)
{
    polled(client[FIRST], server[FIRST]);
    receives(client[FIRST]);
    polled(client[FOURTH], server[FOURTH]);
    receives(client[FOURTH]);
    sends_on(FOURTH, heads[FIRST], names[FIRST]);
    sends_on(FIRST, heads[FIRST], names[FIRST]);
}

static void is_answered(int which)
{
    polled(server[which], client[which]);
    receives(server[which]);
    sends(client[which], ANSWER);
}

/* The first request of all makes it a loop. */
static void loop(void)
{
    passes_on(THIRD, GET, names[THIRD]);
    is_answered(THIRD);
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = FIRST; i <= THIRD; i++)
            passes_on(i, heads[i], names[i]);
        is_answered(SECOND);
        passes_on(FIRST, GET, names[FIRST]);
        passes_on(SECOND, GET, names[SECOND]);
        passes_on(FIRST, "\r\n1f\r\n", names[FIRST]);
        sends_on(FIRST, GET, names[FIRST]); /* which has come with that, but did not fit */
        passes_on(SECOND, GET, names[SECOND]);
        passes_on(FIRST, END, names[FIRST]);
        is_answered(FIRST);
        is_answered(THIRD);
        passes_on_two_alike();
        passes_on(FIRST, LAST, names[FIRST]);
        is_answered(FIRST);
        passes_on(FIRST, GET, "GET /c");
        passes_on(FOURTH, GET, names[FIRST]);
        passes_on(FOURTH, END, names[FIRST]);
        is_answered(FIRST);
        is_answered(FOURTH);
    }
}

static void arrives(int which, const char *text, const char *as)
{
    char bytes[256];
    must(recv(server[which], bytes, strlen(text), MSG_WAITALL) == (ssize_t)strlen(text), "recv");
    tell_work(as);
}

static void comes(int which, const char *text, const char *as)
{
    sends_unseen(client[which], text);
    arrives(which, text, as);
}

static void is_answered_here(int which)
{
    char bytes[256];
    sends(server[which], ANSWER);
    must(syscall(SYS_read, client[which], bytes, sizeof bytes) > 0, "read");
}

static void clients_and_servers(void)
{
    comes(THIRD, GET, names[THIRD]);
    is_answered_here(THIRD);
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = FIRST; i <= THIRD; i++)
            comes(i, heads[i], names[i]);
        is_answered_here(SECOND);
        comes(FIRST, GET, names[FIRST]);
        comes(SECOND, GET, names[SECOND]);
        sends_unseen(client[FIRST], "\r\n1f\r\n" GET);
        arrives(FIRST, "\r\n1f\r\n", names[FIRST]);
        arrives(FIRST, GET, names[FIRST]);
        comes(SECOND, GET, names[SECOND]);
        comes(FIRST, END, names[FIRST]);
        is_answered_here(FIRST);
        is_answered_here(THIRD);
        sends_unseen(client[FIRST], heads[FIRST]);
        sends_unseen(client[FOURTH], heads[FIRST]);
        arrives(FOURTH, heads[FIRST], names[FIRST]);
        arrives(FIRST, heads[FIRST], names[FIRST]);
        comes(FIRST, LAST, names[FIRST]);
        is_answered_here(FIRST);
        comes(FIRST, GET, "GET /c");
        comes(FOURTH, GET, names[FIRST]);
        comes(FOURTH, END, names[FIRST]);
        is_answered_here(FIRST);
        is_answered_here(FOURTH);
    }
}

int main(void)
{
    be_recorded();
    pid_t child = fork_clients_and_server(client, CLIENTS, server, CLIENTS);
    if (child == 0) {
        clients_and_servers();
        exit(0);
    }
    loop();
    ended(child);
    return 0;
}
