/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/stores.h"

#include <string.h>

#include "flows/sites.h"
#include "memory/each_message.h"
#include "memory/region.h"

/* So many hand-overs are needed, and what speaks against them may be a fifth at most. */
enum { STORES = 4096, SLOTS = 4 * STORES, NEEDED = 4, FIFTH = 5 };

struct wd_store *wd_stores WD_EACH_MESSAGE;
static uint32_t count = 1;
static uint32_t unused; /* a number that is free again, 0: none; its store's site is the next one */
static uint32_t slots[SLOTS];

int wd_stores_open(void)
{
    wd_stores = wd_region_reserve(STORES * sizeof *wd_stores);
    return wd_stores != NULL;
}

static uint32_t *probe(uint32_t site, uintptr_t pc)
{
    uint64_t hash = (pc ^ (uint64_t)site << 48) * 0x9E3779B97F4A7C15u;
    uint32_t i = (uint32_t)(hash >> 40) % SLOTS;
    while (slots[i] && (wd_stores[slots[i]].pc != pc || wd_stores[slots[i]].site != site))
        i = (i + 1) % SLOTS;
    return &slots[i];
}

/* 0: there are too many. */
static uint32_t take_number(void)
{
    uint32_t number = unused;
    if (number)
        unused = wd_stores[number].site;
    else if (count < STORES)
        number = count++;
    return number;
}

uint32_t wd_store_number(uint32_t site, uintptr_t pc)
{
    uint32_t *slot = probe(site, pc);
    if (!*slot && (*slot = take_number()) != 0)
        wd_stores[*slot] = (struct wd_store){ .pc = pc, .site = site, .since = wd_moment_end() };
    return *slot;
}

void wd_stores_forget(int (*is_gone)(uint32_t site))
{
    memset(slots, 0, sizeof slots);
    for (uint32_t n = 1; n < count; n++) {
        struct wd_store *s = &wd_stores[n];
        if (!s->pc)
            continue;
        if (is_gone(s->site)) {
            *s = (struct wd_store){ .site = unused, .since = UINT64_MAX };
            unused = n;
        } else {
            *probe(s->site, s->pc) = n;
        }
    }
}

uint32_t wd_stores_taken(uint32_t site, uint32_t after)
{
    for (uint32_t n = after + 1; n < count; n++)
        if (wd_stores[n].pc && wd_stores[n].site == site && wd_stores[n].consumed)
            return n;
    return 0;
}

static uint64_t bit(uint32_t thread)
{
    return UINT64_C(1) << thread % 64;
}

void wd_store_produced(uint32_t number, uint32_t thread, uint16_t size)
{
    struct wd_store *s = &wd_stores[number];
    s->size = size;
    s->produced++;
    s->producers |= bit(thread);
    s->both += (s->consumers & bit(thread)) != 0;
}

/* Free lists and allocators hand things from a thread to itself, and all their threads do both. Or what one thread has
 * done with is filled anew by another. */
static void judge(struct wd_store *s)
{
    uint32_t against = s->again;
    if (s->own > against)
        against = s->own;
    if (s->both > against)
        against = s->both;
    if (s->batches > against)
        against = s->batches;
    if (s->blank > against)
        against = s->blank;
    s->flows = s->consumed >= NEEDED && against * FIFTH <= s->consumed;
}

int wd_store_consumed(uint32_t number, uint32_t thread, enum wd_consumption what)
{
    struct wd_store *s = &wd_stores[number];
    switch (what) {
    case WD_CONSUMED:
        s->consumed++;
        s->consumers |= bit(thread);
        s->both += (s->producers & bit(thread)) != 0;
        break;
    case WD_CONSUMED_AGAIN: s->again++; break;
    case WD_CONSUMED_OWN: s->own++; break;
    case WD_CONSUMED_BATCH: s->batches++; break;
    default: s->blank++;
    }
    judge(s);
    return (int)s->flows;
}
