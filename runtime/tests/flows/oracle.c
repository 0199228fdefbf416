/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs that hand work from thread to thread, where every item says who
 * produced it: oracle SHAPE ITEMS. A producer works under the context of the
 * item's kind; a consumer asks under which context it is. Prints how many were
 * right, wrong and unknown, and after how many the first was known. Exit status
 * 0: none was wrong.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "kinds.h"
#include "library_queues.h"
#include "under.h"
#include "whodunit.h"

enum { PRODUCERS = 2, CONSUMERS = 2, SIZE = 64, BUCKETS = 8 };

struct item {
    long number;
    whodunit_context context;
    STAILQ_ENTRY(item) stailq;
    TAILQ_ENTRY(item) tailq;
    LIST_ENTRY(item) list;
    SLIST_ENTRY(item) slist;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int length, at_end;
static long items;
static STAILQ_HEAD(, item) stailq = STAILQ_HEAD_INITIALIZER(stailq);
static TAILQ_HEAD(, item) tailq = TAILQ_HEAD_INITIALIZER(tailq);
static LIST_HEAD(, item) list = LIST_HEAD_INITIALIZER(list);
static SLIST_HEAD(, item) slist = SLIST_HEAD_INITIALIZER(slist);
static struct item *ring[SIZE], *heap[SIZE + 1], *other[SIZE];
static int ring_in, ring_out, other_in, other_out;

static void stailq_put(struct item *item)
{
    STAILQ_INSERT_TAIL(&stailq, item, stailq);
}

static struct item *stailq_get(void)
{
    struct item *item = STAILQ_FIRST(&stailq);
    STAILQ_REMOVE_HEAD(&stailq, stailq);
    return item;
}

static void tailq_put(struct item *item)
{
    TAILQ_INSERT_TAIL(&tailq, item, tailq);
}

static struct item *tailq_get(void)
{
    struct item *item = TAILQ_FIRST(&tailq);
    TAILQ_REMOVE(&tailq, item, tailq);
    return item;
}

static void list_put(struct item *item)
{
    LIST_INSERT_HEAD(&list, item, list);
}

static struct item *list_get(void)
{
    struct item *item = LIST_FIRST(&list);
    LIST_REMOVE(item, list);
    return item;
}

static void slist_put(struct item *item)
{
    SLIST_INSERT_HEAD(&slist, item, slist);
}

static struct item *slist_get(void)
{
    struct item *item = SLIST_FIRST(&slist);
    SLIST_REMOVE_HEAD(&slist, slist);
    return item;
}

static void ring_put(struct item *item)
{
    ring[ring_in] = item;
    ring_in = (ring_in + 1) % SIZE;
}

static struct item *ring_get(void)
{
    struct item *item = ring[ring_out];
    ring_out = (ring_out + 1) % SIZE;
    return item;
}

/* Sections of some 3,000 instructions. */
static void compute(void)
{
    for (volatile int i = 0; i < 600; i++)
        ;
}

static void long_put(struct item *item)
{
    compute();
    ring_put(item);
}

static struct item *long_get(void)
{
    compute();
    return ring_get();
}

/* Two queues under one lock. */
static void two_put(struct item *item)
{
    if (item->number & 1) {
        ring_put(item);
    } else {
        other[other_in] = item;
        other_in = (other_in + 1) % SIZE;
    }
}

static struct item *two_get(void)
{
    if (ring_in != ring_out)
        return ring_get();
    struct item *item = other[other_out];
    other_out = (other_out + 1) % SIZE;
    return item;
}

static void heap_put(struct item *item)
{
    int at = length + 1;
    for (; at > 1 && heap[at / 2]->number > item->number; at /= 2)
        heap[at] = heap[at / 2];
    heap[at] = item;
}

static struct item *heap_get(void)
{
    struct item *first = heap[1], *last = heap[length];
    int at = 1;
    for (int child; (child = at * 2) < length; at = child) {
        if (child + 1 < length && heap[child + 1]->number < heap[child]->number)
            child++;
        if (heap[child]->number >= last->number)
            break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return first;
}

/* A table with chaining: its buckets are emptied in turn. */
static SLIST_HEAD(, item) buckets[BUCKETS];
static void hash_put(struct item *item)
{
    SLIST_INSERT_HEAD(&buckets[item->number * 7 % BUCKETS], item, slist);
}

static struct item *hash_get(void)
{
    static int bucket;
    do
        bucket = (bucket + 1) % BUCKETS;
    while (SLIST_EMPTY(&buckets[bucket]));
    struct item *item = SLIST_FIRST(&buckets[bucket]);
    SLIST_REMOVE_HEAD(&buckets[bucket], slist);
    return item;
}

/* What transports nothing: a counter, a variable that all read, a list of free things. */
static long counter;
static struct item *settings, *latest;

static const struct shape {
    const char *name;
    void (*put)(struct item *);
    struct item *(*get)(void);
    void (*put_item)(struct item *); /* with what guards them */
    struct item *(*get_item)(void);
} * shape;
static atomic_long next_number, right, wrong, unknown, first_known = -1, got;

static __attribute__((noinline)) void put(struct item *item)
{
    pthread_mutex_lock(&mutex);
    while (length == SIZE)
        pthread_cond_wait(&not_full, &mutex);
    shape->put(item);
    length++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
}

static __attribute__((noinline)) struct item *get(void)
{
    pthread_mutex_lock(&mutex);
    while (length == 0 && !at_end)
        pthread_cond_wait(&not_empty, &mutex);
    if (length == 0) {
        pthread_mutex_unlock(&mutex);
        return NULL;
    }
    struct item *item = shape->get();
    length--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
    return item;
}

/* Whole lists are taken at once, and gone through without the lock. */
static __thread STAILQ_HEAD(, item) mine;
static __attribute__((noinline)) struct item *get_of_list(void)
{
    if (!mine.stqh_last)
        STAILQ_INIT(&mine);
    if (STAILQ_EMPTY(&mine)) {
        pthread_mutex_lock(&mutex);
        while (length == 0 && !at_end)
            pthread_cond_wait(&not_empty, &mutex);
        STAILQ_CONCAT(&mine, &stailq);
        length = 0;
        pthread_cond_broadcast(&not_full);
        pthread_mutex_unlock(&mutex);
    }
    struct item *item = STAILQ_FIRST(&mine);
    if (item)
        STAILQ_REMOVE_HEAD(&mine, stailq);
    return item;
}

/* One queue under two locks: one for each end. */
static struct node {
    struct item *item;
    struct node *_Atomic next;
} * first, *last;
static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, last_lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t filled;

static __attribute__((noinline)) void put_by_locks(struct item *item)
{
    struct node *node = calloc(1, sizeof *node);
    node->item = item;
    pthread_mutex_lock(&last_lock);
    last->next = node;
    last = node;
    pthread_mutex_unlock(&last_lock);
    sem_post(&filled);
}

static __attribute__((noinline)) struct item *get_by_locks(void)
{
    sem_wait(&filled);
    pthread_mutex_lock(&first_lock);
    struct node *before = first, *node = before->next;
    if (!node) {
        pthread_mutex_unlock(&first_lock);
        return NULL;
    }
    struct item *item = node->item;
    first = node;
    pthread_mutex_unlock(&first_lock);
    free(before);
    return item;
}

/* A ring that a semaphore guards; two more count what is free and what is filled. */
static sem_t guard, slots;
static __attribute__((noinline)) void put_by_semaphores(struct item *item)
{
    sem_wait(&slots);
    sem_wait(&guard);
    ring_put(item);
    length++;
    sem_post(&guard);
    sem_post(&filled);
}

static __attribute__((noinline)) struct item *get_by_semaphores(void)
{
    struct item *item = NULL;
    sem_wait(&filled);
    sem_wait(&guard);
    if (length > 0) {
        item = ring_get();
        length--;
    }
    sem_post(&guard);
    sem_post(&slots);
    return item;
}

/* A mutex guards it; the semaphores are posted with the mutex held. */
static __attribute__((noinline)) void put_and_wake(struct item *item)
{
    sem_wait(&slots);
    pthread_mutex_lock(&mutex);
    ring_put(item);
    length++;
    sem_post(&filled);
    pthread_mutex_unlock(&mutex);
}

static __attribute__((noinline)) struct item *get_when_woken(void)
{
    struct item *item = NULL;
    sem_wait(&filled);
    pthread_mutex_lock(&mutex);
    if (length > 0) {
        item = ring_get();
        length--;
    }
    sem_post(&slots);
    pthread_mutex_unlock(&mutex);
    return item;
}

static const struct shape shapes[] = {
    { "stailq", stailq_put, stailq_get, put, get },
    { "tailq", tailq_put, tailq_get, put, get },
    { "list", list_put, list_get, put, get },
    { "slist", slist_put, slist_get, put, get },
    { "ring", ring_put, ring_get, put, get },
    { "long", long_put, long_get, put, get },
    { "two", two_put, two_get, put, get },
    { "heap", heap_put, heap_get, put, get },
    { "hash", hash_put, hash_get, put, get },
    { "splice", stailq_put, NULL, put, get_of_list },
    { "locks", NULL, NULL, put_by_locks, get_by_locks },
    { "glib", NULL, NULL, glib_put, glib_get },
    { "apr", NULL, NULL, apr_put, apr_get },
    { "c11", NULL, NULL, c11_put, c11_get },
    { "semaphore", NULL, NULL, put_by_semaphores, get_by_semaphores },
    { "woken", NULL, NULL, put_and_wake, get_when_woken },
};

static void *produce(void *unused)
{
    (void)unused;
    for (;;) {
        long number = next_number++;
        if (number >= items)
            return NULL;
        struct item *item = malloc(sizeof *item);
        item->number = number;
        item->context = kinds[number % KINDS];
        whodunit_context before = whodunit_attach(item->context);
        shape->put_item(item);
        whodunit_detach(before);
    }
}

static void *consume(void *unused)
{
    struct item *item;
    (void)unused;
    while ((item = shape->get_item()) != NULL) {
        volatile long number = item->number;
        for (int i = 0; i < 60; i++)
            number = number + i;
        whodunit_context context = whodunit_current();
        long count = got++;
        if (is_under(context, item->context)) {
            long none = -1;
            right++;
            atomic_compare_exchange_strong(&first_known, &none, count);
        } else if (context == WHODUNIT_ROOT) {
            unknown++;
        } else {
            wrong++;
        }
        free(item);
    }
    return NULL;
}

/* Nothing is handed over: threads count, read what was set once, and take and give from a free list. */
static void *share(void *unused)
{
    (void)unused;
    for (long i = 0; i < items; i++) {
        whodunit_context before = whodunit_attach(kinds[i % KINDS]);
        pthread_mutex_lock(&mutex);
        counter++;
        pthread_mutex_unlock(&mutex);
        whodunit_detach(before);
        wrong += whodunit_current() != WHODUNIT_ROOT;
        pthread_mutex_lock(&mutex);
        struct item *set = settings;
        pthread_mutex_unlock(&mutex);
        volatile long number = set->number;
        (void)number;
        wrong += whodunit_current() != WHODUNIT_ROOT;
        before = whodunit_attach(kinds[i % KINDS]);
        pthread_mutex_lock(&mutex);
        struct item *free_one = SLIST_FIRST(&slist);
        if (free_one)
            SLIST_REMOVE_HEAD(&slist, slist);
        pthread_mutex_unlock(&mutex);
        if (!free_one)
            free_one = calloc(1, sizeof *free_one);
        free_one->number = i;
        wrong += whodunit_current() != kinds[i % KINDS];
        pthread_mutex_lock(&mutex);
        SLIST_INSERT_HEAD(&slist, free_one, slist);
        pthread_mutex_unlock(&mutex);
        whodunit_detach(before);
    }
    return NULL;
}

static void run(int count, void *(*const *bodies)(void *))
{
    pthread_t threads[PRODUCERS + CONSUMERS];
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, bodies[i], NULL);
    for (int i = 0; i < count; i++) {
        if (i == PRODUCERS) {
            pthread_mutex_lock(&mutex);
            at_end = 1;
            pthread_cond_broadcast(&not_empty);
            pthread_mutex_unlock(&mutex);
            for (int k = 0; k < CONSUMERS; k++)
                sem_post(&filled);
            library_queues_end(CONSUMERS);
        }
        pthread_join(threads[i], NULL);
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "ring";
    items = argc > 2 ? atol(argv[2]) : 100000;
    begin_kinds();
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(name, shapes[i].name) == 0)
            shape = &shapes[i];
    first = last = calloc(1, sizeof *first);
    sem_init(&filled, 0, 0);
    sem_init(&slots, 0, SIZE);
    sem_init(&guard, 0, 1);
    library_queues_open();
    if (!shape) {
        settings = calloc(1, sizeof *settings);
        latest = settings;
        run(PRODUCERS + CONSUMERS, (void *(*const[])(void *)){ share, share, share, share });
    } else {
        run(PRODUCERS + CONSUMERS, (void *(*const[])(void *)){ produce, produce, consume, consume });
    }
    printf("%s: %ld right, %ld wrong, %ld unknown, first known %ld\n", name, right, wrong, unknown, first_known);
    return wrong != 0;
}
