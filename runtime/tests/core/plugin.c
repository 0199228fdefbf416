/* SPDX-License-Identifier: Apache-2.0 */
/* A library that ends the program while it is being loaded, which has just waited for a lock; for processes.sh. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "whodunit.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned long burnt;
static volatile int held;

static void *hold(void *unused)
{
    whodunit_begin("Holder");
    pthread_mutex_lock(&mutex);
    held = 1;
    for (unsigned long i = 0; i < 200000000; i++)
        burnt += i;
    pthread_mutex_unlock(&mutex);
    return unused;
}

__attribute__((constructor)) static void load(void)
{
    pthread_t holder;
    whodunit_begin("Waiter");
    pthread_create(&holder, NULL, hold, NULL);
    while (!held)
        usleep(1000);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    exit(3);
}
