/* SPDX-License-Identifier: Apache-2.0 */
/*
 * interim.c: a server whose clients, which are not recorded, wait for "100 Continue" before they send the rest of a
 * request, or send several requests at once, or switch to another protocol. Prints for whom it works, in tab-separated
 * fields: behind which step, and for whom.
 *
 *   interim one | loop
 *
 * A loop waits for two descriptors before it receives.
 */
#include "loopback.h"

#define CONTINUE "HTTP/1.1 100 Continue\r\n\r\n"
#define HINTS "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
#define ANSWER "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
#define GET(path) "GET " path " HTTP/1.1\r\nHost: here\r\n\r\n"
#define BODY "0123456789"
#define POST(path) "POST " path " HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n"

static int is_loop, client, server, listener;

static void receives_next(void)
{
    if (is_loop)
        polled(server, listener);
    receives(server);
}

static void asked(const char *text, const char *step)
{
    sends_unseen(client, text);
    receives_next();
    tell_work(step);
}

static void answers(const char *text, const char *step)
{
    sends(server, text);
    tell_work(step);
    receives_unseen(client);
}

static void waits_for_the_rest(void)
{
    asked(POST("/a"), "head of a");
    answers(CONTINUE, "head of a");
    asked(BODY, "body of a");
    answers(HINTS, "body of a");
    answers(ANSWER, "answered");
    asked("GET /b HTTP/1.1\r\nContent-Length: 10\r\n\r\n", "b");
    asked(BODY, "b");
    answers(ANSWER, "answered");
}

static void sends_several(void)
{
    asked(GET("/c") GET("/d") GET("/d"), "c, and others");
    answers(ANSWER, "one of c and d");
    answers(ANSWER, "one of c and d");
    answers(ANSWER, "one of c and d");
    asked(GET("/e") GET("/e"), "e");
    answers(ANSWER, "answered");
    answers(ANSWER, "answered");
    asked(POST("/f") BODY GET("/g"), "f, and others");
    answers(ANSWER, "one of f and g");
    answers(ANSWER, "one of f and g");
    asked(POST("/h") "01234", "h");
    asked("56789" GET("/i"), "h, and others");
    answers(ANSWER, "one of h and i");
    answers(ANSWER, "one of h and i");
}

static void switches_protocols(void)
{
    asked("GET /j HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", "j");
    answers("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n", "answered");
    for (int i = 0; i < 2; i++) {
        asked("a message", "j");
        answers("another one", "answered");
    }
}

int main(int argc, char **argv)
{
    struct sockaddr_in address;
    must(argc == 2, "usage: interim one | loop");
    is_loop = strcmp(argv[1], "loop") == 0;
    be_recorded();
    listener = listening(&address);
    for (int i = 0; i < 2; i++) { /* who is a loop has been one from here on */
        client = connected(&address);
        server = accept(listener, NULL, NULL);
        waits_for_the_rest();
        sends_several();
        switches_protocols();
        close(client);
        close(server);
    }
    return 0;
}
