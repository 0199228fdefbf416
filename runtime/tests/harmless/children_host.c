/* SPDX-License-Identifier: Apache-2.0 */
/*
 * children_host.c: a forked child whose first thread waits while others work. Its waits are not to be interrupted, as
 * poll, epoll_wait and a sleep are by any signal whose handler runs.
 *
 * long: one thread works; short: many do, one after the other, each for less than a tick.
 *
 * ended: children that work are ended by SIGTERM, each a little later than the one before: also while its recording
 * begins. executes: likewise, but they execute a program.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "burn.h"

static int is_long, done[2];

static void *work(void *unused)
{
    burn_ms(is_long ? 1500 : 3);
    return unused;
}

static void *all_work(void *unused)
{
    pthread_t thread;
    for (int i = 0; i < (is_long ? 1 : 400); i++)
        if (pthread_create(&thread, NULL, work, NULL) == 0)
            pthread_join(thread, NULL);
    if (write(done[1], "", 1) != 1)
        _exit(1);
    return unused;
}

static int child(void)
{
    struct pollfd until_done = { .fd = done[0], .events = POLLIN };
    pthread_t thread;
    int interrupted = 0;
    if (pthread_create(&thread, NULL, all_work, NULL) != 0)
        return 1;
    while (poll(&until_done, 1, 60000) < 0 && errno == EINTR)
        interrupted++;
    printf("interrupted %d times\n", interrupted);
    fflush(stdout);
    return 0;
}

static int end_children(int by_signal)
{
    for (unsigned i = 0; i < 200; i++) {
        pid_t forked = fork();
        if (forked == 0 && !by_signal) {
            burn_ms(6 + i % 10); /* its timer expires with one of the kernel's ticks */
            execl("/bin/true", "true", (char *)NULL);
        } else if (forked == 0) {
            burn_ms(10000);
        }
        if (forked == 0)
            _exit(1);
        usleep(4000 + i * 50);
        int status = 0;
        if (by_signal && kill(forked, SIGTERM) != 0)
            return 1;
        if (waitpid(forked, &status, 0) != forked || status != (by_signal ? SIGTERM : 0))
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && (strcmp(argv[1], "ended") == 0 || strcmp(argv[1], "executes") == 0))
        return end_children(strcmp(argv[1], "ended") == 0);
    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    if (pipe(done) != 0)
        return 1;
    pid_t forked = fork();
    if (forked == 0)
        return child();
    int status = 0;
    waitpid(forked, &status, 0);
    return WEXITSTATUS(status);
}
