/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Critical sections in cycles of the time stamp counter: the paper's push and
 * pop (Figure 1), while the other thread rests, and a counter, which transports
 * nothing. One by one in the first half, which is learned, then 32 at a time: a
 * reading costs as much as a section. Prints: what, first, learning (median), at
 * the end (median and quartiles). Run by benchmarks/micro/flows.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <x86intrin.h>

enum { SIZE = 32, TURNS = 400, TIMES = SIZE * TURNS };

struct element {
    void *sd;
    void *p;
};

static struct queue {
    struct element data[SIZE];
    int nelts;
    pthread_mutex_t mutex;
} queue = { .mutex = PTHREAD_MUTEX_INITIALIZER };

static pthread_mutex_t counted = PTHREAD_MUTEX_INITIALIZER;
static long counter;
static uint64_t push_cycles[TIMES], pop_cycles[TIMES], count_cycles[TIMES];
static sem_t pushed, popped;
static int items[TIMES];

static __attribute__((noinline)) void push(void *sd, void *p)
{
    pthread_mutex_lock(&queue.mutex);
    struct element *e = &queue.data[queue.nelts];
    e->sd = sd;
    e->p = p;
    queue.nelts++;
    pthread_mutex_unlock(&queue.mutex);
}

static __attribute__((noinline)) void pop(void **sd, void **p)
{
    pthread_mutex_lock(&queue.mutex);
    queue.nelts--;
    struct element *e = &queue.data[queue.nelts];
    *sd = e->sd;
    *p = e->p;
    pthread_mutex_unlock(&queue.mutex);
}

static __attribute__((noinline)) void count(void)
{
    pthread_mutex_lock(&counted);
    counter++;
    pthread_mutex_unlock(&counted);
}

static uint64_t now(void)
{
    unsigned unused;
    _mm_lfence();
    return __rdtscp(&unused);
}

static void push_one(int i)
{
    push(&items[i], &counter);
}

static void pop_one(int i)
{
    void *sd, *p;
    (void)i;
    pop(&sd, &p);
    (*(int *)sd)++;
}

static void count_one(int i)
{
    (void)i;
    count();
}

/* A turn of sections. The call is inlined: what is timed is the section. */
static inline __attribute__((always_inline)) void run(int turn, uint64_t *cycles, void (*section)(int))
{
    uint64_t begin = now();
    for (int i = turn * SIZE; i < (turn + 1) * SIZE; i++) {
        if (turn >= TURNS / 2) {
            section(i);
            continue;
        }
        begin = now();
        section(i);
        cycles[i] = now() - begin;
    }
    uint64_t each = (now() - begin) / SIZE;
    for (int i = turn * SIZE; turn >= TURNS / 2 && i < (turn + 1) * SIZE; i++)
        cycles[i] = each;
}

static void *consume(void *unused)
{
    (void)unused;
    for (int turn = 0; turn < TURNS; turn++) {
        sem_wait(&pushed);
        run(turn, pop_cycles, pop_one);
        sem_post(&popped);
    }
    return NULL;
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void tell(const char *what, uint64_t *cycles)
{
    uint64_t first = 0, learning[16];
    for (int i = 0; i < 4; i++)
        first = cycles[i] > first ? cycles[i] : first;
    for (int i = 0; i < 16; i++)
        learning[i] = cycles[8 + i];
    qsort(learning, 16, sizeof *learning, ascending);
    uint64_t *last = cycles + TIMES / 2;
    qsort(last, TIMES / 2, sizeof *last, ascending);
    printf("%s %lu %lu %lu %lu %lu\n", what, first, learning[8], last[TIMES / 4], last[TIMES / 8], last[TIMES / 8 * 3]);
}

int main(void)
{
    pthread_t consumer;
    sem_init(&pushed, 0, 0);
    sem_init(&popped, 0, 0);
    pthread_create(&consumer, NULL, consume, NULL);
    for (int turn = 0; turn < TURNS; turn++) {
        run(turn, push_cycles, push_one);
        sem_post(&pushed);
        sem_wait(&popped);
    }
    pthread_join(consumer, NULL);
    for (int turn = 0; turn < TURNS; turn++)
        run(turn, count_cycles, count_one);
    tell("push", push_cycles);
    tell("pop", pop_cycles);
    tell("counter", count_cycles);
    return 0;
}
