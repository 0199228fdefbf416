/* SPDX-License-Identifier: Apache-2.0 */
/*
 * entries.h: which locations of shared memory hold an item, and who produced
 * it. One table of the process, of a fixed size: where it is full, the oldest
 * is lost. Safe in signal handlers that do not interrupt it on the same thread.
 */
#ifndef WD_FLOWS_ENTRIES_H
#define WD_FLOWS_ENTRIES_H

#include <stdint.h>

#include "flows/thread.h"

enum { WD_HEAD_BYTES = 64 };  /* in which both ends of a list lie */
enum { WD_ITEM_BYTES = 512 }; /* what belongs to an item, as its link, lies no farther in it */

struct wd_entry {
    uint64_t address;
    uint64_t value;         /* an entry of another value is stale */
    uint64_t serial;        /* of no other item */
    uint32_t context;       /* of the thread that produced it, at that time */
    uint32_t store;         /* which store (stores.h) */
    uint64_t moment : 40;   /* of the production (sites.h) */
    uint64_t producer : 10; /* the thread's number */
    uint64_t size : 4;      /* 4 or 8 */
    uint64_t taken : 8;     /* how often it was consumed, at most 255 */
};

/* Once. Returns 0 if there is no memory. */
int wd_entries_open(void);

/* The addresses and values of these accesses will be asked for, and put: what is known of them lies far apart in
 * memory, often in another processor's cache, and is fetched at once. */
void wd_entries_expect(const struct wd_access *begin, const struct wd_access *end);

/* The same of one that may be taken. */
void wd_entries_expect_taken(const struct wd_access *access);

/* A new item: entries of its value from before are stale, wherever they are (memory is used again). `serial` is of no
 * other. */
void wd_entries_produce(const struct wd_entry *entry);

/* The entry of the address, if its value is the same as far as it reaches, and no newer item has it. */
int wd_entries_find(uint64_t address, uint64_t value, struct wd_entry *out);

/* The entry of the address, if that is surely the newest of its value, and nobody has consumed it. What is in memory
 * there is not looked at. */
int wd_entries_has(uint64_t address, struct wd_entry *out);

/* What was found is taken, and not found any more; unless it is to be counted at its address how often it is. */
void wd_entries_consume(const struct wd_entry *item, int remove);

void wd_entries_put(const struct wd_entry *entry);
void wd_entries_clear(uint64_t address);

/* In a forked child. */
void wd_entries_after_fork(void);

#endif
