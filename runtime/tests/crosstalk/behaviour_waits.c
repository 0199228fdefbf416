/* SPDX-License-Identifier: Apache-2.0 */
/* Reader/writer locks, conditions, semaphores: results, timeouts, cancellation. */
#include "behaviour.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>

static pthread_rwlock_t rwlock;

static void *try_rwlock(void *unused)
{
    (void)unused;
    struct timespec soon = in_ms(CLOCK_REALTIME, 20), late = in_ms(CLOCK_MONOTONIC, 20);
    int results[] = { pthread_rwlock_tryrdlock(&rwlock), pthread_rwlock_timedrdlock(&rwlock, &soon),
                      pthread_rwlock_clockrdlock(&rwlock, CLOCK_MONOTONIC, &late) };
    for (int i = 0; i < 3; i++) {
        show("  another reads", results[i]);
        if (results[i] == 0)
            show("  another leaves", pthread_rwlock_unlock(&rwlock));
    }
    soon = in_ms(CLOCK_REALTIME, 20), late = in_ms(CLOCK_MONOTONIC, 20);
    show("  another tries to write", pthread_rwlock_trywrlock(&rwlock));
    show("  another writes, timed", pthread_rwlock_timedwrlock(&rwlock, &soon));
    show("  another writes, clock", pthread_rwlock_clockwrlock(&rwlock, CLOCK_MONOTONIC, &late));
    return NULL;
}

static void *wait_to(void *write)
{
    show("  waited", write ? pthread_rwlock_wrlock(&rwlock) : pthread_rwlock_rdlock(&rwlock));
    show("  left", pthread_rwlock_unlock(&rwlock));
    return NULL;
}

void reader_writer_locks(void)
{
    for (int kind = 0; kind < 3; kind++) {
        pthread_rwlockattr_t attributes;
        pthread_rwlockattr_init(&attributes);
        pthread_rwlockattr_setkind_np(&attributes, kind);
        pthread_rwlock_init(&rwlock, &attributes);
        printf("rwlock of kind %d\n", kind);
        struct timespec bad = { 0, 2000000000 }, now = in_ms(CLOCK_REALTIME, 0);
        show("  free, a bad time to read", pthread_rwlock_timedrdlock(&rwlock, &bad));
        show("  free, a bad time to write", pthread_rwlock_timedwrlock(&rwlock, &bad));
        show("  free, a bad clock", pthread_rwlock_clockwrlock(&rwlock, CLOCK_PROCESS_CPUTIME_ID, &now));
        show("  read", pthread_rwlock_rdlock(&rwlock));
        show("  read again", pthread_rwlock_rdlock(&rwlock));
        on_thread(try_rwlock, NULL);
        show("  unlock", pthread_rwlock_unlock(&rwlock));
        pthread_t writer = start_thread(wait_to, (void *)1);
        pause_ms(10);
        int unlocked = pthread_rwlock_unlock(&rwlock);
        pthread_join(writer, NULL);
        show("  unlock with a writer waiting", unlocked);
        show("  write", pthread_rwlock_wrlock(&rwlock));
        show("  read while writing", pthread_rwlock_rdlock(&rwlock));
        show("  write while writing", pthread_rwlock_wrlock(&rwlock));
        on_thread(try_rwlock, NULL);
        pthread_t reader = start_thread(wait_to, NULL);
        pause_ms(10);
        unlocked = pthread_rwlock_unlock(&rwlock);
        pthread_join(reader, NULL);
        show("  unlock with a reader waiting", unlocked);
        pthread_rwlock_destroy(&rwlock);
    }
}

static pthread_mutex_t mutex;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void cleaned_up(void *what)
{
    printf("  cancelled in %s, the mutex is ours: ", (const char *)what);
    show("unlock", pthread_mutex_unlock(&mutex));
}

static void *wait_for_ever(void *timed)
{
    struct timespec late = in_ms(CLOCK_REALTIME, 100000);
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(cleaned_up, timed ? "timedwait" : "wait");
    for (;;)
        timed ? pthread_cond_timedwait(&condition, &mutex, &late) : pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(0);
    return NULL;
}

static void *wait_until_ready(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    while (!ready)
        show("  woken", pthread_cond_wait(&condition, &mutex));
    show("  unlock after", pthread_mutex_unlock(&mutex));
    return NULL;
}

void conditions(void)
{
    static const int types[] = { PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_RECURSIVE };
    for (int i = 0; i < 3; i++) {
        pthread_mutexattr_t attributes;
        pthread_mutexattr_init(&attributes);
        pthread_mutexattr_settype(&attributes, types[i]);
        pthread_mutex_init(&mutex, &attributes);
        printf("condition with a mutex of type %d\n", types[i]);
        struct timespec soon = in_ms(CLOCK_REALTIME, 20), late = in_ms(CLOCK_MONOTONIC, 20), bad = { 0, 2000000000 };
        pthread_mutex_lock(&mutex);
        show("  timedwait", pthread_cond_timedwait(&condition, &mutex, &soon));
        show("  clockwait", pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &late));
        show("  a bad time", pthread_cond_timedwait(&condition, &mutex, &bad));
        show("  a bad clock", pthread_cond_clockwait(&condition, &mutex, CLOCK_PROCESS_CPUTIME_ID, &soon));
        show("  still ours", pthread_mutex_unlock(&mutex));
        if (types[i] != PTHREAD_MUTEX_NORMAL)
            show("  without the mutex", pthread_cond_wait(&condition, &mutex));
        for (uintptr_t timed = 0; timed < 2; timed++) {
            pthread_t thread = start_thread(wait_for_ever, (void *)timed);
            pause_ms(10);
            pthread_cancel(thread);
            pthread_join(thread, NULL);
        }
        for (int all = 0; all < 2; all++) {
            ready = 0;
            pthread_t thread = start_thread(wait_until_ready, NULL);
            pause_ms(10);
            pthread_mutex_lock(&mutex);
            ready = 1;
            int woke = all ? pthread_cond_broadcast(&condition) : pthread_cond_signal(&condition);
            pthread_mutex_unlock(&mutex);
            pthread_join(thread, NULL);
            show("  wake", woke);
        }
        pthread_mutex_destroy(&mutex);
    }
}

static sem_t semaphore;

static void *take_semaphore(void *unused)
{
    (void)unused;
    show_errno("  sem_wait", sem_wait(&semaphore));
    return NULL;
}

static void *cancelled_before(void *unused)
{
    (void)unused;
    pthread_cancel(pthread_self());
    sem_wait(&semaphore);
    puts("  sem_wait is no cancellation point");
    return NULL;
}

static void on_signal(int number)
{
    (void)number;
}

void semaphores(void)
{
    int value;
    struct timespec soon = in_ms(CLOCK_REALTIME, 20), late = in_ms(CLOCK_MONOTONIC, 40), bad = { 0, 2000000000 };
    puts("semaphore");
    sem_init(&semaphore, 0, 1);
    show_errno("  wait", sem_wait(&semaphore));
    show_errno("  trywait", sem_trywait(&semaphore));
    show_errno("  timedwait", sem_timedwait(&semaphore, &soon));
    show_errno("  clockwait", sem_clockwait(&semaphore, CLOCK_MONOTONIC, &late));
    show_errno("  a bad time", sem_timedwait(&semaphore, &bad));
    show_errno("  a bad clock", sem_clockwait(&semaphore, CLOCK_PROCESS_CPUTIME_ID, &late));
    pthread_t thread = start_thread(take_semaphore, NULL);
    pause_ms(10);
    int posted = sem_post(&semaphore);
    pthread_join(thread, NULL);
    show_errno("  post", posted);
    thread = start_thread(take_semaphore, NULL);
    pause_ms(10);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    sem_post(&semaphore);
    on_thread(cancelled_before, NULL);
    sem_getvalue(&semaphore, &value);
    printf("  nobody took the token: %d\n", value);
    sem_wait(&semaphore);
    sigaction(SIGUSR1, &(struct sigaction){ .sa_handler = on_signal }, NULL);
    thread = start_thread(take_semaphore, NULL);
    pause_ms(10);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    errno = 7;
    sem_post(&semaphore);
    printf("  errno after a good post: %d\n", errno);
    sem_wait(&semaphore);
    printf("  errno after a good wait: %d\n", errno);
}
