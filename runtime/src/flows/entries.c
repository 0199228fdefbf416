/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/entries.h"

#include <sched.h>
#include <stddef.h>

#include "region.h"

enum { BUCKETS = 1 << 16, WAYS = 3, VALUES = 1 << 12 };

/* Two lines of a cache. */
struct bucket {
    int lock;
    uint32_t next; /* the way that is lost next */
    struct wd_entry way[WAYS];
} __attribute__((aligned(128)));

static struct bucket *buckets;

/* The newest item of a value. Two threads may mix theirs up: then neither's is known. */
static struct newest {
    uint64_t value, serial;
} * newest;

int wd_entries_open(void)
{
    buckets = wd_region_reserve((BUCKETS + 1) * sizeof *buckets);
    buckets = (struct bucket *)(((uintptr_t)buckets + 127) & ~(uintptr_t)127);
    newest = wd_region_reserve(VALUES * sizeof *newest);
    return (uintptr_t)buckets > 127 && newest;
}

static struct bucket *bucket_of(uint64_t address)
{
    return &buckets[((address >> 2) * 0x9E3779B97F4A7C15u) >> 48];
}

static struct bucket *lock(uint64_t address)
{
    struct bucket *b = bucket_of(address);
    while (__atomic_exchange_n(&b->lock, 1, __ATOMIC_ACQUIRE))
        __builtin_ia32_pause();
    return b;
}

static void unlock(struct bucket *b)
{
    __atomic_store_n(&b->lock, 0, __ATOMIC_RELEASE);
}

static struct wd_entry *find(struct bucket *b, uint64_t address)
{
    for (struct wd_entry *e = b->way; e < b->way + WAYS; e++)
        if (e->address == address)
            return e;
    return NULL;
}

static struct newest *newest_of(uint64_t value)
{
    return &newest[(value * 0x9E3779B97F4A7C15u) >> 52];
}

static int same(const struct wd_entry *e, uint64_t value)
{
    if (e->size == 4 ? (uint32_t)e->value != (uint32_t)value : e->value != value)
        return 0;
    const struct newest *n = newest_of(e->value);
    return __atomic_load_n(&n->value, __ATOMIC_RELAXED) != e->value ||
           __atomic_load_n(&n->serial, __ATOMIC_RELAXED) == e->serial;
}

void wd_entries_produce(const struct wd_entry *entry)
{
    struct newest *n = newest_of(entry->value);
    __atomic_store_n(&n->serial, entry->serial, __ATOMIC_RELAXED);
    __atomic_store_n(&n->value, entry->value, __ATOMIC_RELAXED);
    wd_entries_put(entry);
}

/* Without the lock: who changes this entry holds the host's lock, as the caller does. Where that is not so, the serial
 * tells that it changed meanwhile. */
int wd_entries_find(uint64_t address, uint64_t value, struct wd_entry *out)
{
    struct wd_entry *e = find(bucket_of(address), address);
    if (!e)
        return 0;
    *out = *e;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return out->address == address && same(out, value) && e->address == address && e->serial == out->serial;
}

int wd_entries_has(uint64_t address)
{
    const struct wd_entry *e = find(bucket_of(address), address);
    if (!e || e->taken)
        return 0;
    const struct newest *n = newest_of(e->value);
    return __atomic_load_n(&n->value, __ATOMIC_RELAXED) == e->value &&
           __atomic_load_n(&n->serial, __ATOMIC_RELAXED) == e->serial;
}

int wd_entries_consume(uint64_t address, uint64_t value, int remove, struct wd_entry *out)
{
    struct bucket *b = lock(address);
    struct wd_entry *e = find(b, address);
    int found = e && same(e, value);
    if (found) {
        *out = *e;
        e->taken++;
        if (remove) {
            struct newest *n = newest_of(e->value);
            if (__atomic_load_n(&n->serial, __ATOMIC_RELAXED) == e->serial)
                __atomic_store_n(&n->serial, 0, __ATOMIC_RELAXED);
            e->address = 0;
        }
    }
    unlock(b);
    return found;
}

void wd_entries_put(const struct wd_entry *entry)
{
    struct bucket *b = lock(entry->address);
    struct wd_entry *e = find(b, entry->address);
    if (!e)
        e = find(b, 0);
    if (!e)
        e = &b->way[b->next++ % WAYS];
    *e = *entry;
    unlock(b);
}

void wd_entries_clear(uint64_t address)
{
    if (!find(bucket_of(address), address))
        return;
    struct bucket *b = lock(address);
    struct wd_entry *e = find(b, address);
    if (e)
        e->address = 0;
    unlock(b);
}

void wd_entries_after_fork(void)
{
    for (uint32_t i = 0; buckets && i < BUCKETS; i++)
        if (buckets[i].lock)
            buckets[i].lock = 0;
}
