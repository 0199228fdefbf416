/* SPDX-License-Identifier: Apache-2.0 */
#include "contexts/intern.h"

#include <string.h>

#include "memory/region.h"
#include "system/own_lock.h"

static uint64_t word_of(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* Of fewer than eight bytes. */
static uint64_t short_word_of(const unsigned char *p, size_t length)
{
    uint32_t first, last;
    if (length < sizeof first)
        return length ? p[0] | (uint64_t)p[length / 2] << 8 | (uint64_t)p[length - 1] << 16 : 0;
    memcpy(&first, p, sizeof first);
    memcpy(&last, p + length - sizeof last, sizeof last);
    return first | (uint64_t)last << 32;
}

/* The last eight bytes are a word, whether or not it begins where another one ends. */
uint64_t wd_hash_long(uint32_t seed, const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    uint64_t h = seed * 0x9E3779B97F4A7C15u + length, tail;
    if (length < sizeof tail) {
        tail = short_word_of(p, length);
    } else {
        const unsigned char *last = p + length - sizeof tail;
        for (; p < last; p += sizeof tail) {
            h = (h ^ word_of(p)) * 0xff51afd7ed558ccdu;
            h ^= h >> 32;
        }
        tail = word_of(last);
    }
    h = (h ^ tail) * 0xc4ceb9fe1a85ec53u;
    return h ^ (h >> 33);
}

uint32_t wd_hash(uint32_t seed, const void *bytes, size_t length)
{
    return (uint32_t)wd_hash_long(seed, bytes, length);
}

/* One region, so that a failure leaves nothing behind, however often it is
 * tried; the slots are published last, because finding begins with them. */
static int allocate(struct wd_intern *t)
{
    if (t->slots)
        return 1;
    size_t entries = ((size_t)t->first + t->capacity) * sizeof *t->entry;
    size_t slots = (size_t)t->capacity * 2 * sizeof *t->slots;
    size_t bytes = (size_t)t->capacity * 256;
    char *region = wd_region_reserve(entries + slots + bytes);
    if (!region)
        return 0;
    t->entry = (struct wd_interned *)region;
    t->bytes = region + entries + slots;
    t->bytes_size = bytes;
    __atomic_store_n(&t->slots, (uint32_t *)(region + entries), __ATOMIC_RELEASE);
    return 1;
}

/* The id, or 0 with *slot at the empty slot where it would go. */
static uint32_t find(struct wd_intern *t, uint32_t tag, const void *bytes, size_t length, uint32_t hash, uint32_t *slot)
{
    uint32_t *slots = __atomic_load_n(&t->slots, __ATOMIC_ACQUIRE);
    if (!slots)
        return 0;
    uint32_t mask = t->capacity * 2 - 1;
    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        uint32_t id = __atomic_load_n(&slots[i], __ATOMIC_ACQUIRE);
        if (id == 0) {
            *slot = i;
            return 0;
        }
        const struct wd_interned *e = &t->entry[id];
        if (e->hash == hash && e->tag == tag && e->length == length && memcmp(e->bytes, bytes, length) == 0)
            return id;
    }
}

static uint32_t insert(struct wd_intern *t, uint32_t tag, const void *bytes, size_t length, uint32_t hash)
{
    uint32_t slot = 0, id;
    if (!allocate(t))
        return 0;
    if ((id = find(t, tag, bytes, length, hash, &slot)) != 0)
        return id;
    size_t room = (length + 1 + 7) & ~(size_t)7;
    if (t->next - t->first >= t->capacity || room > t->bytes_size - t->bytes_used)
        return 0;
    char *copy = t->bytes + t->bytes_used;
    memcpy(copy, bytes, length); /* the region is zeroed: a NUL follows */
    t->bytes_used += room;
    id = t->next;
    t->entry[id] = (struct wd_interned){ copy, (uint32_t)length, hash, tag };
    __atomic_store_n(&t->next, id + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&t->slots[slot], id, __ATOMIC_RELEASE);
    return id;
}

/* A signal handler that interrupts an insertion of its own thread must not wait for it. */
static __thread volatile int inserting __attribute__((tls_model("initial-exec")));

uint32_t wd_intern_id(struct wd_intern *t, uint32_t tag, const void *bytes, size_t length)
{
    uint32_t slot, hash = wd_hash(tag, bytes, length);
    uint32_t id = find(t, tag, bytes, length, hash, &slot);
    if (id || inserting)
        return id;
    inserting = 1;
    wd_own_lock_take(&t->lock);
    id = insert(t, tag, bytes, length, hash);
    wd_own_lock_release(&t->lock);
    inserting = 0;
    return id;
}

uint32_t wd_intern_find(struct wd_intern *t, uint32_t tag, const void *bytes, size_t length)
{
    uint32_t slot;
    return find(t, tag, bytes, length, wd_hash(tag, bytes, length), &slot);
}

const struct wd_interned *wd_intern_get(const struct wd_intern *t, uint32_t id)
{
    if (id < t->first || id >= wd_intern_next(t))
        return NULL;
    return &t->entry[id];
}

uint32_t wd_intern_next(const struct wd_intern *t)
{
    return __atomic_load_n(&t->next, __ATOMIC_ACQUIRE);
}

void wd_intern_after_fork(struct wd_intern *t)
{
    if (t->lock)
        wd_own_lock_release(&t->lock);
}
