/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that ends in a signal's handler, as dnsmasq does while it starts, whatever that has interrupted:
 * threads: it starts and joins threads; memory: it allocates; user: as root, it becomes a member of no group, again and
 * again. In all of them libc holds a lock most of the time. default: it allocates, and has no handler.
 * at-once: without a signal, its threads end it by _exit at the same time, as h2o's do.
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

/* Larger than what a thread keeps for itself: libc's heap has one lock for all threads. */
static void allocate(void)
{
    enum { AT_ONCE = 64, SIZE = 3000 };
    void *memory[AT_ONCE];
    for (int i = 0; i < AT_ONCE; i++)
        memory[i] = malloc(SIZE + i);
    for (int i = 0; i < AT_ONCE; i++)
        free(memory[i]);
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
    const char *what = argc > 1 ? argv[1] : "";
    void (*again)(void) = strcmp(what, "user") == 0      ? leave_groups
                          : strcmp(what, "threads") == 0 ? start_and_join
                                                         : allocate;
    if (strcmp(what, "default") != 0)
        signal(SIGALRM, end);
    setitimer(ITIMER_REAL, &once, NULL);
    for (;;)
        again();
}
