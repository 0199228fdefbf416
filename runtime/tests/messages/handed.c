/* SPDX-License-Identifier: Apache-2.0 */
/*
 * handed.c: a loop of two threads: one waits and accepts, and hands both clients' connections to the other one, which
 * receives both requests before it has ever waited itself, and then passes them on, each by a connection of its own.
 * "one-by-one": it receives one, asks for more connections, and then passes it on. "waits": it waits for the first time
 * between the two. Prints for whom each is, where it arrives: the clients are in the same process as the server.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>

#include "loopback.h"

enum { FIRST, SECOND, BOTH };

static const char *const request[BOTH] = { "GET /a HTTP/1.1\r\n\r\n", "GET /b HTTP/1.1\r\n\r\n" };

struct handed {
    int listener, events;
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

static void passes_on(const struct handed *all, int i)
{
    sends(all->server[i], request[i]);
}

static void *both_at_once(void *all)
{
    for (int i = 0; i < BOTH; i++)
        receives_at_once(((struct handed *)all)->client[i]);
    for (int i = 0; i < BOTH; i++)
        passes_on(all, i);
    return NULL;
}

static void *one_by_one(void *user)
{
    const struct handed *all = user;
    for (int i = 0; i < BOTH; i++) {
        receives_at_once(all->client[i]);
        must(accept4(all->listener, NULL, NULL, SOCK_NONBLOCK) < 0 && errno == EAGAIN, "accept");
        passes_on(all, i);
    }
    return NULL;
}

static void *waits_in_between(void *user)
{
    const struct handed *all = user;
    struct epoll_event ready;
    receives_at_once(all->client[FIRST]);
    must(epoll_wait(all->events, &ready, 1, 1) == 0, "epoll_wait");
    receives_at_once(all->client[SECOND]);
    for (int i = 0; i < BOTH; i++)
        passes_on(all, i);
    return NULL;
}

static int accepts(const struct handed *all)
{
    struct epoll_event ready;
    must(epoll_wait(all->events, &ready, 1, -1) == 1, "epoll_wait");
    return accept4(all->listener, NULL, NULL, SOCK_NONBLOCK);
}

static void loop(int listener, const struct sockaddr_in *servers, void *(*second_thread)(void *))
{
    pthread_t thread;
    struct epoll_event wanted = { .events = EPOLLIN };
    struct handed all = { .listener = listener, .events = epoll_create1(0) };
    must(epoll_ctl(all.events, EPOLL_CTL_ADD, listener, &wanted) == 0, "epoll_ctl");
    for (int i = 0; i < BOTH; i++) {
        all.client[i] = accepts(&all);
        all.server[i] = connected(servers);
    }
    must(fcntl(listener, F_SETFL, O_NONBLOCK) == 0, "fcntl");
    must(pthread_create(&thread, NULL, second_thread, &all) == 0 && pthread_join(thread, NULL) == 0, "pthread_create");
}

static void clients_and_server(const struct sockaddr_in *loops, int of_server)
{
    char text[400];
    int server[BOTH];
    for (int i = 0; i < BOTH; i++) {
        int client = connected(loops);
        begin(i == FIRST ? "a" : "b");
        sends(client, request[i]);
        end(0);
        server[i] = accept(of_server, NULL, NULL);
    }
    for (int i = 0; i < BOTH; i++) {
        receives(server[i]);
        describe(current(), text, sizeof text);
        printf("%s\n", text);
    }
}

int main(int argc, char **argv)
{
    void *(*second_thread)(void *) = both_at_once;
    if (argc > 1 && strcmp(argv[1], "one-by-one") == 0)
        second_thread = one_by_one;
    else if (argc > 1 && strcmp(argv[1], "waits") == 0)
        second_thread = waits_in_between;
    be_recorded();
    struct sockaddr_in loops, servers;
    int of_loop = listening(&loops), of_server = listening(&servers);
    pid_t child = fork();
    if (child == 0) {
        clients_and_server(&loops, of_server);
        exit(0);
    }
    loop(of_loop, &servers, second_thread);
    ended(child);
    return 0;
}
