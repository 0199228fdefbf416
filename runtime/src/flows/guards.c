/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/guards.h"

#include <stddef.h>
#include <stdint.h>

/* A thread holds a few at the same time; so many pairs of a wait and a post make a guard. */
enum { SEMAPHORES = 1 << 10, HELD = 4, PAIRS = 2 };

static struct seen {
    uintptr_t semaphore;
    uint32_t pairs;
    uint32_t is_none;
} seen[SEMAPHORES];

static __thread struct held {
    const sem_t *semaphore;
    int as_lock;
} held[HELD] __attribute__((tls_model("initial-exec")));

static struct seen *place(const sem_t *semaphore)
{
    return &seen[((uintptr_t)semaphore * 0x9E3779B97F4A7C15u) >> 54];
}

/* What is known of another semaphore that has the same place is forgotten. */
static struct seen *take_place(const sem_t *semaphore)
{
    struct seen *s = place(semaphore);
    if (__atomic_load_n(&s->semaphore, __ATOMIC_RELAXED) != (uintptr_t)semaphore) {
        __atomic_store_n(&s->pairs, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&s->is_none, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&s->semaphore, (uintptr_t)semaphore, __ATOMIC_RELAXED);
    }
    return s;
}

static void is_none(const sem_t *semaphore)
{
    __atomic_store_n(&take_place(semaphore)->is_none, 1, __ATOMIC_RELAXED);
}

static struct held *find(const sem_t *semaphore)
{
    for (struct held *h = held; h < held + HELD; h++)
        if (h->semaphore == semaphore)
            return h;
    return NULL;
}

int wd_guard_is(const sem_t *semaphore)
{
    const struct seen *s = place(semaphore);
    return __atomic_load_n(&s->semaphore, __ATOMIC_RELAXED) == (uintptr_t)semaphore &&
           __atomic_load_n(&s->pairs, __ATOMIC_RELAXED) >= PAIRS && !__atomic_load_n(&s->is_none, __ATOMIC_RELAXED);
}

void wd_guard_taken(sem_t *semaphore, int as_lock)
{
    int value = 0;
    if (sem_getvalue(semaphore, &value) == 0 && value > 0)
        is_none(semaphore); /* others can be where this thread is */
    struct held *h = find(semaphore);
    if (!h)
        h = find(NULL);
    if (h)
        *h = (struct held){ semaphore, as_lock };
    else
        held[(uintptr_t)semaphore / sizeof *semaphore % HELD] = (struct held){ semaphore, as_lock };
}

int wd_guard_posts(sem_t *semaphore)
{
    struct held *h = find(semaphore);
    if (!h) {
        is_none(semaphore);
        return 0;
    }
    h->semaphore = NULL;
    struct seen *s = take_place(semaphore);
    if (__atomic_load_n(&s->pairs, __ATOMIC_RELAXED) < PAIRS)
        __atomic_fetch_add(&s->pairs, 1, __ATOMIC_RELAXED);
    return h->as_lock;
}
