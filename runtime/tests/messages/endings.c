/* SPDX-License-Identifier: Apache-2.0 */
/*
 * endings.c: a loop that answers a request on each connection, and says which context the library gives it when it has
 * found a connection's end, and when it has closed it. One client asks for /a, the next one for /b; the second one is
 * the first to go.
 */
#include <sys/epoll.h>

#include "loopback.h"

static void says(const char *when)
{
    char text[400];
    describe(current(), text, sizeof text);
    printf("%s\t%s\n", when, text);
    fflush(stdout);
}

static void clients(const struct sockaddr_in *to)
{
    int a = connected(to), b;
    sends(a, "GET /a HTTP/1.1\r\n\r\n");
    receives(a);
    b = connected(to);
    sends(b, "GET /b HTTP/1.1\r\n\r\n");
    receives(b);
    close(b);
    close(a);
}

int main(void)
{
    be_recorded();
    struct sockaddr_in address;
    struct epoll_event ready, wanted = { .events = EPOLLIN };
    int listener = listening(&address), events = epoll_create1(0), gone = 0;
    char bytes[256];
    pid_t child = fork();
    must(child >= 0, "fork");
    if (!child) {
        clients(&address);
        _exit(0);
    }
    wanted.data.fd = listener;
    epoll_ctl(events, EPOLL_CTL_ADD, listener, &wanted);
    while (gone < 2 && epoll_wait(events, &ready, 1, -1) == 1) {
        int fd = ready.data.fd;
        if (fd == listener) {
            wanted.data.fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
            epoll_ctl(events, EPOLL_CTL_ADD, wanted.data.fd, &wanted);
        } else if (recv(fd, bytes, sizeof bytes, 0) > 0) {
            sends(fd, "done");
        } else {
            says("at the end");
            close(fd);
            says("closed");
            gone++;
        }
    }
    ended(child);
    return 0;
}
