/* SPDX-License-Identifier: Apache-2.0 */
/*
 * intern.h: a grow-only table of distinct byte strings with dense 32-bit ids.
 *
 * Finding is lock-free; a first insertion takes a spin lock. Ids start at
 * `first` and are never reused. Strings live until exit.
 */
#ifndef WD_INTERN_H
#define WD_INTERN_H

#include <stddef.h>
#include <stdint.h>

struct wd_intern {
    uint32_t first;            /* smallest id given out */
    uint32_t capacity;         /* ids below first + capacity; a power of two */
    uint32_t next;             /* atomic; ids below it are valid */
    uint32_t *slots;           /* 2 * capacity, open addressing, 0 = empty */
    struct wd_interned *entry; /* by id */
    char *bytes;               /* bump-allocated contents */
    size_t bytes_used, bytes_size;
    int lock;
};

struct wd_interned {
    const void *bytes;
    uint32_t length;
    uint32_t hash;
    uint32_t tag;
};

#define WD_INTERN_INIT(first_id, capacity_)                              \
    {                                                                    \
        .first = (first_id), .next = (first_id), .capacity = (capacity_) \
    }

/* The id of (tag, bytes), inserted if new; 0 if the table is full, or if it is
 * new and this interrupts an insertion on the same thread. */
uint32_t wd_intern_id(struct wd_intern *table, uint32_t tag, const void *bytes, size_t length);

/* The id of (tag, bytes) if it is there, else 0. Signal-safe. */
uint32_t wd_intern_find(struct wd_intern *table, uint32_t tag, const void *bytes, size_t length);

/* What has the id, until exit; NULL if it was not given out. Lock-free. */
const struct wd_interned *wd_intern_get(const struct wd_intern *table, uint32_t id);

/* The first id that was not given out yet. Lock-free. */
uint32_t wd_intern_next(const struct wd_intern *table);

/* In a forked child: the thread that held the lock does not exist here. */
void wd_intern_after_fork(struct wd_intern *table);

/* Well mixed in all bits; the long one in the lower half. Pure, and the same in all processes of a version. */
uint32_t wd_hash(uint32_t seed, const void *bytes, size_t length);
uint64_t wd_hash_long(uint32_t seed, const void *bytes, size_t length);

#endif
