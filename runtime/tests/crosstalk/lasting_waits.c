/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads whose waits do not end while the process lives, each of a type of its own: two that wait for each other, and
 * others behind them. Prints "ready" when each has waited for more than a second, and ends at a line of input.
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "whodunit.h"

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER,
                       of_main = PTHREAD_MUTEX_INITIALIZER, brief = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t written = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t of_never = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t both, held;
static sigjmp_buf out;

static void *to_the_right(void *unused)
{
    whodunit_begin("to the right");
    pthread_mutex_lock(&left);
    pthread_barrier_wait(&both);
    pthread_mutex_lock(&right);
    return unused;
}

static void *to_the_left(void *unused)
{
    whodunit_begin("to the left");
    pthread_mutex_lock(&right);
    pthread_barrier_wait(&both);
    pthread_mutex_lock(&left);
    return unused;
}

static void *behind(void *unused)
{
    whodunit_begin("behind both");
    pthread_mutex_lock(&left);
    return unused;
}

static void *writer(void *unused)
{
    whodunit_begin("writer");
    pthread_rwlock_wrlock(&written);
    pthread_barrier_wait(&held);
    pthread_mutex_lock(&of_never);
    pthread_cond_wait(&never, &of_never);
    return unused;
}

static void *reader(void *unused)
{
    whodunit_begin("reader");
    pthread_rwlock_rdlock(&written);
    return unused;
}

static void *of_running(void *unused)
{
    whodunit_begin("of a running one");
    pthread_mutex_lock(&of_main);
    return unused;
}

static void *ends(void *unused)
{
    whodunit_begin("ends in time");
    pthread_mutex_lock(&brief);
    pthread_mutex_unlock(&brief);
    return unused;
}

static void jump(int signal)
{
    (void)signal;
    siglongjmp(out, 1);
}

static void *jumps(void *unused)
{
    whodunit_begin("jumps away");
    if (sigsetjmp(out, 1) == 0)
        pthread_mutex_lock(&of_main);
    for (;;)
        pause();
    return unused;
}

static pthread_t begin(void *(*run)(void *))
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, NULL) != 0)
        exit(1);
    return thread;
}

int main(void)
{
    char line[16];
    alarm(120);
    signal(SIGUSR1, jump);
    pthread_barrier_init(&both, NULL, 2);
    pthread_barrier_init(&held, NULL, 2);
    whodunit_context before = whodunit_begin("main");
    pthread_mutex_lock(&of_main);
    pthread_mutex_lock(&brief);
    whodunit_end(before);
    begin(to_the_right);
    begin(to_the_left);
    begin(writer);
    pthread_barrier_wait(&held);
    pthread_t jumper = begin(jumps);
    begin(behind);
    begin(reader);
    begin(of_running);
    pthread_t in_time = begin(ends);
    sleep(1);
    pthread_kill(jumper, SIGUSR1);
    sleep(2);
    pthread_mutex_unlock(&brief);
    pthread_join(in_time, NULL);
    puts("ready");
    fflush(stdout);
    return fgets(line, sizeof line, stdin) ? 0 : 1;
}
