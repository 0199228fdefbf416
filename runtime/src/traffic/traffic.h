/* SPDX-License-Identifier: Apache-2.0 */
/* traffic.h: what was sent and received, added up: the records Messages. */
#ifndef WD_TRAFFIC_H
#define WD_TRAFFIC_H

#include <stdint.h>

#include "contexts/context.h"
#include "memory/apart.h"

/* Same numbers as whodunit.Messages.Kind. */
enum wd_traffic_kind {
    WD_TRAFFIC_SENT = 0,
    WD_TRAFFIC_REQUEST = 1,
    WD_TRAFFIC_RESPONSE = 2,
    WD_TRAFFIC_KEPT = 3,
    WD_TRAFFIC_BEGUN = 4,
    WD_TRAFFIC_UNKNOWN = 5,
};

/* Hashed as bytes: it has no padding. */
struct wd_traffic_key {
    whodunit_context context, from;
    uint32_t service;                          /* wd_name */
    uint8_t kind, transport, accepted, reason; /* reason: enum wd_stream_loss */
};

/* What is the same for all that passes on a channel. */
static inline uint64_t wd_traffic_way(uint32_t service, uint8_t transport, uint8_t accepted)
{
    return service | (uint64_t)transport << 40 | (uint64_t)accepted << 48;
}

/* In two words, as it is compared: a processor waits where bytes that it has just written are read as one. */
struct wd_traffic_words {
    uint64_t who, how;
};
_Static_assert(sizeof(struct wd_traffic_words) == sizeof(struct wd_traffic_key), "no padding");
static inline struct wd_traffic_words wd_traffic_words(whodunit_context context, whodunit_context from, uint64_t way,
                                                       uint8_t kind, uint8_t reason)
{
    return (struct wd_traffic_words){ context | (uint64_t)from << 32,
                                      way | (uint64_t)kind << 32 | (uint64_t)reason << 56 };
}

struct wd_traffic {
    union {
        struct wd_traffic_key key;
        struct wd_traffic_words words;
    };
    uint64_t sums; /* calls in the upper 24 bits, bytes in the others: what a few seconds bring */
    uint64_t count, bytes, mixed;
};

/* The entries, dense, and how many there are; for wd_traffic_add. */
extern struct wd_traffic *wd_traffic;
extern uint32_t wd_traffic_used;
WD_APART void wd_traffic_add_anew(struct wd_traffic_words key, uint64_t bytes, int mixed, uint32_t *last);
WD_APART void wd_traffic_move_on(struct wd_traffic *entry);

#define WD_TRAFFIC_CALL (1ull << 40) /* in wd_traffic.sums */
/* Then they are moved on: 8 million calls, or half of a terabyte. */
#define WD_TRAFFIC_FULL (1ull << 63 | WD_TRAFFIC_CALL / 2)

static inline int wd_traffic_has(uint32_t place, struct wd_traffic_words key)
{
    const struct wd_traffic *entry = &wd_traffic[place - 1];
    return ((entry->words.who ^ key.who) | (entry->words.how ^ key.how)) == 0;
}

static inline void wd_traffic_add_to(struct wd_traffic *entry, uint64_t bytes, int mixed)
{
    if (mixed)
        __atomic_fetch_add(&entry->mixed, 1, __ATOMIC_RELAXED);
    uint64_t before = __atomic_fetch_add(&entry->sums, WD_TRAFFIC_CALL + bytes, __ATOMIC_RELAXED);
    if (__builtin_expect((before & WD_TRAFFIC_FULL) != 0, 0))
        wd_traffic_move_on(entry);
}

/* Adds one call. `last`, where the channel remembers the key's place; any value will do. Lock-free and signal-safe. */
static inline void wd_traffic_add(struct wd_traffic_words key, uint64_t bytes, int mixed, uint32_t *last)
{
    uint32_t place = *last;
    if (place - 1 >= __atomic_load_n(&wd_traffic_used, __ATOMIC_ACQUIRE) || !wd_traffic_has(place, key))
        wd_traffic_add_anew(key, bytes, mixed, last);
    else
        wd_traffic_add_to(&wd_traffic[place - 1], bytes, mixed);
}

/* Takes out the sums of the next key, from `*position` (0 to begin) on. False at the end. One consumer. */
int wd_traffic_take(uint32_t *position, struct wd_traffic *taken);

#endif
