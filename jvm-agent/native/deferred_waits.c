/* SPDX-License-Identifier: Apache-2.0 */
#include "deferred_waits.h"

#include <sched.h>
#include <stdint.h>

#include "memory/region.h"

#define THREADS 4096
#define PLACES 8 /* where a thread's may be; one that finds them taken adds its waits at once */

enum state {
    FREE,
    EMPTY, /* a thread's, and so are the others */
    KEPT,
    TAKEN, /* somebody adds it */
};

struct place {
    uint32_t state; /* atomic */
    struct wd_wait wait;
} __attribute__((aligned(64)));

static struct place *places;
static __thread struct place *own __attribute__((tls_model("initial-exec")));

void wd_deferred_waits_prepare(void)
{
    places = wd_region_reserve(THREADS * sizeof *places);
}

static int change(struct place *p, uint32_t from, uint32_t to)
{
    return __atomic_compare_exchange_n(&p->state, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static struct place *claim(void)
{
    if (!places)
        return NULL;
    struct place *p = places + ((uintptr_t)&own * 0x9E3779B97F4A7C15u >> 32) % (THREADS - PLACES);
    for (struct place *end = p + PLACES; p < end; p++)
        if (change(p, FREE, EMPTY))
            return p;
    return NULL;
}

static void add(struct place *p)
{
    if (__atomic_load_n(&p->state, __ATOMIC_RELAXED) != KEPT || !change(p, KEPT, TAKEN))
        return;
    wd_waits_add(&p->wait);
    __atomic_store_n(&p->state, EMPTY, __ATOMIC_RELEASE);
}

void wd_deferred_waits_add(void)
{
    if (own)
        add(own);
    else
        own = claim();
}

void wd_deferred_waits_put(const struct wd_wait *wait)
{
    if (!own || __atomic_load_n(&own->state, __ATOMIC_ACQUIRE) != EMPTY) {
        wd_waits_add(wait);
        return;
    }
    own->wait = *wait;
    __atomic_store_n(&own->state, KEPT, __ATOMIC_RELEASE);
}

void wd_deferred_waits_leave(void)
{
    if (!own)
        return;
    for (add(own); !change(own, EMPTY, FREE); add(own))
        sched_yield();
    own = NULL;
}

void wd_deferred_waits_add_all(void)
{
    for (struct place *p = places; p && p < places + THREADS; p++)
        add(p);
}
