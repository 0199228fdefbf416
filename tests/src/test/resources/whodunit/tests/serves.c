/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads that work for one request after the other: each waits within it, and then for the next one. Tells how long
 * they have waited, in ms: "within" requests, and "between" them.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "whodunit.h"

#define THREADS 3
#define REQUESTS 150
#define WITHIN_NS 10000000
#define BETWEEN_NS 20000000

static double within[THREADS], between[THREADS];

static double ms(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* What it has not used of the time is waited: a sample is taken before the call returns. */
static double idle_ms(void)
{
    return ms(CLOCK_MONOTONIC) - ms(CLOCK_THREAD_CPUTIME_ID);
}

static __attribute__((noinline)) double rests(long ns)
{
    struct timespec left = { 0, ns };
    double before = idle_ms();
    while (nanosleep(&left, &left) != 0)
        ;
    return idle_ms() - before;
}

static void *serves(void *number)
{
    long i = (long)number;
    for (int n = 0; n < REQUESTS; n++) {
        whodunit_context before = whodunit_begin("request");
        within[i] += rests(WITHIN_NS);
        whodunit_end(before);
        between[i] += rests(BETWEEN_NS);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    double sums[2] = { 0 };
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, serves, (void *)i);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        sums[0] += within[i];
        sums[1] += between[i];
    }
    printf("within %.3f\nbetween %.3f\n", sums[0], sums[1]);
    return 0;
}
