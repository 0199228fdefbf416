/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/waits.h"

#include <string.h>

#include "contexts/context.h"
#include "contexts/intern.h"
#include "health/health.h"
#include "memory/region.h"

#define KEYS (1u << 17)
#define SLOTS (KEYS * 2)
#define CLAIMED UINT32_MAX
#define IDLE_CONTEXTS 512
#define TRIES 64 /* full neighbourhoods are as good as a full table */

/* Dense, so that the flusher looks only at what was ever used. */
static struct wd_waits *waits;
static uint32_t *slots; /* open addressing: 0 empty, CLAIMED, or position + 1 in `waits` */
static uint32_t used;

static whodunit_context idle[IDLE_CONTEXTS];
static uint32_t idle_count; /* how many asked for a place; one that is not set yet is the root */

__attribute__((constructor(101))) static void reserve(void)
{
    char *region = wd_region_reserve_own(KEYS * sizeof *waits + (size_t)SLOTS * sizeof *slots);
    if (region) {
        slots = (uint32_t *)(region + KEYS * sizeof *waits);
        waits = (struct wd_waits *)region;
    }
}

static int is_idle(whodunit_context context)
{
    uint32_t n = __atomic_load_n(&idle_count, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < n && i < IDLE_CONTEXTS; i++)
        if (__atomic_load_n(&idle[i], __ATOMIC_RELAXED) == context)
            return 1;
    return 0;
}

void wd_waits_idle(whodunit_context context)
{
    if (is_idle(context))
        return;
    uint32_t position = __atomic_fetch_add(&idle_count, 1, __ATOMIC_RELAXED);
    if (position < IDLE_CONTEXTS)
        __atomic_store_n(&idle[position], context, __ATOMIC_RELAXED);
}

int wd_waits_count(whodunit_context context)
{
    if (context == WHODUNIT_ROOT || is_idle(context))
        return 0;
    for (whodunit_context c = context; c != WHODUNIT_ROOT; c = wd_context_parent(c))
        if (wd_context_kind(c) == WD_REASON)
            return 0;
    return 1;
}

static struct wd_waits *insert(uint32_t *slot, const struct wd_wait_key *key)
{
    uint32_t position = __atomic_load_n(&used, __ATOMIC_RELAXED);
    do {
        if (position == KEYS) {
            __atomic_store_n(slot, 0, __ATOMIC_RELEASE);
            return NULL;
        }
    } while (!__atomic_compare_exchange_n(&used, &position, position + 1, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    waits[position].key = *key;
    __atomic_store_n(slot, position + 1, __ATOMIC_RELEASE);
    return &waits[position];
}

/* A slot that somebody else is just claiming is passed over, also if that
 * somebody is the thread that this signal handler has interrupted. The same
 * key may so get two entries; readers add them up. */
static struct wd_waits *entry_of(const struct wd_wait_key *key)
{
    if (!waits)
        return NULL;
    uint32_t hash = wd_hash(0, key, sizeof *key);
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t *slot = &slots[(hash + i) % SLOTS], found = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
        if (found == 0 && __atomic_compare_exchange_n(slot, &found, CLAIMED, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
            return insert(slot, key);
        if (found != CLAIMED && memcmp(&waits[found - 1].key, key, sizeof *key) == 0)
            return &waits[found - 1];
    }
    return NULL;
}

void wd_waits_add(const struct wd_wait *wait)
{
    struct wd_waits *w = entry_of(&wait->key);
    if (!w) {
        wd_health_add(WD_HEALTH_WAITS_LOST, 1);
        return;
    }
    wd_health_add(WD_HEALTH_WAITS_RECORDED, 1);
    uint32_t log2 = wait->ns ? 63 - (uint32_t)__builtin_clzll(wait->ns) : 0;
    if (log2 >= WD_WAITS_LOG2)
        log2 = WD_WAITS_LOG2 - 1;
    uint64_t max = __atomic_load_n(&w->max_ns, __ATOMIC_RELAXED);
    while (wait->ns > max &&
           !__atomic_compare_exchange_n(&w->max_ns, &max, wait->ns, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    __atomic_fetch_add(&w->sum_ns, wait->ns, __ATOMIC_RELAXED);
    __atomic_fetch_add(&w->log2_ns[log2], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&w->count, 1, __ATOMIC_RELEASE);
}

static void take(struct wd_waits *w, struct wd_waits *taken)
{
    *taken = (struct wd_waits){ .key = w->key };
    taken->sum_ns = __atomic_exchange_n(&w->sum_ns, 0, __ATOMIC_RELAXED);
    taken->max_ns = __atomic_exchange_n(&w->max_ns, 0, __ATOMIC_RELAXED);
    for (int i = 0; i < WD_WAITS_LOG2; i++) {
        taken->log2_ns[i] = __atomic_exchange_n(&w->log2_ns[i], 0, __ATOMIC_RELAXED);
        taken->count += taken->log2_ns[i];
    }
    __atomic_fetch_sub(&w->count, taken->count, __ATOMIC_RELAXED);
}

int wd_waits_take(uint32_t *position, struct wd_waits *taken)
{
    uint32_t end = __atomic_load_n(&used, __ATOMIC_ACQUIRE);
    while (*position < end) {
        struct wd_waits *w = &waits[(*position)++];
        if (__atomic_load_n(&w->count, __ATOMIC_ACQUIRE) == 0)
            continue;
        take(w, taken);
        if (taken->count > 0)
            return 1;
    }
    return 0;
}

void wd_waits_after_fork(void)
{
    if (used)
        used = 0;
}
