/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host of one thread that is cancelled, for cancellation.py.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "burn.h"

enum { BURN = 240, SOON_NS = 100000000, PATIENCE_S = 10 };

static int ends[2]; /* a pipe to which nobody writes */
static pthread_t first;

static void say(void *what)
{
    printf("%s\n", (const char *)what);
    fflush(stdout);
}

static void wait_for_ever(const char *what)
{
    char byte;
    pthread_cleanup_push(say, (void *)what);
    while (read(ends[0], &byte, 1) < 0)
        say("interrupted");
    pthread_cleanup_pop(0);
}

static void by_itself(void)
{
    pthread_cancel(pthread_self());
    wait_for_ever("cancelled at once");
}

static void by_its_child(void)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        alarm(PATIENCE_S);
        by_itself();
    }
    waitpid(child, &status, 0);
    printf("status %d\n", status);
}

static void cancel_this(int signal)
{
    (void)signal;
    pthread_cancel(pthread_self());
}

/* It has one thread: what it waits in is not a point at which it can be cancelled, what comes next is. */
static void in_a_handler(void)
{
    struct sigaction action = { .sa_handler = cancel_this };
    sigaction(SIGALRM, &action, NULL);
    ualarm(SOON_NS / 1000, 0);
    wait_for_ever("cancelled after the handler");
}

static void cancel_first(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = SOON_NS }, NULL);
    pthread_cancel(first);
}

static void *run(void *unused)
{
    cancel_first();
    return unused;
}

static void by_a_second(void)
{
    pthread_t second;
    pthread_create(&second, NULL, run, NULL);
    wait_for_ever("cancelled by a second thread");
}

static int run_c11(void *unused)
{
    (void)unused;
    cancel_first();
    return 0;
}

static void by_a_second_of_c11(void)
{
    thrd_t second;
    thrd_create(&second, run_c11, NULL);
    wait_for_ever("cancelled by a second thread of C11");
}

static void at_the_time(union sigval unused)
{
    (void)unused;
    pthread_cancel(first);
    pthread_join(first, NULL);
    exit(0); /* libc's own thread for timers stays */
}

static void by_a_timer(void)
{
    timer_t timer;
    struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = at_the_time };
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &(struct itimerspec){ .it_value.tv_nsec = SOON_NS }, NULL);
    wait_for_ever("cancelled by a timer's thread");
}

/* How many calls a library that was preloaded sees is its own to say. */
static void reads(void)
{
    char byte;
    for (int i = 0; i < 1000; i++)
        if (read(0, &byte, 1) != 0)
            say("standard input is not empty");
}

static const struct {
    const char *name;
    void (*function)(void);
} cases[] = {
    { "itself", by_itself },       { "child", by_its_child }, { "handler", in_a_handler }, { "second", by_a_second },
    { "c11", by_a_second_of_c11 }, { "timer", by_a_timer },   { "reads", reads },
};

int main(int argc, char **argv)
{
    if (pipe(ends) != 0)
        return 3;
    first = pthread_self();
    alarm(PATIENCE_S); /* it ends, whatever happens */
    burn_ms(BURN);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (strcmp(argv[1], cases[i].name) == 0) {
            cases[i].function();
            return 0;
        }
    return 2;
}
