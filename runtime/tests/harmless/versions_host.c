/* SPDX-License-Identifier: Apache-2.0 */
/*
 * versions_host.c: calls glibc's functions of which there are an old and a new implementation of the same name, and
 * says by what they do which one it has got. Of the new ones; with OLD of the old ones, by their version; as a library
 * that is linked with nothing, and so names no version, of those that such a library gets.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef OLD
__asm__(".symver pthread_cond_init, pthread_cond_init@GLIBC_2.2.5\n"
        ".symver pthread_cond_destroy, pthread_cond_destroy@GLIBC_2.2.5\n"
        ".symver pthread_cond_wait, pthread_cond_wait@GLIBC_2.2.5\n"
        ".symver pthread_cond_timedwait, pthread_cond_timedwait@GLIBC_2.2.5\n"
        ".symver pthread_cond_signal, pthread_cond_signal@GLIBC_2.2.5\n"
        ".symver pthread_cond_broadcast, pthread_cond_broadcast@GLIBC_2.2.5\n"
        ".symver posix_spawn, posix_spawn@GLIBC_2.2.5\n"
        ".symver posix_spawnp, posix_spawnp@GLIBC_2.2.5\n"
        ".symver quick_exit, quick_exit@GLIBC_2.10\n"
        ".symver timer_create, timer_create@GLIBC_2.2.5\n"
        ".symver timer_settime, timer_settime@GLIBC_2.2.5\n"
        ".symver timer_delete, timer_delete@GLIBC_2.2.5\n");
#endif

#define UNTOUCHED 0xa5

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static union {
    pthread_cond_t condition;
    unsigned char bytes[sizeof(pthread_cond_t)];
} its;
static int turn;

static void *wait_for_turn(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    turn = 1;
    while (turn != 2)
        pthread_cond_wait(&its.condition, &mutex);
    turn = 3;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static int turn_is(int wanted)
{
    pthread_mutex_lock(&mutex);
    int is = turn == wanted;
    pthread_mutex_unlock(&mutex);
    return is;
}

/* Tells how much of the memory of a condition is used: the old one is a pointer. */
static void use_condition(int (*wake)(pthread_cond_t *))
{
    pthread_t thread;
    turn = 0;
    memset(its.bytes, UNTOUCHED, sizeof its);
    pthread_cond_init(&its.condition, NULL);
    pthread_create(&thread, NULL, wait_for_turn, NULL);
    while (!turn_is(1))
        usleep(1000);
    pthread_mutex_lock(&mutex);
    turn = 2;
    wake(&its.condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    struct timespec past = { .tv_sec = 1 };
    pthread_mutex_lock(&mutex);
    int result = pthread_cond_timedwait(&its.condition, &mutex, &past);
    pthread_mutex_unlock(&mutex);
    printf("turn %d, timedwait %s, destroyed %d, beyond a pointer %s\n", turn, strerrorname_np(result),
           pthread_cond_destroy(&its.condition), its.bytes[sizeof(void *)] == UNTOUCHED ? "untouched" : "used");
}

typedef int spawner(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[],
                    char *const[]);

/* The old one gives a script without an interpreter's name to a shell. */
static void spawn_script(const char *name, spawner *spawn)
{
    char path[] = "/tmp/whodunit-versions-XXXXXX", *arguments[] = { path, NULL };
    int file = mkstemp(path);
    dprintf(file, "exit 0\n");
    fchmod(file, 0700);
    close(file);
    pid_t child = 0;
    int result = spawn(&child, path, NULL, NULL, arguments, environ);
    if (result == 0)
        waitpid(child, NULL, 0);
    printf("%s: %s\n", name, result == 0 ? "is executed" : strerrorname_np(result));
    unlink(path);
}

/* To the old one a timer is an int. */
static void use_timer(void)
{
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
    struct itimerspec soon = { .it_value = { .tv_nsec = 1 } };
    union {
        timer_t timer;
        int numbers[2];
    } id = { .numbers = { UNTOUCHED, UNTOUCHED } };
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    int created = timer_create(CLOCK_MONOTONIC, &event, &id.timer);
    printf("timer created %d, beyond an int %s\n", created, id.numbers[1] == UNTOUCHED ? "untouched" : "used");
    fflush(stdout);
#ifdef OLD
    timer_t timer = (timer_t)(long)id.numbers[0];
#else
    timer_t timer = id.numbers[1] == UNTOUCHED ? (timer_t)(long)id.numbers[0] : id.timer;
#endif
    int result = timer_settime(timer, 0, &soon, NULL);
    struct timespec patience = { .tv_sec = 20 };
    int signal = sigtimedwait(&set, NULL, &patience);
    printf("timer set %d, signal %s, deleted %d\n", result, signal == SIGUSR1 ? "comes" : "is missing",
           timer_delete(timer));
}

extern int __cxa_thread_atexit_impl(void (*)(void *), void *, void *);
extern void *__dso_handle;

static void say(void *what)
{
    write(STDOUT_FILENO, what, strlen(what));
}

int versions_begin(void)
{
    alarm(50);
    use_condition(pthread_cond_signal);
    use_condition(pthread_cond_broadcast);
    spawn_script("posix_spawn", posix_spawn);
    spawn_script("posix_spawnp", posix_spawnp);
    use_timer();
    fflush(stdout);
    /* the old quick_exit calls a thread's destructors */
    __cxa_thread_atexit_impl(say, "a thread's destructor\n", &__dso_handle);
    quick_exit(0);
}

#ifndef LIBRARY
int main(void)
{
    return versions_begin();
}
#endif
