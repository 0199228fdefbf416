/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that ends in a signal's handler, as dnsmasq does while it starts, whatever that has interrupted:
 * threads: it starts and joins threads; user: as root, it becomes a member of no group, again and again. In both libc
 * holds a lock most of the time.
 */
#include <grp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { STATUS = 5, AFTER_US = 150000 };

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

int main(int argc, char **argv)
{
    const struct itimerval once = { { 0, 0 }, { 0, AFTER_US } };
    void (*again)(void) = argc > 1 && strcmp(argv[1], "user") == 0 ? leave_groups : start_and_join;
    signal(SIGALRM, end);
    setitimer(ITIMER_REAL, &once, NULL);
    for (;;)
        again();
}
