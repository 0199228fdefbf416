/* SPDX-License-Identifier: Apache-2.0 */
/* A host that forbids itself the processor's time stamps, for time_stamps.py: then it computes, waits for a lock, and
 * sends itself messages. It tells how many faults it had, and reads no clock itself from then on. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "burn.h"

enum { STEPS = 150000000, MESSAGES = 100 };

static volatile unsigned long burnt;
static volatile sig_atomic_t faults;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void burn(unsigned long steps)
{
    for (unsigned long i = 0; i < steps; i++)
        burnt += i;
}

static void on_fault(int signal)
{
    (void)signal;
    if (faults++ > 100)
        _exit(3);
}

static void *hold(void *held)
{
    pthread_mutex_lock(&lock);
    write(*(int *)held, "", 1);
    burn(STEPS / 10);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void wait_for_lock(void)
{
    int held[2];
    char byte;
    pthread_t other;
    if (pipe(held) != 0 || pthread_create(&other, NULL, hold, &held[1]) != 0 || read(held[0], &byte, 1) != 1)
        exit(2);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(other, NULL);
}

static void send_messages(void)
{
    int ends[2];
    char byte;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        exit(2);
    for (int i = 0; i < MESSAGES; i++)
        if (send(ends[0], "", 1, 0) != 1 || recv(ends[1], &byte, 1, 0) != 1)
            exit(2);
}

int main(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_fault;
    sigaction(SIGSEGV, &action, NULL);
    burn_ms(300);
    printf("prctl %d\n", prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0));
    burn(STEPS);
    wait_for_lock();
    send_messages();
    printf("%d faults\n", (int)faults);
    return 0;
}
