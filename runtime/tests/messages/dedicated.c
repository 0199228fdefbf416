/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dedicated.c: a relay with a thread for each connection, which polls for that one and for the one that it has made,
 * and changes all bytes, as stunnel does. Prints for whom it sends, where that arrives: the clients are in the same
 * process as the servers.
 *
 * own: each thread has received before any of them sends.
 * shared: one thread has received from both clients, and then polls for one of them only, but sends what the other one
 * has asked for.
 * handed: one thread has answered a client, polls for that one and its server, and is then handed what the other one
 * has asked for, which it sends.
 * received: as handed, but it receives that itself, without a poll.
 */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "loopback.h"

enum { FIRST, SECOND, BOTH, ROUNDS = 3 };

static int client[BOTH], server[BOTH];
static pthread_barrier_t all_have_received;

static void change(char *bytes, ssize_t n)
{
    for (ssize_t i = 0; i < n; i++)
        bytes[i] = (char)(bytes[i] ^ 0x55);
}

static ssize_t takes(int fd, char *bytes, size_t size)
{
    ssize_t n = recv(fd, bytes, size, 0);
    must(n > 0, "recv");
    change(bytes, n);
    return n;
}

static void passes_on(int from, int to)
{
    char bytes[256];
    ssize_t n = takes(from, bytes, sizeof bytes);
    must(send(to, bytes, (size_t)n, 0) == n, "send");
}

/* A thread that is ready to send asks for that first. */
static void awaits_writable(int fd, int other)
{
    struct pollfd wanted[] = { { .fd = other, .events = POLLIN }, { .fd = fd, .events = POLLIN | POLLOUT } };
    must(poll(wanted, 2, -1) >= 1, "poll");
}

static void *relay(void *number)
{
    int i = *(const int *)number;
    char bytes[256];
    for (int round = 0; round < ROUNDS; round++) {
        must(polled(client[i], server[i]) >= 1, "poll");
        ssize_t n = takes(client[i], bytes, sizeof bytes);
        pthread_barrier_wait(&all_have_received);
        awaits_writable(server[i], client[i]);
        must(send(server[i], bytes, (size_t)n, 0) == n, "send");
        must(polled(server[i], client[i]) >= 1, "poll");
        passes_on(server[i], client[i]);
    }
    return NULL;
}

static void relays(void)
{
    static const int numbers[] = { FIRST, SECOND };
    pthread_t threads[BOTH];
    pthread_barrier_init(&all_have_received, NULL, BOTH);
    for (int i = 0; i < BOTH; i++)
        must(pthread_create(&threads[i], NULL, relay, (void *)&numbers[i]) == 0, "pthread_create");
    for (int i = 0; i < BOTH; i++)
        pthread_join(threads[i], NULL);
}

static void *shares(void *nothing)
{
    char bytes[BOTH][256];
    ssize_t n[BOTH];
    for (int i = 0; i < BOTH; i++) {
        must(polled(client[i], server[i]) >= 1, "poll");
        n[i] = takes(client[i], bytes[i], sizeof bytes[i]);
    }
    awaits_writable(server[FIRST], client[SECOND]);
    must(send(server[FIRST], bytes[FIRST], (size_t)n[FIRST], 0) == n[FIRST], "send");
    return nothing;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_handed = PTHREAD_COND_INITIALIZER;
static char handed[256];
static ssize_t handed_n;
static int is_awaited;

static void awaits_work(char *bytes, ssize_t *n)
{
    pthread_mutex_lock(&mutex);
    is_awaited = 1;
    while (!handed_n)
        pthread_cond_wait(&is_handed, &mutex);
    *n = handed_n;
    memcpy(bytes, handed, (size_t)*n);
    handed_n = 0;
    pthread_mutex_unlock(&mutex);
}

/* To a thread that waits for it: what it finds without a wait is its own client's for all that can be seen. */
static void hand(const char *bytes, ssize_t n)
{
    pthread_mutex_lock(&mutex);
    while (!is_awaited) {
        pthread_mutex_unlock(&mutex);
        sched_yield();
        pthread_mutex_lock(&mutex);
    }
    memcpy(handed, bytes, (size_t)n);
    handed_n = n;
    pthread_cond_signal(&is_handed);
    pthread_mutex_unlock(&mutex);
}

static void answers_first(void)
{
    must(polled(client[FIRST], server[FIRST]) >= 1, "poll");
    passes_on(client[FIRST], server[FIRST]);
    must(polled(server[FIRST], client[FIRST]) >= 1, "poll");
    passes_on(server[FIRST], client[FIRST]);
    struct pollfd both[] = { { .fd = client[FIRST], .events = POLLIN }, { .fd = server[FIRST], .events = POLLIN } };
    must(poll(both, 2, 10) == 0, "poll");
}

static void *is_handed_over(void *nothing)
{
    char bytes[256];
    ssize_t n;
    answers_first();
    sends(server[SECOND], "ready");
    awaits_work(bytes, &n);
    must(send(server[FIRST], bytes, (size_t)n, 0) == n, "send");
    return nothing;
}

static void *receives_itself(void *nothing)
{
    char bytes[256];
    answers_first();
    sends(server[SECOND], "ready");
    ssize_t n = takes(client[SECOND], bytes, sizeof bytes);
    must(send(server[FIRST], bytes, (size_t)n, 0) == n, "send");
    return nothing;
}

static void asks(int fd, const char *type, const char *text)
{
    begin(type);
    sends(fd, text);
    end(0);
}

static void serves(int fd, const char *scene)
{
    receives(fd);
    tell_work(scene);
}

static void clients_and_servers(void)
{
    static const char *const asked[BOTH][ROUNDS] = { { "0123456789", "what is it?", "and then" },
                                                     { "abcdefghijklmnop", "for whom is it?", "another one" } };
    for (int round = 0; round < ROUNDS; round++) {
        asks(client[FIRST], "a", asked[FIRST][round]);
        asks(client[SECOND], "b", asked[SECOND][round]);
        for (int i = 0; i < BOTH; i++) {
            serves(server[i], "own");
            sends(server[i], "an answer");
        }
        receives(client[FIRST]);
        receives(client[SECOND]);
    }
    asks(client[FIRST], "a", "the first");
    asks(client[SECOND], "b", "the second");
    serves(server[FIRST], "shared");
    sends(server[FIRST], "an answer");
    static const char *const scenes[] = { "handed", "received" };
    for (int i = 0; i < 2; i++) {
        asks(client[FIRST], "a", "the next of the first");
        receives(server[FIRST]);
        sends(server[FIRST], "an answer");
        receives(client[FIRST]);
        receives(server[SECOND]); /* the thread has polled */
        asks(client[SECOND], "b", "the next of the second");
        serves(server[FIRST], scenes[i]);
        sends(server[FIRST], "an answer");
    }
}

int main(void)
{
    be_recorded();
    pid_t child = fork_clients_and_server(client, BOTH, server, BOTH);
    alarm(30);
    if (child == 0) {
        clients_and_servers();
        exit(0);
    }
    relays();
    pthread_t thread;
    must(pthread_create(&thread, NULL, shares, NULL) == 0, "pthread_create");
    pthread_join(thread, NULL);
    receives(server[FIRST]);
    must(pthread_create(&thread, NULL, is_handed_over, NULL) == 0, "pthread_create");
    char bytes[256];
    ssize_t n = takes(client[SECOND], bytes, sizeof bytes);
    hand(bytes, n);
    pthread_join(thread, NULL);
    receives(server[FIRST]);
    must(pthread_create(&thread, NULL, receives_itself, NULL) == 0, "pthread_create");
    pthread_join(thread, NULL);
    receives(server[FIRST]);
    ended(child);
    return 0;
}
