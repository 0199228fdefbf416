/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Relatives that wait for and wake each other in one bucket, with more keys than it has places for, and are killed
 * anywhere. A waker's context is the key that it wakes by: who waits for another key and has its mark has a wrong one.
 * At last all are killed, and all places must be free again.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "memory/region.h"
#include "relatives_stubs.h"
#include "scenarios.h"

#define PROCESSES 8
#define KEYS 10
#define PLACES 8 /* of a bucket */
#define KILLS 400

static const struct wd_caller caller;
static wd_between_key keys[KEYS];
static struct results {
    uint64_t right, wrong, torn, without;
} * results;
static uint32_t waits_for; /* the waiter's key, as a context */

void relatives_added(const struct wd_wait *wait)
{
    uint64_t *result = &results->right;
    if (wait->key.end != WD_WAIT_WOKEN)
        result = &results->without;
    else if (wait->key.holder == TORN || (wait->key.holder_path & ~WD_UNNAMED) != PATH_OF(wait->key.holder))
        result = &results->torn;
    else if (wait->key.holder != waits_for)
        result = &results->wrong;
    __atomic_fetch_add(result, 1, __ATOMIC_RELAXED);
}

static void begin(struct wd_between_wait *wait, unsigned key)
{
    waits_for = key + 1;
    wd_thread.context = PROCESSES + KEYS + 1;
    wd_between_begin(wait, WD_WAIT_SEMAPHORE, keys[key], &caller);
}

static void work(unsigned seed)
{
    for (;;) {
        unsigned key = (unsigned)rand_r(&seed) % KEYS;
        if (rand_r(&seed) % 2) {
            struct wd_between_wait wait;
            begin(&wait, key);
            if (rand_r(&seed) % 4 == 0)
                sched_yield();
            wd_between_end(&wait, 1);
            wd_between_over();
        } else {
            wd_thread.context = key + 1;
            wd_between_wakes(keys[key], &caller);
        }
    }
}

static pid_t start(unsigned seed)
{
    pid_t process = fork();
    if (process == 0)
        work(seed);
    if (process < 0)
        exit(2);
    return process;
}

static void end(pid_t process)
{
    kill(process, SIGKILL);
    if (waitpid(process, NULL, 0) != process)
        exit(2);
}

int main(void)
{
    pid_t process[PROCESSES];
    results = wd_region_share(sizeof *results);
    if (!results)
        return 2;
    for (int i = 0; i < KEYS; i++)
        keys[i] = relatives_key(i);
    for (unsigned i = 0; i < PROCESSES; i++)
        process[i] = start(i);
    for (unsigned i = 0; i < KILLS; i++) {
        nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
        end(process[i % PROCESSES]);
        process[i % PROCESSES] = start(PROCESSES + i);
    }
    for (int i = 0; i < PROCESSES; i++)
        end(process[i]);
    struct wd_between_wait waits[PLACES];
    int places = 0;
    for (unsigned i = 0; i < PLACES; i++) {
        begin(&waits[i], i);
        places += waits[i].on != NULL;
    }
    int counted = (int)__atomic_load_n(wd_between_waiters, __ATOMIC_RELAXED);
    printf("%lu right, %lu wrong, %lu torn, %lu without a mark; places for %d, counted as %d\n",
           (unsigned long)results->right, (unsigned long)results->wrong, (unsigned long)results->torn,
           (unsigned long)results->without, places, counted);
    return results->right == 0 || results->wrong || results->torn || places != PLACES || counted < PLACES;
}
