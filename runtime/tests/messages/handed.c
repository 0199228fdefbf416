/* SPDX-License-Identifier: Apache-2.0 */
/*
 * handed.c: a loop of two threads: one waits and accepts, and hands both clients' connections to the other one, which
 * receives both requests before it has ever waited itself, and then passes them on, each by a connection of its own.
 * "one-by-one": it receives one, asks for more connections, and then passes it on. Prints for whom each is, where it
 * arrives: the clients are in the same process as the server.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>

#include "loopback.h"

enum { FIRST, SECOND, BOTH };

static const char *const request[BOTH] = { "GET /a HTTP/1.1\r\n\r\n", "GET /b HTTP/1.1\r\n\r\n" };

struct handed {
    int listener; /* to be asked; -1: not */
    int client[BOTH], server[BOTH];
};

static void receives_at_once(int fd)
{
    char bytes[256];
    ssize_t n;
    while ((n = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT)) < 0 && errno == EAGAIN)
        usleep(1000);
    must(n > 0, "recv");
}

static void *pass_on(void *user)
{
    const struct handed *all = user;
    for (int i = 0; i < BOTH; i++) {
        receives_at_once(all->client[i]);
        if (all->listener < 0)
            continue;
        must(accept4(all->listener, NULL, NULL, SOCK_NONBLOCK) < 0 && errno == EAGAIN, "accept");
        sends(all->server[i], request[i]);
    }
    for (int i = 0; all->listener < 0 && i < BOTH; i++)
        sends(all->server[i], request[i]);
    return NULL;
}

static int accepts(int listener)
{
    struct epoll_event wanted = { .events = EPOLLIN }, ready;
    int events = epoll_create1(0);
    must(events >= 0 && epoll_ctl(events, EPOLL_CTL_ADD, listener, &wanted) == 0, "epoll_ctl");
    must(epoll_wait(events, &ready, 1, -1) == 1, "epoll_wait");
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK);
}

static void loop(int listener, const struct sockaddr_in *servers, int one_by_one)
{
    pthread_t thread;
    struct handed all = { .listener = one_by_one ? listener : -1 };
    for (int i = 0; i < BOTH; i++) {
        all.client[i] = accepts(listener);
        all.server[i] = connected(servers);
    }
    must(fcntl(listener, F_SETFL, O_NONBLOCK) == 0, "fcntl");
    must(pthread_create(&thread, NULL, pass_on, &all) == 0 && pthread_join(thread, NULL) == 0, "pthread_create");
}

static void clients_and_server(const struct sockaddr_in *loops, int of_server)
{
    char bytes[256], text[400];
    int server[BOTH];
    for (int i = 0; i < BOTH; i++) {
        int client = connected(loops);
        begin(i == FIRST ? "a" : "b");
        sends(client, request[i]);
        end(0);
        server[i] = accept(of_server, NULL, NULL);
    }
    for (int i = 0; i < BOTH; i++) {
        must(recv(server[i], bytes, sizeof bytes, 0) > 0, "recv");
        describe(current(), text, sizeof text);
        printf("%s\n", text);
    }
}

int main(int argc, char **argv)
{
    be_recorded();
    struct sockaddr_in loops, servers;
    int of_loop = listening(&loops), of_server = listening(&servers), status;
    pid_t child = fork();
    if (child == 0) {
        clients_and_server(&loops, of_server);
        exit(0);
    }
    loop(of_loop, &servers, argc > 1 && strcmp(argv[1], "one-by-one") == 0);
    must(wait(&status) == child && status == 0, "the clients have failed");
    return 0;
}
