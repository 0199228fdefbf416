/* SPDX-License-Identifier: Apache-2.0 */
/*
 * forked.c: a server with a thread that receives many requests at once, again and again, and is in the middle of that
 * when the process forks. Each child takes a connection on that thread's descriptor, and is asked for two different
 * ones at once, and then for two of one kind. Prints, in tab-separated fields, which, and for whom it is at work.
 */
#include <pthread.h>

#include "loopback.h"

#define GET(path) "GET " path " HTTP/1.1\r\n\r\n"
enum { FORKS = 200, BURST = 64 };

static struct sockaddr_in address;
static int listener, client, server, is_done;

static void *serves(void *unused)
{
    static char burst[BURST * sizeof GET("/a")], bytes[sizeof burst];
    for (int i = 0; i < BURST; i++)
        strcat(burst, GET("/a"));
    while (!__atomic_load_n(&is_done, __ATOMIC_RELAXED)) {
        sends_unseen(client, burst);
        must(recv(server, bytes, strlen(burst), MSG_WAITALL) > 0, "recv");
    }
    return unused;
}

static void asked(const char *text, const char *which)
{
    sends_unseen(client, text);
    receives(server);
    tell_work(which);
    sends(server, ".");
}

/* The number of `server` is another connection's. */
static void works_in_the_child(void)
{
    client = connected(&address);
    int next = accept(listener, NULL, NULL);
    must(dup2(next, server) == server, "dup2");
    close(next);
    asked(GET("/a") GET("/b"), "two");
    asked(GET("/c") GET("/c"), "one");
}

int main(void)
{
    pthread_t thread;
    be_recorded();
    listener = listening(&address);
    client = connected(&address);
    server = accept(listener, NULL, NULL);
    must(server >= 0 && pthread_create(&thread, NULL, serves, NULL) == 0, "a thread");
    for (int i = 0; i < FORKS; i++) {
        pid_t child = fork();
        must(child >= 0, "fork");
        if (child == 0) {
            works_in_the_child();
            exit(0);
        }
        ended(child);
    }
    __atomic_store_n(&is_done, 1, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    return 0;
}
