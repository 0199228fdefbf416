/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads whose waits do not end while the process lives, each of a type of its own: two that wait for each other, two
 * that do so for a time, and others behind them. Prints "ready" when each has waited for more than a second, and ends
 * at a line of input. With an argument it is another user's from its start, as servers are, and no thread jumps.
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "whodunit.h"

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER,
                       of_main = PTHREAD_MUTEX_INITIALIZER, brief = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t written = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t of_never = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t upper = PTHREAD_MUTEX_INITIALIZER, lower = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both, both_for_a_time, held, may_jump;
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

static struct timespec in_an_hour(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += 3600;
    return t;
}

static void *upwards(void *unused)
{
    struct timespec until = in_an_hour();
    whodunit_begin("upwards");
    pthread_mutex_lock(&lower);
    pthread_barrier_wait(&both_for_a_time);
    pthread_mutex_timedlock(&upper, &until);
    return unused;
}

static void *downwards(void *unused)
{
    whodunit_begin("downwards");
    pthread_mutex_lock(&upper);
    pthread_barrier_wait(&both_for_a_time);
    pthread_mutex_lock(&lower);
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
    if (sigsetjmp(out, 1) == 0) {
        pthread_barrier_wait(&may_jump);
        pthread_mutex_lock(&of_main);
    }
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

static void be_another_user(void)
{
    if (setgid(65534) != 0 || setuid(65534) != 0)
        exit(1);
}

/* It has begun to wait when it is told to jump. */
static void make_jump(void)
{
    pthread_t jumper = begin(jumps);
    pthread_barrier_wait(&may_jump);
    sleep(1);
    pthread_kill(jumper, SIGUSR1);
}

static void begin_all(void)
{
    begin(to_the_right);
    begin(to_the_left);
    begin(upwards);
    begin(downwards);
    begin(writer);
    pthread_barrier_wait(&both);
    pthread_barrier_wait(&held);
    begin(behind);
    begin(reader);
    begin(of_running);
}

int main(int argc, char **argv)
{
    char line[16];
    (void)argv;
    if (argc > 1)
        be_another_user();
    alarm(120);
    signal(SIGUSR1, jump);
    pthread_barrier_init(&both, NULL, 3);
    pthread_barrier_init(&both_for_a_time, NULL, 2);
    pthread_barrier_init(&held, NULL, 2);
    pthread_barrier_init(&may_jump, NULL, 2);
    whodunit_context before = whodunit_begin("main");
    pthread_mutex_lock(&of_main);
    pthread_mutex_lock(&brief);
    whodunit_end(before);
    begin_all();
    pthread_t in_time = begin(ends);
    if (argc == 1)
        make_jump();
    sleep(2);
    pthread_mutex_unlock(&brief);
    pthread_join(in_time, NULL);
    puts("ready");
    fflush(stdout);
    return fgets(line, sizeof line, stdin) ? 0 : 1;
}
