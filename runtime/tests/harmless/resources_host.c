/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that limits what it may use, for resources.py: the signals that may wait (`signals`), or has as many waiting
 * as may be (`queue`), or begins more threads than that (`timers`); or the memory, itself (`memory`) or in a forked
 * child (`child`). `io` says that SIGIO is left at its default, and ends by it.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "burn.h"

enum { WAITING = 64, THREADS = 80, MEMORY = 20 << 20, TAKEN = 8 << 20 };

static void limit(int resource, rlim_t to)
{
    printf("%d\n", setrlimit(resource, &(struct rlimit){ to, to }));
    fflush(stdout);
}

static void fill_queue(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &set, NULL);
    limit(RLIMIT_SIGPENDING, WAITING);
    while (sigqueue(getpid(), SIGRTMIN, (union sigval){ 0 }) == 0)
        ;
    printf("%s\n", strerror(errno));
}

static void *rest(void *unused)
{
    usleep(200000);
    return unused;
}

static void begin_threads(void)
{
    pthread_t threads[THREADS];
    limit(RLIMIT_SIGPENDING, WAITING);
    for (int i = 0; i < THREADS; i++)
        printf("%d", pthread_create(&threads[i], NULL, rest, NULL));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("\n");
}

static void *work(void *unused)
{
    burn_ms(100);
    return unused;
}

static int live(void)
{
    pthread_t thread;
    burn_ms(200);
    void *taken = malloc(TAKEN);
    if (taken)
        memset(taken, 1, TAKEN);
    int begun = pthread_create(&thread, NULL, work, NULL);
    if (begun == 0)
        pthread_join(thread, NULL);
    printf("%s, %s\n", taken ? "memory" : "no memory", begun == 0 ? "a thread" : "no thread");
    return fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int status = 0;
    burn_ms(50);
    if (strcmp(what, "signals") == 0 || strcmp(what, "io") == 0)
        limit(RLIMIT_SIGPENDING, 0);
    else if (strcmp(what, "queue") == 0)
        fill_queue();
    else if (strcmp(what, "timers") == 0)
        begin_threads();
    else if (strcmp(what, "memory") == 0)
        limit(RLIMIT_DATA, MEMORY);
    if (strcmp(what, "child") == 0 && fork() == 0) {
        limit(RLIMIT_DATA, MEMORY);
        _exit(live());
    }
    if (strcmp(what, "child") == 0)
        printf("%d: %x\n", wait(&status) > 0, status);
    live();
    if (strcmp(what, "io") == 0) {
        struct sigaction action;
        sigaction(SIGIO, NULL, &action);
        printf("%s\n", action.sa_handler == SIG_DFL ? "default" : "another");
        fflush(stdout);
        raise(SIGIO);
    }
    return 0;
}
