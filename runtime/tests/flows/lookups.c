/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A table that threads share: lookups HOW ITEMS. Some put entries in under their
 * requests, others look each up, once, under theirs (HOW: plain; counted: and
 * count that in the entry). Nothing is handed over. Exit status 0: whoever looks
 * something up goes on with a request of its own.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"
#include "whodunit.h"

enum { BUCKETS = 1024, THREADS = 2 };

struct entry {
    struct entry *next;
    long key;
    int references;
    char bytes[64];
};

static struct entry *table[BUCKETS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counts;
static long items;
static atomic_long next_put, next_looked_up, right, wrong;

static __attribute__((noinline)) void put(struct entry *entry)
{
    struct entry **bucket = &table[entry->key % BUCKETS];
    pthread_mutex_lock(&mutex);
    entry->next = *bucket;
    *bucket = entry;
    pthread_mutex_unlock(&mutex);
}

static __attribute__((noinline)) struct entry *look_up(long key)
{
    pthread_mutex_lock(&mutex);
    struct entry *entry = table[key % BUCKETS];
    while (entry && entry->key != key)
        entry = entry->next;
    if (counts && entry)
        entry->references++;
    pthread_mutex_unlock(&mutex);
    return entry;
}

static void *put_some(void *unused)
{
    long key;
    (void)unused;
    while ((key = next_put++) < items) {
        struct entry *entry = calloc(1, sizeof *entry);
        entry->key = key;
        whodunit_context before = whodunit_attach(kinds[key % 2]);
        put(entry);
        whodunit_detach(before);
        for (volatile int i = 0; i < 2000; i++)
            ;
    }
    return NULL;
}

static void *look_some_up(void *unused)
{
    long key;
    (void)unused;
    while ((key = next_looked_up++) < items) {
        struct entry *entry;
        whodunit_context own = kinds[2 + key % 3], before = whodunit_attach(own);
        while (!(entry = look_up(key)))
            continue;
        volatile long sum = 0;
        for (int i = 0; i < 60; i++)
            sum = sum + entry->bytes[i];
        if (whodunit_current() == own)
            right++;
        else
            wrong++;
        whodunit_detach(before);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t put_in[THREADS], look[THREADS];
    counts = argc > 1 && strcmp(argv[1], "counted") == 0;
    items = argc > 2 ? atol(argv[2]) : 10000;
    begin_kinds();
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&put_in[i], NULL, put_some, NULL);
        pthread_create(&look[i], NULL, look_some_up, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(put_in[i], NULL);
        pthread_join(look[i], NULL);
    }
    printf("%ld right, %ld wrong\n", right, wrong);
    return wrong != 0;
}
