/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A pool of blocks between threads of two kinds: pool FILL ITEMS. Acceptors,
 * which have no context of their own, take a block out of the pool, fill it
 * (FILL: stores, memset; some: and look into each tenth before) and put it into a queue; workers take it from there,
 * work, and give it back to the pool under the item's context. So the pool's
 * blocks go from workers to acceptors, and nothing is handed over with them.
 * The link is a block's first member: its address is the block's. Exit status
 * 0: nobody had a wrong context.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "kinds.h"
#include "under.h"
#include "whodunit.h"

enum { SIZE = 64, THREADS = 2 };

struct block {
    STAILQ_ENTRY(block) link;
    long number;
    whodunit_context context;
    char bytes[96];
};

STAILQ_HEAD(blocks, block);
static struct blocks pool = STAILQ_HEAD_INITIALIZER(pool), queue = STAILQ_HEAD_INITIALIZER(queue);
static pthread_mutex_t of_pool = PTHREAD_MUTEX_INITIALIZER, of_queue = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int length, at_end, by_memset, looks_into_some;
static long items;
static atomic_long looked_at, next_number, accepted_right, accepted_wrong, right, wrong, unknown;

static __attribute__((noinline)) struct block *out_of_pool(void)
{
    pthread_mutex_lock(&of_pool);
    struct block *block = STAILQ_FIRST(&pool);
    if (block)
        STAILQ_REMOVE_HEAD(&pool, link);
    pthread_mutex_unlock(&of_pool);
    return block ? block : calloc(1, sizeof *block);
}

static __attribute__((noinline)) void into_pool(struct block *block)
{
    pthread_mutex_lock(&of_pool);
    STAILQ_INSERT_HEAD(&pool, block, link);
    pthread_mutex_unlock(&of_pool);
}

static __attribute__((noinline)) void put(struct block *block)
{
    pthread_mutex_lock(&of_queue);
    while (length == SIZE)
        pthread_cond_wait(&not_full, &of_queue);
    STAILQ_INSERT_TAIL(&queue, block, link);
    length++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&of_queue);
}

static __attribute__((noinline)) struct block *get(void)
{
    struct block *block = NULL;
    pthread_mutex_lock(&of_queue);
    while (length == 0 && !at_end)
        pthread_cond_wait(&not_empty, &of_queue);
    if (length > 0) {
        block = STAILQ_FIRST(&queue);
        STAILQ_REMOVE_HEAD(&queue, link);
        length--;
        pthread_cond_signal(&not_full);
    }
    pthread_mutex_unlock(&of_queue);
    return block;
}

static void compute(volatile long number)
{
    for (int i = 0; i < 60; i++)
        number = number + i;
}

static void *accept_some(void *unused)
{
    long number;
    (void)unused;
    while ((number = next_number++) < items) {
        struct block *block = out_of_pool();
        if (looks_into_some && number % 10 == 0)
            looked_at += block->number;
        if (by_memset)
            memset(block, 0, sizeof *block);
        block->number = number;
        block->context = kinds[number % KINDS];
        compute(number);
        if (whodunit_current() == WHODUNIT_ROOT)
            accepted_right++;
        else
            accepted_wrong++;
        whodunit_context before = whodunit_attach(block->context);
        put(block);
        whodunit_detach(before);
    }
    return NULL;
}

static void *work(void *unused)
{
    struct block *block;
    (void)unused;
    while ((block = get()) != NULL) {
        compute(block->number);
        whodunit_context context = whodunit_current();
        if (is_under(context, block->context))
            right++;
        else if (context == WHODUNIT_ROOT)
            unknown++;
        else
            wrong++;
        into_pool(block);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t acceptors[THREADS], workers[THREADS];
    by_memset = argc > 1 && strcmp(argv[1], "memset") == 0;
    looks_into_some = argc > 1 && strcmp(argv[1], "some") == 0;
    items = argc > 2 ? atol(argv[2]) : 20000;
    begin_kinds();
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&acceptors[i], NULL, accept_some, NULL);
        pthread_create(&workers[i], NULL, work, NULL);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(acceptors[i], NULL);
    pthread_mutex_lock(&of_queue);
    at_end = 1;
    pthread_cond_broadcast(&not_empty);
    pthread_mutex_unlock(&of_queue);
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i], NULL);
    printf("acceptors: %ld right, %ld wrong; workers: %ld right, %ld wrong, %ld unknown\n", accepted_right,
           accepted_wrong, right, wrong, unknown);
    return accepted_wrong != 0 || wrong != 0;
}
