/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads that share plain variables, each behind one kind of lock, through the
 * wrappers, which are linked in. Helgrind sees libc's functions behind them: if
 * a wrapper did not call the right one at the right moment, what the lock
 * protects would be a data race. Prints the totals, which must be exact.
 */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

#include "contexts/context.h"
#include "crosstalk/blocking.h"

__thread struct wd_thread wd_thread __attribute__((tls_model("initial-exec")));
const char *wd_thread_records;

enum { THREADS = 3, ROUNDS = 150 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, timed = PTHREAD_MUTEX_INITIALIZER, recursive, robust,
                       of_condition = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static long by_mutex, by_timed, by_recursive, by_robust, by_rwlock, by_condition, by_semaphore, seen;
static int taken;

static void hold(void)
{
    nanosleep(&(struct timespec){ 0, 20000 }, NULL);
}

static void take_turn(void)
{
    pthread_mutex_lock(&of_condition);
    while (taken) {
        struct timespec soon;
        clock_gettime(CLOCK_REALTIME, &soon);
        soon.tv_sec += 5;
        if (by_condition % 2)
            pthread_cond_wait(&condition, &of_condition);
        else
            pthread_cond_timedwait(&condition, &of_condition, &soon);
    }
    taken = 1;
    by_condition++;
    pthread_mutex_unlock(&of_condition);
    hold();
    pthread_mutex_lock(&of_condition);
    taken = 0;
    by_condition % 3 ? pthread_cond_signal(&condition) : pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&of_condition);
}

static void *work(void *context)
{
    wd_thread.context = (whodunit_context)(uintptr_t)context;
    struct timespec far;
    clock_gettime(CLOCK_REALTIME, &far);
    far.tv_sec += 100;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&mutex);
        by_mutex++;
        hold();
        pthread_mutex_unlock(&mutex);
        pthread_mutex_timedlock(&timed, &far);
        by_timed++;
        hold();
        pthread_mutex_unlock(&timed);
        pthread_mutex_lock(&recursive);
        pthread_mutex_lock(&recursive);
        by_recursive++;
        pthread_mutex_unlock(&recursive);
        by_recursive++;
        pthread_mutex_unlock(&recursive);
        pthread_mutex_lock(&robust);
        by_robust++;
        hold();
        pthread_mutex_unlock(&robust);
        pthread_rwlock_wrlock(&rwlock);
        by_rwlock++;
        hold();
        pthread_rwlock_unlock(&rwlock);
        pthread_rwlock_rdlock(&rwlock);
        long read = by_rwlock;
        hold();
        pthread_rwlock_unlock(&rwlock);
        __atomic_fetch_add(&seen, read > 0, __ATOMIC_RELAXED);
        sem_wait(&semaphore);
        by_semaphore++;
        hold();
        sem_post(&semaphore);
        take_turn();
    }
    return NULL;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_NORMAL);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&robust, &attributes);
    sem_init(&semaphore, 0, 1);
    wd_crosstalk_begin(1);
    pthread_t thread[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, work, (void *)(uintptr_t)wd_context_remote(1, (uint32_t)i + 2));
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    long n = THREADS * ROUNDS, waits = 0;
    struct wd_waits w;
    for (uint32_t position = 0; wd_waits_take(&position, &w);)
        waits += (long)w.count;
    printf("%ld %ld %ld %ld %ld %ld %ld, %ld waits\n", by_mutex, by_timed, by_recursive, by_robust, by_rwlock,
           by_condition, by_semaphore, waits);
    return !(by_mutex == n && by_timed == n && by_recursive == 2 * n && by_robust == n && by_rwlock == n &&
             by_condition == n && by_semaphore == n && seen == n && waits > 0);
}
