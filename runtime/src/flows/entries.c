/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/entries.h"

#include <stddef.h>

#include "flows/each_section.h"
#include "flows/own_line.h"
#include "memory/each_message.h"
#include "memory/region.h"

enum { BUCKETS = 1 << 16, WAYS = 3, SETS = 1 << 14, SET = 4, TAKEN = 255, PAGES = 1 << 16 };

/* Two lines of a cache. */
struct bucket {
    int lock;
    uint32_t next; /* the way that is lost next */
    struct wd_entry way[WAYS];
} __attribute__((aligned(128)));

static struct bucket *buckets WD_EACH_MESSAGE;

/* The newest item of a value, until somebody has it: sets of four. Two threads may mix theirs up: then neither's is
 * known. */
struct newest {
    uint64_t value, serial;
};

/* The first of what all sections read: the others come behind it, in the same line of the cache. */
static struct newest *newest WD_EACH_MESSAGE __attribute__((aligned(64)));

int wd_entries_open(void)
{
    buckets = wd_region_reserve((BUCKETS + 1) * sizeof *buckets);
    buckets = (struct bucket *)(((uintptr_t)buckets + 127) & ~(uintptr_t)127);
    newest = wd_region_reserve((size_t)SETS * SET * sizeof *newest);
    return (uintptr_t)buckets > 127 && newest;
}

/* Twice: the multiples of some sizes of items (48) lie close together after one multiplication. */
static uint64_t mix(uint64_t x)
{
    x *= 0x9E3779B97F4A7C15u;
    x ^= x >> 32;
    return x * 0x9E3779B97F4A7C15u;
}

/* Neighbours in memory have neighbouring buckets: who takes one thing after another out of a ring has the next one's in
 * the cache. */
static struct bucket *bucket_of(uint64_t address)
{
    uint64_t place = address >> 4;
    return &buckets[(place ^ place >> 16 ^ place >> 28) % BUCKETS];
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

/* Neighbours in memory have neighbouring sets, which are in the cache together. Numbers are scattered. */
static struct newest *set_of(uint64_t value)
{
    uint64_t set = value < PAGES ? mix(value) >> 50 : value >> 4 ^ value >> 12 ^ value >> 18;
    return newest + (set & (SETS - 1)) * SET;
}

WD_EACH_SECTION void wd_entries_expect(const struct wd_access *begin, const struct wd_access *end)
{
    for (const struct wd_access *a = begin; a < end; a++) {
        const struct bucket *b = bucket_of(a->address);
        wd_own_line(b);
        wd_own_line(&b->way[1].value);
        wd_own_line(set_of(a->value));
    }
}

WD_EACH_SECTION void wd_entries_expect_taken(const struct wd_access *a)
{
    const struct bucket *b = bucket_of(a->address);
    __builtin_prefetch(b);
    __builtin_prefetch(&b->way[1].value);
    wd_own_line(set_of(a->value));
}

static struct newest *newest_in(struct newest *set, uint64_t value)
{
    for (struct newest *n = set; n < set + SET; n++)
        if (__atomic_load_n(&n->value, __ATOMIC_RELAXED) == value)
            return n;
    return NULL;
}

static struct newest *newest_of(uint64_t value)
{
    return newest_in(set_of(value), value);
}

/* A value that is not in its set any more has no item: nobody knows whether there was a newer one. */
static WD_EACH_SECTION int is_newest(const struct wd_entry *e)
{
    const struct newest *n = newest_of(e->value);
    return n && __atomic_load_n(&n->serial, __ATOMIC_RELAXED) == e->serial;
}

/* Somebody has it, or it is stale. */
static int is_over(const struct wd_entry *e)
{
    return !e->taken && !is_newest(e);
}

/* What was taken is found where it was taken from: it says that others take it too. */
static int same(const struct wd_entry *e, uint64_t value)
{
    if (e->size == 4 ? (uint32_t)e->value != (uint32_t)value : e->value != value)
        return 0;
    return e->taken || is_newest(e);
}

/* Copies of the item elsewhere are stale from now on. */
static void end_newest(const struct wd_entry *e)
{
    struct newest *n = newest_of(e->value);
    if (n && __atomic_load_n(&n->serial, __ATOMIC_RELAXED) == e->serial)
        __atomic_store_n(&n->serial, 0, __ATOMIC_RELAXED);
}

/* Without the lock: who changes this entry holds the host's lock, as the caller does. Where that is not so, the serial
 * tells that it changed meanwhile. */
WD_EACH_SECTION int wd_entries_find(uint64_t address, uint64_t value, struct wd_entry *out)
{
    struct wd_entry *e = find(bucket_of(address), address);
    if (!e)
        return 0;
    *out = *e;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return out->address == address && same(out, value) && e->address == address && e->serial == out->serial;
}

int wd_entries_has(uint64_t address, struct wd_entry *out)
{
    const struct wd_entry *e = find(bucket_of(address), address);
    if (!e)
        return 0;
    *out = *e;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return out->address == address && !out->taken && is_newest(out) && e->address == address &&
           e->serial == out->serial;
}

WD_EACH_SECTION void wd_entries_consume(const struct wd_entry *item, int remove)
{
    end_newest(item); /* its section may have put another one to the address by now */
    if (remove)
        return;
    struct bucket *b = lock(item->address);
    struct wd_entry *e = find(b, item->address);
    if (e && e->serial == item->serial)
        e->taken += e->taken < TAKEN;
    unlock(b);
}

/* For another one. */
static __attribute__((noinline)) struct wd_entry *place_in(struct bucket *b)
{
    struct wd_entry *e = find(b, 0);
    for (struct wd_entry *other = b->way; !e && other < b->way + WAYS; other++)
        e = is_over(other) ? other : NULL;
    return e ? e : &b->way[b->next++ % WAYS];
}

WD_EACH_SECTION void wd_entries_put(const struct wd_entry *entry)
{
    struct bucket *b = lock(entry->address);
    struct wd_entry *e = find(b, entry->address);
    if (__builtin_expect(!e, 0))
        e = place_in(b);
    *e = *entry;
    unlock(b);
}

WD_EACH_SECTION void wd_entries_produce(const struct wd_entry *entry)
{
    struct newest *set = set_of(entry->value), *n = newest_in(set, entry->value);
    for (struct newest *other = set; !n && other < set + SET; other++)
        n = __atomic_load_n(&other->serial, __ATOMIC_RELAXED) == 0 ? other : NULL;
    if (!n)
        n = set + (entry->serial >> 10) % SET;
    __atomic_store_n(&n->serial, entry->serial, __ATOMIC_RELAXED);
    __atomic_store_n(&n->value, entry->value, __ATOMIC_RELAXED);
    wd_entries_put(entry);
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
