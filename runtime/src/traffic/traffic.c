/* SPDX-License-Identifier: Apache-2.0 */
#include "traffic/traffic.h"

#include <pthread.h>
#include <string.h>

#include "contexts/intern.h"
#include "health/health.h"
#include "memory/region.h"

#define KEYS (1u << 16)
#define SLOTS (KEYS * 2)
#define CLAIMED UINT32_MAX
#define TRIES 64

/* Dense, so that the flusher looks only at what was ever used. */
struct wd_traffic *wd_traffic;
uint32_t wd_traffic_used;
static uint32_t *slots; /* open addressing: 0 empty, CLAIMED, or position + 1 in `wd_traffic` */

__attribute__((constructor(101))) static void reserve(void)
{
    char *region = wd_region_reserve_own(KEYS * sizeof *wd_traffic + (size_t)SLOTS * sizeof *slots);
    if (region) {
        slots = (uint32_t *)(region + KEYS * sizeof *wd_traffic);
        wd_traffic = (struct wd_traffic *)region;
    }
}

static void after_fork(void)
{
    if (wd_traffic_used)
        wd_traffic_used = 0;
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}

static uint32_t insert(uint32_t *slot, struct wd_traffic_words key)
{
    uint32_t position = __atomic_load_n(&wd_traffic_used, __ATOMIC_RELAXED);
    do {
        if (position == KEYS) {
            __atomic_store_n(slot, 0, __ATOMIC_RELEASE);
            return 0;
        }
    } while (
        !__atomic_compare_exchange_n(&wd_traffic_used, &position, position + 1, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    wd_traffic[position].words = key;
    __atomic_store_n(slot, position + 1, __ATOMIC_RELEASE);
    return position + 1;
}

/* Its place, from 1; 0: there is no room. */
static uint32_t place_of(struct wd_traffic_words key)
{
    uint32_t hash = wd_hash(0, &key, sizeof key);
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t *slot = &slots[(hash + i) % SLOTS], found = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
        if (found == 0 && __atomic_compare_exchange_n(slot, &found, CLAIMED, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
            return insert(slot, key);
        if (found != CLAIMED && wd_traffic_has(found, key))
            return found;
    }
    return 0;
}

void wd_traffic_add_anew(struct wd_traffic_words key, uint64_t bytes, int mixed, uint32_t *last)
{
    if (!wd_traffic)
        return;
    uint32_t place = *last = place_of(key);
    if (place == 0) {
        wd_health_add(WD_HEALTH_MESSAGES_LOST, 1);
        return;
    }
    wd_traffic_add_to(&wd_traffic[place - 1], bytes, mixed);
}

/* What has come in between is added to the rest. */
void wd_traffic_move_on(struct wd_traffic *t)
{
    uint64_t sums = __atomic_exchange_n(&t->sums, 0, __ATOMIC_RELAXED);
    __atomic_fetch_add(&t->bytes, sums % WD_TRAFFIC_CALL, __ATOMIC_RELAXED);
    __atomic_fetch_add(&t->count, sums / WD_TRAFFIC_CALL, __ATOMIC_RELEASE); /* then they have their bytes */
}

int wd_traffic_take(uint32_t *position, struct wd_traffic *taken)
{
    uint32_t end = __atomic_load_n(&wd_traffic_used, __ATOMIC_ACQUIRE);
    while (*position < end) {
        struct wd_traffic *t = &wd_traffic[(*position)++];
        uint64_t sums = __atomic_exchange_n(&t->sums, 0, __ATOMIC_RELAXED);
        taken->key = t->key;
        taken->count = __atomic_exchange_n(&t->count, 0, __ATOMIC_ACQUIRE) + sums / WD_TRAFFIC_CALL;
        if (taken->count == 0)
            continue; /* there may be bytes whose calls are still being moved on */
        taken->bytes = __atomic_exchange_n(&t->bytes, 0, __ATOMIC_RELAXED) + sums % WD_TRAFFIC_CALL;
        taken->mixed = __atomic_exchange_n(&t->mixed, 0, __ATOMIC_RELAXED);
        wd_health_add(taken->key.kind == WD_TRAFFIC_SENT ? WD_HEALTH_MESSAGES_SENT : WD_HEALTH_MESSAGES_RECEIVED,
                      taken->count);
        return 1;
    }
    return 0;
}
