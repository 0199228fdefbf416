/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forks of all kinds, for forks.py: each prints what the kernel says of the CPU that
 * its processes have used, in seconds, when all of them have ended.
 *
 *   forks KIND SECONDS     the CPU time that each process is to use
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "endings.h"

extern char **environ;

static double seconds;

static void burn(double cpu)
{
    struct timespec t;
    volatile double x = 0;
    do {
        for (int i = 0; i < 10000; i++)
            x += i;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    } while ((double)t.tv_sec + 1e-9 * (double)t.tv_nsec < cpu);
}

static double used_by(int who)
{
    struct rusage r;
    getrusage(who, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + 1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

static void end_of_all(void)
{
    int status, ends;
    while ((ends = wait(&status)) > 0 || errno == EINTR)
        if (ends > 0 && WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
            fprintf(stderr, "child %d died of signal %d\n", ends, WTERMSIG(status));
}

static void *burn_thread(void *unused)
{
    burn(seconds);
    return unused;
}

/* Two children that work, one of which ends without destructors. */
static void work(void)
{
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            burn(seconds);
            if (i)
                _exit(0);
            exit(0);
        }
}

/* Children that would be recorded by what they do while they end. */
static void endings(void)
{
    for (int i = 0; i < 4; i++)
        if (fork() == 0) {
            at_end = seconds;
            exit(0);
        }
}

/* With threads of its own, begun before and after its recording. */
static void threads(void)
{
    if (fork() == 0) {
        pthread_t early, late;
        pthread_create(&early, NULL, burn_thread, NULL);
        burn(seconds);
        pthread_create(&late, NULL, burn_thread, NULL);
        pthread_join(early, NULL);
        pthread_join(late, NULL);
        exit(0);
    }
}

static void *fork_here(void *unused)
{
    work();
    return unused;
}

/* From a thread, while others are busy: they are not in the child. */
static void from_thread(void)
{
    pthread_t busy[2], forking;
    for (int i = 0; i < 2; i++)
        pthread_create(&busy[i], NULL, burn_thread, NULL);
    usleep(100000);
    pthread_create(&forking, NULL, fork_here, NULL);
    pthread_join(forking, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(busy[i], NULL);
}

/* A daemon: its parent ends at once. It is found by a pipe, since nobody is left to wait for it. */
static void daemon_of_two(void)
{
    int ends[2];
    double used = 0;
    if (pipe(ends) != 0)
        abort();
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int fd = 0; fd < 1024; fd++)
                if (fd != ends[1])
                    close(fd);
            burn(seconds);
            used = used_by(RUSAGE_SELF);
            if (write(ends[1], &used, sizeof used) != sizeof used)
                abort();
            exit(0);
        }
        _exit(0);
    }
    close(ends[1]);
    if (read(ends[0], &used, sizeof used) != sizeof used)
        used = -1;
    char end;
    if (read(ends[0], &end, 1) != 0) /* its end */
        used = -1;
    printf("%.3f\n", used);
}

/* A child's children, as a pre-forking server that has made itself a daemon. */
static void grandchildren(void)
{
    if (fork() == 0) {
        burn(seconds);
        work();
        burn(2 * seconds);
        end_of_all();
        exit(0);
    }
}

static void spawn_one(void)
{
    char *arguments[] = { "true", NULL };
    pid_t child = vfork();
    if (child == 0) {
        execve("/bin/true", arguments, NULL);
        _exit(127);
    }
    waitpid(child, NULL, 0);
    if (posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ) == 0)
        waitpid(child, NULL, 0);
    if (vfork() == 0)
        _exit(0);
}

static void vforks(void)
{
    for (int i = 0; i < 5; i++)
        spawn_one();
    burn(seconds);
}

static void killed(void)
{
    pid_t child = fork();
    if (child == 0)
        for (;;)
            burn(1e9);
    usleep((useconds_t)(seconds * 1e6));
    kill(child, SIGKILL);
}

static const char *myself;

/* Works, and executes another program that does. */
static void execs(void)
{
    if (fork() == 0) {
        burn(seconds);
        execl(myself, myself, "burn", "0.5", (char *)NULL);
        _exit(127);
    }
}

static void burn_only(void)
{
    burn(seconds);
}

static int order;

static void host_prepares(void)
{
    order = order == 0 ? 1 : -1;
}
static void host_in_parent(void)
{
    order = order == 1 ? 2 : -1;
}
static void host_in_child(void)
{
    order = order == 1 ? 3 : -1;
}

static void handlers(void)
{
    pthread_atfork(host_prepares, host_in_parent, host_in_child);
    if (fork() == 0) {
        burn(seconds);
        exit(order == 3 ? 0 : 99);
    }
    int status;
    wait(&status);
    if (order != 2 || status != 0)
        fprintf(stderr, "handlers of the host's ran out of order: %d, %d\n", order, status);
}

/* Many that live for a moment, four at a time. */
static void short_lives(void)
{
    for (int i = 0; i < 2000; i++) {
        if (i >= 4)
            wait(NULL);
        if (fork() == 0) {
            burn(seconds);
            _exit(0);
        }
    }
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } kinds[] = { { "work", work },
                  { "endings", endings },
                  { "threads", threads },
                  { "from_thread", from_thread },
                  { "daemon", daemon_of_two },
                  { "grandchildren", grandchildren },
                  { "vforks", vforks },
                  { "killed", killed },
                  { "handlers", handlers },
                  { "short_lives", short_lives },
                  { "exec", execs },
                  { "burn", burn_only } };
    for (size_t i = 0; count == 3 && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(arguments[1], kinds[i].name) == 0) {
            seconds = atof(arguments[2]);
            myself = arguments[0];
            kinds[i].run();
            if (kinds[i].run == daemon_of_two)
                return 0;
            end_of_all();
            if (kinds[i].run != burn_only)
                printf("%.3f\n", used_by(RUSAGE_SELF) + used_by(RUSAGE_CHILDREN));
            return 0;
        }
    fprintf(stderr, "what?\n");
    return 2;
}
