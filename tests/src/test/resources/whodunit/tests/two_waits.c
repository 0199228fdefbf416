/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that sleep, work, poll and work, in turn, each in a function of its own, for so many seconds. */
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define THREADS 8

static double end;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

__attribute__((noinline)) static void rests(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = 1300000 }, NULL);
}

__attribute__((noinline)) static void polls(void)
{
    poll(NULL, 0, 1);
}

__attribute__((noinline)) static void works(void)
{
    for (volatile int i = 0; i < 200000; i++)
        ;
}

static void *turns(void *unused)
{
    while (now() < end) {
        rests();
        works();
        polls();
        works();
    }
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread[THREADS];
    end = now() + (argc > 1 ? atof(argv[1]) : 1);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, turns, NULL) != 0)
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
