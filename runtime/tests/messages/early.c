/* SPDX-License-Identifier: Apache-2.0 */
/*
 * early.c: a server that answers before a request is whole, whose requests' and answers' bodies look like requests and
 * answers, which answers several requests at once, or is a proxy's tunnel. Its clients are not recorded. Prints, in
 * tab-separated fields, for whom it must be at work, and for whom it is.
 *
 *   early one | loop
 *
 * A loop waits for two descriptors before it receives.
 */
#include "loopback.h"

#define REST "Content-Length: 0\r\n\r\n"
#define ANSWER "HTTP/1.1 200 OK\r\n" REST
#define GET(path) "GET " path " HTTP/1.1\r\nHost: here\r\n\r\n"
#define POST(path, headers) "POST " path " HTTP/1.1\r\n" headers "Content-Length: 31\r\n\r\n"
#define CHUNKED(path) "POST " path " HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
#define EXPECTS "Expect: 100-continue\r\n"
#define BODY GET("/z") /* of 31 bytes */
#define UNKNOWN "unknown"
#define ANY ""

static int is_loop, client, server, listener;

static void asked(const char *text, const char *for_whom)
{
    sends_unseen(client, text);
    if (is_loop)
        polled(server, listener);
    receives(server);
    tell_work(for_whom);
}

static void answers(const char *text)
{
    sends(server, text);
    receives_unseen(client);
}

static void answers_before_a_request_is_whole(void)
{
    asked(POST("/a", ""), "POST /a");
    answers("HTTP/1.1 413 Too Large\r\n" REST);
    asked(BODY, "POST /a");
    asked(GET("/b"), "GET /b");
    answers(ANSWER);
    asked(CHUNKED("/c"), "POST /c");
    answers("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n");
    asked("1f\r\n", "POST /c");
    answers("1");
    asked(BODY, "POST /c");
    answers("2");
    asked("\r\n0\r\n\r\n" GET("/d"), ANY);
    answers(ANSWER);
    if (!is_loop)
        asked(GET("/e"), "GET /e");
}

static void refuses_to_go_on(void)
{
    asked(POST("/f", EXPECTS), "POST /f");
    answers("HTTP/1.1 417 Expectation Failed\r\n" REST);
    asked(GET("/g"), "GET /g");
    answers(ANSWER);
    asked(POST("/h", EXPECTS), "POST /h");
    answers("HTTP/1.1 417 Expectation Failed\r\n" REST);
    asked("0123456789", "POST /h");
    asked("012345678901234567890", "POST /h");
    asked(GET("/i"), "GET /i");
    answers(ANSWER);
    asked("GET /j HTTP/1.1\r\nUpgrade: h2c\r\n\r\n", "GET /j");
    answers(ANSWER);
    asked(GET("/k"), "GET /k");
    answers(ANSWER);
}

/* A thread that is no loop has answered all before it receives again. */
static void answers_look_like_several(void)
{
    asked(GET("/l") GET("/m"), UNKNOWN);
    answers("HTTP/1.1 200 OK\r\nContent-Length: 38\r\n\r\n");
    answers(ANSWER);
    asked(GET("/n"), UNKNOWN);
    answers(ANSWER ANSWER);
    asked(GET("/o"), "GET /o");
    answers(ANSWER);
    asked(GET("/p") GET("/q") GET("/q"), UNKNOWN);
    answers(
        "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\nHTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    answers("26\r\n" ANSWER "\r\n0\r\n\r\n");
    asked(GET("/r"), UNKNOWN);
    answers("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\nHTT");
    answers("P/1.1 200 OK\r\n" REST);
    asked(GET("/s"), "GET /s");
    answers(ANSWER);
    asked("HEAD /t HTTP/1.1\r\n\r\nHEAD /u HTTP/1.1\r\n\r\n" GET("/v"), UNKNOWN);
    answers("HTTP/1.1 200 OK\r\nContent-Length: 38\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 38\r\n\r\n" ANSWER);
    asked(GET("/w"), "GET /w");
    answers(ANSWER);
}

/* More came than are counted, or it cannot be told which answers were seen: some are outstanding when the last asks. */
static void loses_count(void)
{
    for (int i = 0; i < 8; i++)
        asked("GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\nGET /c HTTP/1.1\r\n\r\nGET /d HTTP/1.1\r\n\r\n", UNKNOWN);
    for (int i = 0; i < 17; i++)
        answers(ANSWER);
    asked(GET("/e") GET("/f"), UNKNOWN);
    answers(ANSWER ANSWER);
    asked(GET("/g"), ANY);
    answers(ANSWER);
    tell_work(UNKNOWN);
}

static void answers_in_pieces(void)
{
    asked(GET("/a"), "GET /a");
    answers("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n1");
    asked(POST("/b", "") "0123456789", ANY);
    answers("2");
    asked("012345678901234567890" GET("/c"), UNKNOWN);
    answers(ANSWER);
    asked(GET("/d"), "GET /d");
    answers(ANSWER);
    tell_work(UNKNOWN);
}

static void does_not_switch(void)
{
    asked("GET /a HTTP/1.1\r\nUpgrade: h2c\r\n\r\n" GET("/b"), UNKNOWN);
}

static void passes_on_a_tunnel(void)
{
    asked("CONNECT here:443 HTTP/1.1\r\nHost: here:443\r\n\r\n", "CONNECT ");
    answers("HTTP/1.1 407 Proxy Authentication Required\r\n" REST);
    asked(GET("/x"), "GET /x");
    answers(ANSWER);
    asked("CONNECT here:443 HTTP/1.1\r\nHost: here:443\r\n\r\n", "CONNECT ");
    answers("HTTP/1.1 200 Connection established\r\n\r\n");
    for (int i = 0; i < 2; i++) {
        asked("\x16\x03\x01 hello", "CONNECT ");
        answers("\x16\x03\x03 hello");
        asked(GET("/y"), "CONNECT ");
        answers(ANSWER);
    }
}

/* By another connection, while a request is passed on there. */
static void takes_a_number_again(const struct sockaddr_in *address)
{
    int other = connected(address), served = accept(listener, NULL, NULL);
    asked(GET("/l"), "GET /l");
    sends(other, CHUNKED("/l") "1f\r\n");
    answers(ANSWER);
    int last_client = client, last_server = server;
    client = connected(address);
    close(other);
    server = accept(listener, NULL, NULL);
    must(server == other, "the same number");
    close(last_client);
    close(last_server);
    asked(POST("/m", ""), "POST /m");
    answers("HTTP/1.1 413 Too Large\r\n" REST);
    asked(BODY, "POST /m");
    close(served);
}

int main(int argc, char **argv)
{
    struct sockaddr_in address;
    must(argc == 2, "usage: early one | loop");
    is_loop = strcmp(argv[1], "loop") == 0;
    be_recorded();
    listener = listening(&address);
    for (int i = 0; i < 16; i++) { /* who is a loop has been one from the second on */
        client = connected(&address);
        server = accept(listener, NULL, NULL);
        switch (i % 8) {
        case 0: answers_before_a_request_is_whole(); break;
        case 1: refuses_to_go_on(); break;
        case 2: passes_on_a_tunnel(); break;
        case 3: takes_a_number_again(&address); break;
        case 4: does_not_switch(); break;
        default:
            if (is_loop)
                (i % 8 == 5 ? loses_count : i % 8 == 6 ? answers_in_pieces : answers_look_like_several)();
        }
        close(client);
        close(server);
    }
    return 0;
}
