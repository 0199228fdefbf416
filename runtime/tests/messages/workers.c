/* SPDX-License-Identifier: Apache-2.0 */
/*
 * workers.c: a server whose main thread waits for requests and hands them to one other thread, which works for them and
 * answers. Nobody sees how. What comes by the first connection the main thread receives. What comes by the second the
 * other thread receives; but if that is only a piece, the main thread receives the rest, and hands it over again.
 *
 *   workers MILLISECONDS
 *
 * Says its port, and for each request a line: its letter, between which times it was worked for, and for whom the
 * library held the thread to be at work then; for a piece, that it is one. Ends when the first client has gone.
 */
#include <pthread.h>
#include <sys/epoll.h>
#include <time.h>

#include "loopback.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int task = -1; /* whose request is handed over: a descriptor */
static char letter;   /* of which request; '\0': it is not received yet */
static int is_over, is_piece;
static unsigned long burn_ms;

static uint64_t now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void works_for(char asked, int fd)
{
    char text[400];
    describe(current(), text, sizeof text);
    uint64_t from = now(CLOCK_MONOTONIC), until = now(CLOCK_THREAD_CPUTIME_ID) + burn_ms * 1000000;
    while (now(CLOCK_THREAD_CPUTIME_ID) < until)
        ;
    printf("%c\t%lu\t%lu\t%s\n", asked, from, now(CLOCK_MONOTONIC), text);
    fflush(stdout);
    sends(fd, ".");
}

/* The letter of "GET /a HTTP/1.1", '\0' if the client has gone. */
static char received(int fd, int *is_whole)
{
    char bytes[256];
    ssize_t n = recv(fd, bytes, sizeof bytes, 0);
    *is_whole = n > 4 && memcmp(bytes + n - 4, "\r\n\r\n", 4) == 0;
    return n > 5 ? bytes[5] : '\0';
}

static void takes(int fd, char asked)
{
    int is_whole = 1;
    if (!asked) {
        asked = received(fd, &is_whole);
        is_piece = !is_whole;
    }
    if (is_whole) {
        works_for(asked, fd);
    } else {
        puts("piece");
        fflush(stdout);
    }
}

static void *works(void *user)
{
    (void)user;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (task < 0 && !is_over)
            pthread_cond_wait(&changed, &lock);
        if (is_over)
            break;
        takes(task, letter);
        task = -1;
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void hands_over(int fd, char asked)
{
    pthread_mutex_lock(&lock);
    task = fd;
    letter = asked;
    pthread_cond_broadcast(&changed);
    while (task >= 0)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

int main(int argc, char **argv)
{
    must(argc == 2, "usage");
    burn_ms = strtoul(argv[1], NULL, 10);
    be_recorded();
    struct sockaddr_in address;
    int listener = listening(&address), events = epoll_create1(0), client[2], is_whole;
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    struct epoll_event ready, wanted = { .events = EPOLLIN };
    for (int i = 0; i < 2; i++) {
        client[i] = accept(listener, NULL, NULL);
        wanted.data.fd = client[i];
        epoll_ctl(events, EPOLL_CTL_ADD, client[i], &wanted);
    }
    pthread_t thread;
    must(pthread_create(&thread, NULL, works, NULL) == 0, "pthread_create");
    char asked = 'x';
    while (asked && epoll_wait(events, &ready, 1, -1) == 1) {
        int fd = ready.data.fd;
        if (is_piece && fd == client[1]) {
            received(fd, &is_whole);
            is_piece = 0;
            hands_over(fd, 'd');
        } else if (fd == client[1]) {
            hands_over(fd, '\0');
        } else if ((asked = received(fd, &is_whole))) {
            hands_over(fd, asked);
        }
    }
    pthread_mutex_lock(&lock);
    is_over = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    must(pthread_join(thread, NULL) == 0, "pthread_join");
    return 0;
}
