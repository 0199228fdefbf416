/* SPDX-License-Identifier: Apache-2.0 */
/*
 * versions.h: one way of translating, and what it has translated. Written under
 * the translator's lock, read without.
 */
#ifndef WD_FLOWS_VERSIONS_H
#define WD_FLOWS_VERSIONS_H

#include <stdint.h>

enum { WD_LEARNT_LIMIT = 48, WD_VERSION_SLOTS = 512, WD_LEARNING_SLOTS = 1 << 16 };

/* The one that learns logs every block and every access and counts instructions; others log the accesses of the
 * instructions that were learnt. */
struct wd_version {
    uint32_t slots, used; /* of the table, a power of two */
    struct wd_translated {
        uintptr_t pc;
        uint8_t *code;
    } * table; /* in one line of the cache with its size */
    int learns;
    int learnt_count;
    uintptr_t learnt[WD_LEARNT_LIMIT];
};

/* Gives a version its table. Returns 0 if there is no room. */
int wd_version_begin(struct wd_version *version, int learns, uint32_t slots);

/* What it has translated is not found any more; threads that execute it may go on. */
void wd_version_forget(struct wd_version *version);

/* Has it translated code at such an address? Only those copies lead to each other. */
int wd_version_has(const struct wd_version *version, int (*is_one)(uintptr_t pc));

/* The copy of the code at `pc`; NULL: not translated yet. */
uint8_t *wd_version_find(const struct wd_version *version, uintptr_t pc);

/* Has it no place for more copies? */
int wd_version_is_full(const struct wd_version *version);

/* Returns 0 if the table is full. */
int wd_version_remember(struct wd_version *version, uintptr_t pc, uint8_t *code);

/* The number of the instruction among those that were learnt, from 1; 0: it was not. */
int wd_version_learnt(const struct wd_version *version, uintptr_t pc);

#endif
