/* SPDX-License-Identifier: Apache-2.0 */
/*
 * server.c: a key-value server on a plain epoll loop, to show what an event loop
 * of one's own must do for Whodunit: contexts.patch is all of it.
 *
 *     set KEY VALUE     answers "stored"
 *     get KEY           answers the value, or "none"
 *     sum N             adds up N numbers, then answers: work for a profiler
 *
 * usage: server PORT
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

struct source {
    int fd;
    void (*handler)(struct source *);
    char line[512];
    size_t length;
};

static int loop;
static char keys[64][32], values[64][256];

/* Makes `handler` what runs when `events` happen to the source. */
static void watch(struct source *s, uint32_t events, void (*handler)(struct source *), int operation)
{
    struct epoll_event e = { .events = events, .data.ptr = s };
    s->handler = handler;
    if (epoll_ctl(loop, operation, s->fd, &e) != 0)
        perror("epoll_ctl");
}

static void on_request(struct source *s);

static void hang_up(struct source *s)
{
    close(s->fd);
    free(s);
}

static void on_answer(struct source *s)
{
    if (write(s->fd, s->line, s->length) != (ssize_t)s->length) {
        hang_up(s);
        return;
    }
    s->length = 0;
    watch(s, EPOLLIN, on_request, EPOLL_CTL_MOD);
}

static void answer(struct source *s, const char *text)
{
    s->length = (size_t)snprintf(s->line, sizeof s->line, "%s\n", text);
    watch(s, EPOLLOUT, on_answer, EPOLL_CTL_MOD);
}

static int slot_of(const char *key)
{
    unsigned hash = 0;
    for (const char *p = key; *p; p++)
        hash = hash * 31 + (unsigned char)*p;
    return (int)(hash % 64);
}

static void on_sum(struct source *s)
{
    char text[32];
    uint64_t sum = 0;
    for (long i = atol(s->line + 4); i > 0; i--)
        sum = sum * 33 + (uint64_t)i;
    snprintf(text, sizeof text, "%llu", (unsigned long long)sum);
    answer(s, text);
}

static void on_request(struct source *s)
{
    char key[32], value[256];
    ssize_t n = read(s->fd, s->line + s->length, sizeof s->line - 1 - s->length);
    if (n <= 0) {
        hang_up(s);
        return;
    }
    s->length += (size_t)n;
    s->line[s->length] = 0;
    if (!strchr(s->line, '\n'))
        return;
    if (sscanf(s->line, "set %31s %255s", key, value) == 2) {
        strcpy(keys[slot_of(key)], key);
        strcpy(values[slot_of(key)], value);
        answer(s, "stored");
    } else if (sscanf(s->line, "get %31s", key) == 1) {
        answer(s, strcmp(keys[slot_of(key)], key) == 0 ? values[slot_of(key)] : "none");
    } else if (strncmp(s->line, "sum ", 4) == 0) {
        watch(s, EPOLLOUT, on_sum, EPOLL_CTL_MOD);
    } else {
        answer(s, "what?");
    }
}

static void on_accept(struct source *listener)
{
    int fd = accept4(listener->fd, NULL, NULL, SOCK_NONBLOCK);
    struct source *s = fd < 0 ? NULL : calloc(1, sizeof *s);
    if (!s)
        return;
    s->fd = fd;
    watch(s, EPOLLIN, on_request, EPOLL_CTL_ADD);
}

static void run(void)
{
    struct epoll_event ready[32];
    for (;;) {
        int n = epoll_wait(loop, ready, 32, -1);
        for (int i = 0; i < n; i++) {
            struct source *s = ready[i].data.ptr;
            s->handler(s);
        }
    }
}

int main(int argc, char **argv)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    struct source listener = { .fd = socket(AF_INET, SOCK_STREAM, 0) };
    int one = 1;
    if (argc != 2) {
        fprintf(stderr, "usage: server PORT\n");
        return 2;
    }
    address.sin_port = htons((uint16_t)atoi(argv[1]));
    setsockopt(listener.fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(listener.fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener.fd, 64) != 0) {
        perror("server");
        return 1;
    }
    loop = epoll_create1(0);
    watch(&listener, EPOLLIN, on_accept, EPOLL_CTL_ADD);
    run();
}
