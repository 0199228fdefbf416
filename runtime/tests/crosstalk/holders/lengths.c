/* SPDX-License-Identifier: Apache-2.0 */
/* Waits of which a part of the length is easily lost. */
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "persons.h"

/* A semaphore's waiter that signals interrupt waits on. */
static sem_t with_signals;
static uint64_t waited_with_signals;
static uint32_t interruptions; /* atomic */

static void on_signal(int number)
{
    (void)number;
}

static void wait_on(struct person *self)
{
    about_to_wait(self);
    for (int result = -1; result != 0;) {
        uint64_t since = now();
        result = sem_wait(&with_signals);
        waited_with_signals += now() - since;
        if (result != 0)
            __atomic_fetch_add(&interruptions, 1, __ATOMIC_RELEASE);
    }
}

void interrupted(void)
{
    static struct person waiter = { .type = "wait interrupted", .does = wait_on };
    sigaction(SIGUSR1, &(struct sigaction){ .sa_handler = on_signal }, NULL);
    begin(&waiter);
    for (uint32_t i = 0; i < 5; i++) {
        until_asleep(&waiter);
        pause_ms(20);
        pthread_kill(waiter.thread, SIGUSR1);
        while (__atomic_load_n(&interruptions, __ATOMIC_ACQUIRE) == i)
            pause_ms(1);
    }
    until_asleep(&waiter);
    AS("hold interrupted")
    sem_post(&with_signals);
    end(&waiter);
    printf("interrupted %llu\n", (unsigned long long)waited_with_signals);
}

/* Interrupted, and then it finds what it waited for. */
static sem_t given_in_handler;

static void give(int number)
{
    (void)number;
    sem_post(&given_in_handler);
}

static void wait_and_be_given(struct person *self)
{
    about_to_wait(self);
    while (sem_wait(&given_in_handler) != 0)
        ;
}

void interrupted_and_given(void)
{
    static struct person waiter = { .type = "wait given", .does = wait_and_be_given };
    sigaction(SIGUSR2, &(struct sigaction){ .sa_handler = give }, NULL);
    begin_to_wait(&waiter);
    pthread_kill(waiter.thread, SIGUSR2);
    end(&waiter);
}

/* A program that looks at something else now and then waits in slices, which are one wait. */
enum { SLICES = 5 };
static pthread_mutex_t of_slices = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t sliced = PTHREAD_COND_INITIALIZER;
static int has_come, slices; /* slices: atomic */
static uint64_t waited_in_slices;

static struct timespec in_ms(long ms)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += ms % 1000 * 1000000;
    t.tv_sec += ms / 1000 + t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static int wait_a_slice(int is_last)
{
    int came = 0, result = 0;
    struct timespec until = in_ms(is_last ? 60000 : 20);
    pthread_mutex_lock(&of_slices);
    uint64_t since = now();
    while (!(came = has_come) && result == 0)
        result = pthread_cond_timedwait(&sliced, &of_slices, &until);
    waited_in_slices += now() - since;
    pthread_mutex_unlock(&of_slices);
    return came;
}

static void wait_in_slices(struct person *self)
{
    about_to_wait(self);
    while (!wait_a_slice(slices == SLICES))
        __atomic_fetch_add(&slices, 1, __ATOMIC_RELEASE);
}

static void come(void)
{
    pthread_mutex_lock(&of_slices);
    has_come = 1;
    pthread_cond_signal(&sliced);
    pthread_mutex_unlock(&of_slices);
}

void in_slices(void)
{
    static struct person waiter = { .type = "wait in slices", .does = wait_in_slices };
    begin(&waiter);
    while (__atomic_load_n(&slices, __ATOMIC_ACQUIRE) < SLICES)
        pause_ms(1);
    until_asleep(&waiter);
    AS("hold slices")
    come();
    end(&waiter);
    printf("slices %llu\n", (unsigned long long)waited_in_slices);
}

/* But a request is none of the slices of another one. */
static void have_two_requests(struct person *self)
{
    int came = 0;
    for (int i = 0; i < 2; i++)
        AS("wait in two requests")
        {
            if (i == 1)
                about_to_wait(self);
            came = wait_a_slice(i == 1);
        }
    if (!came)
        puts("nothing came");
}

void two_requests(void)
{
    static struct person waiter = { .does = have_two_requests };
    has_come = 0;
    begin_to_wait(&waiter);
    AS("hold second request")
    come();
    end(&waiter);
}

/* The process ends while who has waited still holds the lock. */
static pthread_mutex_t to_the_end = PTHREAD_MUTEX_INITIALIZER;
static int is_held; /* atomic */

static void hold_to_the_end(struct person *self)
{
    about_to_wait(self);
    pthread_mutex_lock(&to_the_end);
    __atomic_store_n(&is_held, 1, __ATOMIC_RELEASE);
    for (;;)
        pause_ms(1000);
}

void end_of_process(void)
{
    static struct person holds = { .type = "wait to the end", .does = hold_to_the_end };
    AS("hold to the end")
    {
        pthread_mutex_lock(&to_the_end);
        begin_to_wait(&holds);
        pause_ms(10); /* not too short to be added at once */
        pthread_mutex_unlock(&to_the_end);
    }
    while (!__atomic_load_n(&is_held, __ATOMIC_ACQUIRE))
        pause_ms(1);
}
