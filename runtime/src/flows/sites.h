/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sites.h: where locks are taken, and what is known of the sections that begin
 * there. A site is the return address of the lock function; where that function
 * turns out to be called by one that returns with the lock held (apr's, C++'s
 * wrappers), also the return addresses behind it, as many as it takes.
 *
 * Finding is lock-free; what changes a site needs the translator's lock.
 */
#ifndef WD_FLOWS_SITES_H
#define WD_FLOWS_SITES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "flow_port/port.h"
#include "flows/translate.h"

enum wd_site_state {
    WD_SITE_LEARNING,
    WD_SITE_ALONE,   /* transports nothing, as far as was seen */
    WD_SITE_LEARNT,  /* its version logs what was learnt */
    WD_SITE_IGNORED, /* ours, or what cannot be translated */
};

/* Of stores, and of loads. */
enum wd_role {
    WD_ROLE_PRODUCE = 1,
    WD_ROLE_MOVE_TO = 2,
    WD_ROLE_MOVE_FROM = 4,
    WD_ROLE_CONSUME = 8,
    WD_ROLE_TAKE_LIST = 16,
    WD_ROLE_PUT = 32, /* puts items in that others take, but does not hand over, as far as was seen */
};

/* What a section looks up for each instruction that it logs: little, so that a site's few are in one line of the cache.
 */
struct wd_learnt {
    uint32_t store; /* of WD_ROLE_PRODUCE and WD_ROLE_PUT */
    uint16_t roles;
    uint16_t size; /* of what is stored */
};

/* Of the same: written at each section, by other processors as well, so nothing may wait for it. */
struct wd_learnt_counts {
    uint64_t times, carried;
    uint64_t items, lists; /* that were taken; lists as a whole have nobody's context */
};

/* The first two lines of the cache are read at each section, and written when something is learnt. */
struct wd_site {
    uintptr_t key;
    uint32_t number, parent; /* from 1; 0: none */
    int32_t returns_at;      /* distance to the next return address, plus 1; 0: the section ends in this function */
    uint8_t state, consumes;
    uint8_t hands_over; /* one of its stores does */
    uint8_t shared;     /* a lock was taken here that another thread has taken as well */
    uint32_t limit;     /* of sections, without evidence */
    uint32_t link;   /* how far in an item its successor is put, plus 1; 0: items are not linked, as far as was seen */
    uint64_t blind;  /* the last moment of a section that was not seen */
    uint64_t partly; /* the same of one whose end was not seen */
    struct wd_version *version; /* atomic: threads may begin sections while there is a new one */
    uint8_t *entry;             /* the version's, set before it */

    struct wd_learnt learnt[WD_LEARNT_LIMIT];

    uint64_t last_item; /* that was put in, 0: not known */
    uint32_t passed;    /* sections since it was left alone, or since one was learned again */
    uint16_t level;
    uint32_t learned; /* sections */
    uint32_t stable;  /* sections since the last thing was learnt */
    uint32_t abandoned;
    uint32_t logs;     /* that were filled in its sections before anything was learnt */
    uint32_t unshared; /* sections before it was */
    uint32_t learnt_count;
    struct wd_learnt_counts counts[WD_LEARNT_LIMIT] __attribute__((aligned(64)));
    uintptr_t pcs[WD_LEARNT_LIMIT];
};

_Static_assert(offsetof(struct wd_site, learnt) == 64 && offsetof(struct wd_site, last_item) % 64 == 0, "its lines");

/* By number; and the numbers by where their locks are taken. */
enum { WD_SITES = 4096, WD_SITE_SLOTS = 4 * WD_SITES };
extern struct wd_site *wd_sites;
extern uint32_t wd_site_slots[WD_SITE_SLOTS];

/* The first place to look for one. */
static inline uint32_t wd_site_slot(uint32_t parent, uintptr_t key)
{
    uint64_t hash = (key ^ (uint64_t)parent << 48) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(hash >> 40) % WD_SITE_SLOTS;
}

/* Once. Returns 0 if there is no memory. */
int wd_sites_open(void);

/* The site of a lock function that returns by `slot`, the stack address of its return address; NULL if new. */
struct wd_site *wd_site_find(const uintptr_t *slot);

/* With the lock held: the same, made if new; NULL if there are too many. */
struct wd_site *wd_site_make(const uintptr_t *slot);

/* Where the function that takes the site's locks has its return addresses, of a lock function that returns by
 * `slot`. */
uintptr_t wd_site_frame(const struct wd_site *site, const uintptr_t *slot);

static inline struct wd_site *wd_site_get(uint32_t number)
{
    return &wd_sites[number];
}

/* A section of the site was learned in which returns left functions at these distances from its begin, in order. True
 * if the site is to be told apart by its caller from now on. */
int wd_site_returned(struct wd_site *site, const int32_t *distances, int count);

/* Something was learnt about an instruction; the version is out of date then. */
void wd_site_learn(struct wd_site *site, uintptr_t pc, uint32_t role, uint32_t store, uint16_t size);

/* One more section was learned: what next. `evidence`: it took part in a flow. */
void wd_site_learned(struct wd_site *site);

/* Time, as far as it matters here: it goes on where a section was not seen, if anything was put somewhere before. */
extern struct wd_moments {
    uint64_t now, used;
} wd_moments;

/* The moment at which something is put somewhere: greater than those of what was not seen before. */
static inline uint64_t wd_moment(void)
{
    uint64_t now = __atomic_load_n(&wd_moments.now, __ATOMIC_ACQUIRE);
    if (__atomic_load_n(&wd_moments.used, __ATOMIC_RELAXED) != now)
        __atomic_store_n(&wd_moments.used, now, __ATOMIC_RELEASE);
    return now;
}

/* The last moment of what was put somewhere until now. */
uint64_t wd_moment_end(void);

/* A section of the site goes by that is not seen. What was known from before may not be so any more. */
void wd_site_blind(struct wd_site *site);

/* One goes on unseen. */
void wd_site_partly(struct wd_site *site);

/* Were its sections seen since that moment? What a site does that is left alone, nobody knows. */
static inline int wd_site_has_seen(const struct wd_site *site, uint64_t moment)
{
    uint8_t state = __atomic_load_n(&site->state, __ATOMIC_ACQUIRE);
    return (state == WD_SITE_LEARNING || state == WD_SITE_LEARNT) &&
           moment > __atomic_load_n(&site->blind, __ATOMIC_RELAXED);
}

/* And until their end? */
static inline int wd_site_has_seen_all(const struct wd_site *site, uint64_t moment)
{
    return moment > __atomic_load_n(&site->partly, __ATOMIC_RELAXED);
}

/* Sections that are still to be learned at all sites, because it is some site's turn: an item is only seen to change
 * hands where both its ends are learned. */
extern int32_t wd_site_window;

/* A section goes by. Not all threads write to one place each time: each counts one of about so many for all of them, by
 * chance and not in turn, as a server's sections come in turns. */
enum { WD_SITE_COUNTED = 16 };
void wd_site_count_all(struct wd_site *site);
static inline void wd_site_count(struct wd_site *site)
{
    if (__builtin_expect(--wd_flow_thread.uncounted < 0, 0))
        wd_site_count_all(site);
}

/* A section of a site that is left alone or learnt goes by. True if it is to be learned again. */
static inline int wd_site_passes(struct wd_site *site)
{
    wd_site_count(site);
    if (__builtin_expect(__atomic_load_n(&wd_site_window, __ATOMIC_RELAXED) <= 0, 1))
        return 0;
    __atomic_fetch_sub(&wd_site_window, 1, __ATOMIC_RELAXED);
    return 1;
}

/* The site of a lock function that returns by `slot`, if it is found at the first look; else NULL. */
static inline struct wd_site *wd_site_at_once(const uintptr_t *slot)
{
    uintptr_t key = *slot;
    uint32_t parent = 0;
    for (;;) {
        struct wd_site *site = &wd_sites[__atomic_load_n(&wd_site_slots[wd_site_slot(parent, key)], __ATOMIC_ACQUIRE)];
        if (site->key != key || site->parent != parent)
            return NULL;
        if (site->returns_at == 0)
            return site;
        memcpy(&key, (const char *)(slot + 1) + site->returns_at - 1, sizeof key);
        parent = site->number;
    }
}

/* Nothing is known to change hands there, and nothing is to be learned now: the usual end of a site. */
static inline int wd_site_goes_by(struct wd_site *site)
{
    uint8_t state = __atomic_load_n(&site->state, __ATOMIC_ACQUIRE);
    if (state != WD_SITE_ALONE)
        return state == WD_SITE_IGNORED;
    if (__atomic_load_n(&wd_site_window, __ATOMIC_RELAXED) > 0)
        return 0;
    wd_site_count(site);
    return 1;
}

/* The lock of a section is taken by one thread only, as far as was seen: it is not learned. After many the site is left
 * alone. */
void wd_site_unshared(struct wd_site *site);

/* What was translated is not used any more. Sites in code that is gone are not found any more, and their numbers are
 * given out again; of the others what was learnt stays. With the lock held. */
void wd_sites_forget(int (*is_gone)(uintptr_t pc));

/* Has the number no site since? */
int wd_site_is_gone(uint32_t number);

/* The learnt access number `i` of the process, as the recording tells it (flow_port/port.h). */
int wd_site_access(uint32_t i, struct wd_flow_access *out);

#endif
