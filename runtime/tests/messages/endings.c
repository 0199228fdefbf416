/* SPDX-License-Identifier: Apache-2.0 */
/*
 * endings.c: a loop that answers a request on each connection, works when it has found a connection's end, and closes
 * it; but one it leaves open then, and waits. Says which context the library gives it at an end and behind closing, and
 * between which times it worked. One client after the other asks for /a, /b and /c; they go in the order /b, /a, /c,
 * which is the one that is left open.
 *
 *   endings MILLISECONDS
 */
#include <sys/epoll.h>
#include <time.h>

#include "loopback.h"

static uint64_t now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void says(const char *when)
{
    char text[400];
    describe(current(), text, sizeof text);
    printf("%s\t%s\n", when, text);
    fflush(stdout);
}

static void works(unsigned long ms)
{
    uint64_t from = now(CLOCK_MONOTONIC), until = now(CLOCK_THREAD_CPUTIME_ID) + ms * 1000000;
    while (now(CLOCK_THREAD_CPUTIME_ID) < until)
        ;
    printf("worked\t%lu\t%lu\n", from, now(CLOCK_MONOTONIC));
    fflush(stdout);
}

static int asks(const struct sockaddr_in *to, const char *request)
{
    int fd = connected(to);
    sends(fd, request);
    receives(fd);
    return fd;
}

static void clients(const struct sockaddr_in *to)
{
    int a = asks(to, "GET /a HTTP/1.1\r\n\r\n"), b = asks(to, "GET /b HTTP/1.1\r\n\r\n");
    close(b);
    close(a);
    close(asks(to, "GET /c HTTP/1.1\r\n\r\n"));
}

int main(int argc, char **argv)
{
    must(argc == 2, "usage");
    be_recorded();
    struct sockaddr_in address;
    struct epoll_event ready, wanted = { .events = EPOLLIN };
    int listener = listening(&address), events = epoll_create1(0);
    char bytes[256];
    pid_t child = fork();
    must(child >= 0, "fork");
    if (!child) {
        clients(&address);
        _exit(0);
    }
    wanted.data.fd = listener;
    epoll_ctl(events, EPOLL_CTL_ADD, listener, &wanted);
    for (int gone = 0; gone < 3 && epoll_wait(events, &ready, 1, -1) == 1;) {
        int fd = ready.data.fd;
        if (fd == listener) {
            wanted.data.fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
            epoll_ctl(events, EPOLL_CTL_ADD, wanted.data.fd, &wanted);
        } else if (recv(fd, bytes, sizeof bytes, 0) > 0) {
            sends(fd, "done");
        } else {
            says("at the end");
            works(strtoul(argv[1], NULL, 10));
            if (++gone == 3)
                break;
            close(fd);
            says("closed");
        }
    }
    must(epoll_wait(events, &ready, 1, 0) == 1, "epoll_wait");
    ended(child);
    return 0;
}
