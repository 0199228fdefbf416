/* SPDX-License-Identifier: Apache-2.0 */
/*
 * single.c: a loop with two clients sends to a server, a loop as well, what it is not known of for whom it is; and then
 * for the first client alone. Prints for whom that is, and for whom the answer to it is; the last two lines count.
 *
 *   single one | two | rest | other
 *
 * What is not known is one request; two at once; or the rest of one that has begun for the first client. Other: that
 * rest has the bytes of the second client's request.
 */
#include <poll.h>
#include <string.h>
#include <sys/wait.h>

#include "loopback.h"

enum { FIRST, SECOND, SERVER, ENDS };
#define ROUNDS 2 /* before it: who has only received once is no loop yet */
#define HEAD "POST /x HTTP/1.1\r\nContent-Length: 40\r\n\r\n"
#define BODY "0123456789012345678901234567890123456789"

/* Who polls two descriptors is a loop. */
static int receives_of(int fd, int other, size_t most)
{
    char bytes[256];
    struct pollfd wanted[2] = { { .fd = fd, .events = POLLIN }, { .fd = other, .events = 0 } };
    must(poll(wanted, 2, -1) == 1, "poll");
    return recv(fd, bytes, most < sizeof bytes ? most : sizeof bytes, 0) > 0;
}

static int polls_and_receives(int fd, int other)
{
    return receives_of(fd, other, SIZE_MAX);
}

static int comes_in_two(const char *how)
{
    return strcmp(how, "rest") == 0 || strcmp(how, "other") == 0;
}

static void answers_each(int listener, const char *how)
{
    int fd = accept(listener, NULL, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        must(polls_and_receives(fd, listener), "a request");
        sends(fd, "an answer");
    }
    if (comes_in_two(how))
        must(receives_of(fd, listener, strlen(HEAD)), "a head");
    while (polls_and_receives(fd, listener))
        sends(fd, "an answer");
    exit(0);
}

static void asks(int end_of, const char *type, const char *text)
{
    begin(type);
    sends(end_of, text);
    end(0);
}

static void clients(const int *end_of, const char *how)
{
    static const char *const types[] = { "a", "b", "a" };
    for (int i = 0; i < ROUNDS; i++) {
        asks(end_of[FIRST], "a", "a");
        must(polls_and_receives(end_of[FIRST], end_of[SECOND]), "an answer");
    }
    for (int i = 0; i < 3; i++) {
        asks(end_of[i % 2], types[i], i == SECOND && strcmp(how, "other") == 0 ? BODY : types[i]);
        if (i == SECOND)
            must(polls_and_receives(end_of[FIRST], end_of[SECOND]) && polls_and_receives(end_of[SECOND], end_of[FIRST]),
                 "an answer");
    }
    polls_and_receives(end_of[FIRST], end_of[SECOND]);
    exit(0);
}

static void says(void)
{
    char text[400] = "";
    describe(current(), text, sizeof text);
    printf("%s\n", text);
}

static void passes_on(const int *end_of)
{
    polls_and_receives(end_of[FIRST], end_of[SECOND]);
    says();
    sends(end_of[SERVER], "GET /y HTTP/1.1\r\n\r\n");
    polls_and_receives(end_of[SERVER], end_of[FIRST]);
    says();
    sends(end_of[FIRST], "done");
}

static void loop(const int *end_of, const char *how)
{
    for (int i = 0; i < ROUNDS; i++)
        passes_on(end_of);
    int is_rest = comes_in_two(how);
    polls_and_receives(end_of[FIRST], end_of[SECOND]);
    if (is_rest)
        sends(end_of[SERVER], HEAD);
    polls_and_receives(end_of[SECOND], end_of[FIRST]);
    sends(end_of[SERVER], is_rest ? BODY : strcmp(how, "one") == 0 ? HEAD BODY : HEAD BODY HEAD BODY);
    polls_and_receives(end_of[SERVER], end_of[FIRST]);
    sends(end_of[FIRST], "done");
    sends(end_of[SECOND], "done");
    passes_on(end_of);
}

int main(int argc, char **argv)
{
    must(argc == 2, "usage: single one | two | rest | other");
    be_recorded();
    struct sockaddr_in loops, servers;
    int of_loop = listening(&loops), of_server = listening(&servers), end_of[ENDS], status;
    if (fork() == 0)
        answers_each(of_server, argv[1]);
    pid_t child = fork();
    for (int i = FIRST; i <= SECOND; i++)
        end_of[i] = child ? accept(of_loop, NULL, NULL) : connected(&loops);
    if (child == 0)
        clients(end_of, argv[1]);
    end_of[SERVER] = connected(&servers);
    loop(end_of, argv[1]);
    must(shutdown(end_of[SERVER], SHUT_RDWR) == 0, "shutdown");
    for (int i = 0; i < 2; i++)
        must(wait(&status) > 0 && status == 0, "the clients or the server have failed");
    return 0;
}
