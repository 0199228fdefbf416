/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that ends in a signal's handler, as dnsmasq does while it starts, whatever that has interrupted:
 * threads: it starts and joins threads; user: as root, it becomes a member of no group, again and again. In both libc
 * holds a lock most of the time. at-once: without a signal, its threads end it by _exit at the same time, as h2o's do.
 */
#include <grp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "burn.h"

enum { STATUS = 5, AFTER_US = 150000, BURN_MS = 60, ENDING = 4 };

static void end(int signal)
{
    (void)signal;
    exit(STATUS);
}

static void *do_nothing(void *nothing)
{
    return nothing;
}

static void start_and_join(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, do_nothing, NULL) == 0)
        pthread_join(thread, NULL);
}

static void leave_groups(void)
{
    setgroups(0, NULL);
}

static pthread_barrier_t ready;

static void *end_at_once(void *nothing)
{
    pthread_barrier_wait(&ready);
    _exit(STATUS);
    return nothing;
}

static void end_in_threads(void)
{
    pthread_t thread;
    burn_ms(BURN_MS);
    pthread_barrier_init(&ready, NULL, ENDING);
    for (int i = 1; i < ENDING; i++)
        pthread_create(&thread, NULL, end_at_once, NULL);
    end_at_once(NULL);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "at-once") == 0)
        end_in_threads();
    const struct itimerval once = { { 0, 0 }, { 0, AFTER_US } };
    void (*again)(void) = argc > 1 && strcmp(argv[1], "user") == 0 ? leave_groups : start_and_join;
    signal(SIGALRM, end);
    setitimer(ITIMER_REAL, &once, NULL);
    for (;;)
        again();
}
