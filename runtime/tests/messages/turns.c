/* SPDX-License-Identifier: Apache-2.0 */
/*
 * turns.c: a loop with two clients at once, whose requests "GET /f" cost three times as much as "GET /b".
 *
 *   turns at-once | later | in-pieces | queued MICROSECONDS
 *
 * It works for each as it receives it, and answers both then; or it receives both, and works for each before it answers
 * that one; or likewise, but works between two pieces of each request as well; or it receives both, works for both, and
 * waits before it answers. Says its port; ends when a client has gone.
 */
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CLIENTS 2
#define PIECE 16 /* bytes */

struct client {
    int fd;
    char request[256];
};

static void burn(uint64_t ns)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    uint64_t end = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec + ns;
    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    while ((uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec < end);
}

static uint64_t burn_ns; /* for "GET /b" */

static void work(const struct client *client, unsigned part)
{
    uint64_t ns = (client->request[5] == 'f' ? 3 * burn_ns : burn_ns) / part;
    burn(ns / 2 + (uint64_t)rand() % ns); /* not in step with the sampler */
}

static void receive(struct client *client, size_t from, size_t to)
{
    if (recv(client->fd, client->request + from, to - from, 0) <= 0)
        exit(0);
}

static void answer(const struct client *client)
{
    if (send(client->fd, "done", 4, 0) != 4)
        exit(1);
}

static int listening(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(fd, (struct sockaddr *)&address, length) || listen(fd, CLIENTS) ||
        getsockname(fd, (struct sockaddr *)&address, &length))
        exit(1);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return fd;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    int is_queued = strcmp(argv[1], "queued") == 0;
    int is_in_pieces = strcmp(argv[1], "in-pieces") == 0, is_later = is_in_pieces || strcmp(argv[1], "later") == 0;
    burn_ns = strtoul(argv[2], NULL, 10) * 1000;
    int listener = listening(), events = epoll_create1(0);
    struct client clients[CLIENTS];
    struct epoll_event ready[CLIENTS], wanted = { .events = EPOLLIN };
    for (int i = 0; i < CLIENTS; i++) {
        clients[i].fd = accept(listener, NULL, NULL);
        epoll_ctl(events, EPOLL_CTL_ADD, clients[i].fd, &wanted);
    }
    for (;;) {
        while (epoll_wait(events, ready, CLIENTS, -1) < CLIENTS)
            usleep(100);
        for (int i = 0; i < CLIENTS; i++) {
            size_t piece = is_in_pieces ? PIECE : 0;
            if (is_in_pieces) {
                receive(&clients[i], 0, piece);
                work(&clients[i], 2);
            }
            receive(&clients[i], piece, sizeof clients[i].request);
            if (!is_later && !is_queued)
                work(&clients[i], 1);
        }
        for (int i = 0; is_queued && i < CLIENTS; i++)
            work(&clients[i], 1);
        if (is_queued)
            epoll_wait(events, ready, CLIENTS, 0);
        for (int i = 0; i < CLIENTS; i++) {
            if (is_later)
                work(&clients[i], 1);
            answer(&clients[i]);
        }
    }
}
