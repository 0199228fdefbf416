/* SPDX-License-Identifier: Apache-2.0 */
/*
 * behind.c: a server of one client, which sends several requests at once: works for each in turn, telling for whom, and
 * sends all answers together when it has no whole request left.
 *
 *   behind blocks | polls
 */
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#include "recorded.h"

#define ANSWER "HTTP/1.1 204 No Content\r\n\r\n"

static char bytes[1 << 16];
static size_t length;

static void drop(size_t n)
{
    length -= n;
    memmove(bytes, bytes + n, length);
}

/* Works for the request that comes first, and drops it. False: it is not whole. */
static int serve(void)
{
    while (length > 0 && (bytes[0] == '\r' || bytes[0] == '\n'))
        drop(1);
    const char *end = memmem(bytes, length, "\r\n\r\n", 4);
    if (!end)
        return 0;
    char step[2] = { bytes[strlen("GET /")] };
    tell_work(step);
    drop((size_t)(end + 4 - bytes));
    return 1;
}

int main(int argc, char **argv)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;
    int is_loop = argc > 1 && strcmp(argv[1], "polls") == 0;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    be_recorded();
    must(bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, 1) == 0, "listen");
    getsockname(listener, (struct sockaddr *)&address, &size);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    int client = accept(listener, NULL, NULL);
    must(client >= 0, "accept");
    for (;;) {
        struct pollfd wanted[2] = { { .fd = client, .events = POLLIN }, { .fd = listener } };
        must(!is_loop || poll(wanted, 2, -1) == 1, "poll");
        ssize_t n = read(client, bytes + length, sizeof bytes - length);
        if (n <= 0)
            return 0;
        length += (size_t)n;
        char answers[1024] = "";
        while (serve())
            strcat(answers, ANSWER);
        if (answers[0])
            must(write(client, answers, strlen(answers)) > 0, "write");
    }
}
