/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that store and find pairs of one and the same entry: what is found is the pair's own, and some is found. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "events/memo.h"

enum { THREADS = 4, PAIRS = 8, STEPS = 500000 };

static struct {
    uintptr_t handler;
    whodunit_context context;
} pairs[PAIRS];

/* Pairs of two contexts, so that one half of an entry may be right by itself. */
static void find_pairs_of_one_entry(void)
{
    const struct wd_memo *entry = wd_memo_entry(2, 0x1000);
    uintptr_t handler = 0x1000;
    for (unsigned i = 0; i < PAIRS; handler += 16)
        if (wd_memo_entry(2 + i % 2, handler) == entry) {
            pairs[i].handler = handler;
            pairs[i].context = 2 + i % 2;
            i++;
        }
}

static void *store_and_find(void *number)
{
    unsigned random = 1 + (unsigned)(uintptr_t)number;
    uintptr_t found = 0;
    for (int step = 0; step < STEPS; step++) {
        unsigned stored = rand_r(&random) % PAIRS;
        wd_memo_store(pairs[stored].context, pairs[stored].handler, 100 + stored);
        for (unsigned i = 0; i < PAIRS; i++) {
            whodunit_context result;
            if (!wd_memo_find(pairs[i].context, pairs[i].handler, &result))
                continue;
            if (result != 100 + i) {
                fprintf(stderr, "pair %u has the result of pair %u\n", i, result - 100);
                abort();
            }
            found++;
        }
    }
    return (void *)found;
}

static void expect(int truth, const char *what)
{
    if (!truth) {
        fprintf(stderr, "not so: %s\n", what);
        abort();
    }
}

int main(void)
{
    whodunit_context result;
    expect(!wd_memo_find(0, 0, &result), "an empty entry holds nothing");
    wd_memo_store(1 << 24, 0x1000, 5);
    expect(!wd_memo_find(1 << 24, 0x1000, &result) && !wd_memo_find(0, 0x1000, &result),
           "a large context is not remembered");
    wd_memo_store(0, (uintptr_t)1 << 48 | 0x1000, 5);
    expect(!wd_memo_find(0, (uintptr_t)1 << 48 | 0x1000, &result) && !wd_memo_find(0, 0x1000, &result),
           "nor is a high address");

    find_pairs_of_one_entry();
    pthread_t threads[THREADS];
    uintptr_t found = 0;
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, store_and_find, (void *)i);
    for (int i = 0; i < THREADS; i++) {
        void *by_thread;
        pthread_join(threads[i], &by_thread);
        found += (uintptr_t)by_thread;
    }
    expect(found > 0, "what was stored is found");
    return 0;
}
