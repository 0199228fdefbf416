/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A lock of ours whose holder has a lower priority than who waits for it, and the same processor: it gets to let go, in
 * C (system/own_lock.h) and in dispatch.S. Both are of SCHED_FIFO, where the lower one runs only while the other
 * sleeps: not while that yields, however long. Exit status 77: such threads are refused.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "flows/translate.h"

enum { HOLDER = 1, WAITER = 2, PATIENCE_S = 5, SKIPPED = 77 };

#define COPIED __attribute__((section("copied"), noinline))
extern const char __start_copied[], __stop_copied[];

static struct wd_version version;
static uint8_t *copy;
static int asks, refused;

COPIED static long work(volatile long *n)
{
    long sum = 0;
    while (*n > 0)
        sum += (*n)--;
    return sum;
}

static size_t text_length(uintptr_t pc)
{
    uintptr_t end = (uintptr_t)__stop_copied;
    return pc - (uintptr_t)__start_copied < end - (uintptr_t)__start_copied ? end - pc : 0;
}

static int is_ours(uintptr_t pc)
{
    (void)pc;
    return 0;
}

static void left(struct wd_flow_thread *t, uintptr_t pc, enum wd_left why)
{
    (void)t, (void)pc, (void)why;
}

static void lock_and_unlock(void)
{
    uint64_t mask;
    wd_translate_lock(&mask);
    wd_translate_unlock(&mask);
}

/* Its first way out of a block is not known: dispatch.S is asked. */
static void run_copy(void)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    volatile long n = 3;
    t->log_begin = aligned_alloc(WD_LOG_BYTES, WD_LOG_BYTES);
    t->log = (uint64_t)t->log_begin;
    t->budget = 1000;
    t->section = (struct wd_section *)t;
    long sum = ((long (*)(volatile long *))(uintptr_t)copy)(&n);
    if (sum != 6)
        printf("the copy's sum is %ld\n", sum);
    free(t->log_begin);
}

static void *wait_for_it(void *in)
{
    __atomic_store_n(&asks, 1, __ATOMIC_SEQ_CST);
    (*(void (**)(void))in)();
    return NULL;
}

static int begin(pthread_t *thread, int priority, void *(*function)(void *), void *argument)
{
    pthread_attr_t attributes;
    cpu_set_t allowed, one;
    CPU_ZERO(&one);
    sched_getaffinity(0, sizeof allowed, &allowed);
    for (int cpu = 0; cpu < CPU_SETSIZE && !CPU_COUNT(&one); cpu++)
        if (CPU_ISSET(cpu, &allowed))
            CPU_SET(cpu, &one);
    pthread_attr_init(&attributes);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
    pthread_attr_setschedparam(&attributes, &(struct sched_param){ .sched_priority = priority });
    pthread_attr_setaffinity_np(&attributes, sizeof one, &one);
    int error = pthread_create(thread, &attributes, function, argument);
    pthread_attr_destroy(&attributes);
    return error;
}

/* The waiter runs at once: it has the higher priority. */
static void *hold(void *in)
{
    pthread_t waiter;
    uint64_t mask;
    wd_translate_lock(&mask);
    refused = begin(&waiter, WAITER, wait_for_it, in);
    while (!refused && !__atomic_load_n(&asks, __ATOMIC_SEQ_CST))
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    wd_translate_unlock(&mask);
    if (!refused)
        pthread_join(waiter, NULL);
    return NULL;
}

static void by(const char *where, void (*wait)(void))
{
    pthread_t holder;
    printf("%s: ", where);
    asks = 0;
    refused = begin(&holder, HOLDER, hold, &wait);
    if (!refused)
        pthread_join(holder, NULL);
    if (refused) {
        printf("skipped, SCHED_FIFO is refused: %s\n", strerror(refused));
        exit(SKIPPED);
    }
    printf("the holder let go\n");
}

int main(void)
{
    char error[200];
    uint64_t mask;
    setbuf(stdout, NULL);
    wd_translate_text = text_length;
    wd_translate_is_ours = is_ours;
    wd_translate_left = left;
    if (wd_translate_open(error, sizeof error) != 0)
        return printf("%s\n", error), 1;
    wd_version_begin(&version, 0, WD_VERSION_SLOTS);
    wd_translate_lock(&mask);
    copy = wd_translate(&version, (uintptr_t)work);
    wd_translate_unlock(&mask);
    if (!copy)
        return printf("nothing was translated\n"), 1;
    alarm(PATIENCE_S); /* of the holder's and the waiter's only what ends them gets through */
    by("system/own_lock.h", lock_and_unlock);
    by("dispatch.S", run_copy);
    return 0;
}
