/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that forks: "main-ends": with a second thread, and the child's main thread ends while another one works, whose
 * end is the child's;
 * "at-once": several threads fork at the same time, again and again;
 * "within": a signal's handler forks while a fork is under way;
 * "raw": a child by _Fork, of which libc's handlers are not told, ends by exit.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "burn.h"

enum { FORKERS = 3, FORKS = 150, STATUS = 5, WORK_MS = 200, MUCH = 100 << 20, PATIENCE_S = 10 };

static void say_end(void)
{
    ssize_t n = write(STDOUT_FILENO, "end\n", 4);
    (void)n;
}

static void *work(void *nothing)
{
    burn_ms(WORK_MS);
    return nothing;
}

static void *wait_for_ever(void *nothing)
{
    for (;;)
        pause();
    return nothing;
}

static void main_ends(void)
{
    pthread_t thread;
    atexit(say_end);
    pthread_create(&thread, NULL, work, NULL);
    burn_ms(WORK_MS / 4);
    pthread_exit(NULL);
}

static void *fork_again(void *nothing)
{
    int status;
    for (int i = 0; i < FORKS; i++) {
        pid_t child = fork();
        if (child == 0)
            _exit(STATUS);
        waitpid(child, &status, 0);
    }
    return nothing;
}

static void fork_at_once(void)
{
    pthread_t threads[FORKERS];
    for (int i = 0; i < FORKERS; i++)
        pthread_create(&threads[i], NULL, fork_again, NULL);
    for (int i = 0; i < FORKERS; i++)
        pthread_join(threads[i], NULL);
    burn_ms(WORK_MS);
    say_end();
}

static volatile sig_atomic_t forking, within;

static void fork_within(int signal)
{
    int saved = errno;
    pid_t child = fork();
    (void)signal;
    within += forking;
    if (child == 0)
        _exit(STATUS);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    errno = saved;
}

/* A fork that copies much takes long enough to be interrupted. */
static void fork_again_within(void)
{
    char *memory = malloc(MUCH);
    struct sigaction action = { .sa_handler = fork_within, .sa_flags = SA_RESTART };
    memset(memory, 1, MUCH);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){ { 0, 100000 }, { 0, 100000 } }, NULL);
    for (time_t end = time(NULL) + 30; within < 3 && time(NULL) < end;) {
        forking = 1;
        pid_t child = fork();
        forking = 0;
        if (child == 0)
            _exit(STATUS);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    setitimer(ITIMER_REAL, &(struct itimerval){ { 0, 0 }, { 0, 0 } }, NULL);
    free(memory);
    puts(within < 3 ? "no fork was interrupted" : "end");
}

static void fork_raw(void)
{
    int status = 0;
    burn_ms(WORK_MS);
    pid_t child = _Fork();
    if (child == 0) {
        alarm(PATIENCE_S);
        exit(STATUS);
    }
    waitpid(child, &status, 0);
    printf("status %x\n", (unsigned)status);
}

int main(int argc, char **argv)
{
    int status = 0;
    if (argc > 1 && strcmp(argv[1], "within") == 0) {
        fork_again_within();
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "raw") == 0) {
        fork_raw();
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "at-once") == 0) {
        fork_at_once();
        return 0;
    }
    pthread_t other;
    pthread_create(&other, NULL, wait_for_ever, NULL);
    pid_t child = fork();
    if (child == 0)
        main_ends();
    waitpid(child, &status, 0);
    printf("status %x\n", (unsigned)status);
    return 0;
}
