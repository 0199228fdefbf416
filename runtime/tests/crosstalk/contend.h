/* SPDX-License-Identifier: Apache-2.0 */
/*
 * contend.h: makes a thread of type "wait NAME" wait once for one of type "hold
 * NAME", which lets go when the other one sleeps. Uses next to no CPU.
 */
#ifndef CONTEND_H
#define CONTEND_H

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "whodunit.h"

struct contention {
    const char *name;
    void (*take)(void), (*let_go)(void), (*wait)(void);
    int waiter, taken; /* atomic; the waiting thread's id */
};

static void pause_ms(void)
{
    nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
}

static void until_it_sleeps(const int *waiter)
{
    char state = 0;
    while (state != 'S') {
        char path[64], line[256] = "";
        pause_ms();
        int thread = __atomic_load_n(waiter, __ATOMIC_ACQUIRE);
        if (!thread)
            continue;
        snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
        FILE *stat = fopen(path, "r");
        if (stat && fgets(line, sizeof line, stat))
            state = strrchr(line, ')')[2];
        if (stat)
            fclose(stat);
    }
}

static void begin_as(const char *what, const char *name)
{
    char type[64];
    snprintf(type, sizeof type, "%s %s", what, name);
    whodunit_begin(type);
}

static void *hold(void *argument)
{
    struct contention *c = argument;
    begin_as("hold", c->name);
    c->take();
    __atomic_store_n(&c->taken, 1, __ATOMIC_RELEASE);
    until_it_sleeps(&c->waiter);
    c->let_go();
    return NULL;
}

static void *wait_for(void *argument)
{
    struct contention *c = argument;
    begin_as("wait", c->name);
    __atomic_store_n(&c->waiter, gettid(), __ATOMIC_RELEASE);
    c->wait();
    return NULL;
}

static void contend(const char *name, void (*take)(void), void (*let_go)(void), void (*wait)(void))
{
    struct contention c = { name, take, let_go, wait, 0, 0 };
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, hold, &c);
    while (!__atomic_load_n(&c.taken, __ATOMIC_ACQUIRE))
        pause_ms();
    pthread_create(&threads[1], NULL, wait_for, &c);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}

#endif
