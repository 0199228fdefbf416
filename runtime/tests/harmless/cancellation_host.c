/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host of one thread that is cancelled, for cancellation.py.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "burn.h"

enum { BURN = 240, FORKS = 1500, SOON_NS = 100000000, PATIENCE_S = 10 };

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

/* execve is no point at which a thread is cancelled: it goes on when that fails. */
static void *execute_nothing(void *file)
{
    char *const arguments[] = { file, NULL };
    pthread_cancel(pthread_self());
    execve(file, arguments, arguments + 1);
    printf("went on: %s\n", strerror(errno));
    return file;
}

static void by_itself_in_exec(void)
{
    char file[] = "/tmp/whodunit-cancellation-XXXXXX";
    pthread_t thread;
    void *result;
    int fd = mkstemp(file), is_written = fd >= 0 && write(fd, "no program", 10) == 10 && fchmod(fd, 0755) == 0;
    close(fd);
    pthread_create(&thread, NULL, execute_nothing, file);
    pthread_join(thread, &result);
    printf("%d %s\n", is_written, result == PTHREAD_CANCELED ? "cancelled" : "ended");
    unlink(file);
    burn_ms(BURN);
}

/* Nor is fork, whatever it waits for. */
static void *fork_again(void *unused)
{
    pthread_cancel(pthread_self());
    for (int i = 0; i < FORKS; i++) {
        pid_t child = fork();
        if (child == 0)
            syscall(SYS_exit_group, 0);
        syscall(SYS_wait4, child, 0, 0, 0);
    }
    return unused;
}

static void *burn_until(void *over)
{
    while (!__atomic_load_n((int *)over, __ATOMIC_RELAXED))
        burn_ms(1);
    return over;
}

static void by_itself_in_fork(void)
{
    pthread_t forks, burns;
    void *result;
    int over = 0;
    pthread_create(&burns, NULL, burn_until, &over);
    pthread_create(&forks, NULL, fork_again, NULL);
    pthread_join(forks, &result);
    printf("%s\n", result == PTHREAD_CANCELED ? "cancelled" : "ended");
    __atomic_store_n(&over, 1, __ATOMIC_RELAXED);
    pthread_join(burns, NULL);
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
    { "itself", by_itself },   { "child", by_its_child },     { "handler", in_a_handler },
    { "second", by_a_second }, { "c11", by_a_second_of_c11 }, { "timer", by_a_timer },
    { "reads", reads },        { "exec", by_itself_in_exec }, { "fork", by_itself_in_fork },
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
