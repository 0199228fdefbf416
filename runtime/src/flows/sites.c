/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/sites.h"

#include <string.h>

#include "flows/budget.h"
#include "memory/each_message.h"
#include "memory/region.h"

enum {
    DEPTH = 8,
    FIRST_LIMIT = 100,
    UNSHARED_LIMIT = 1000,
    STABLE = 24,
    RELEARN = 1024,
    WINDOW = 256,
    RETRY = 64,
    LONGEST = 1 << 24
};

struct wd_site *wd_sites WD_EACH_MESSAGE;
static uint32_t count = 1;
static uint32_t unused; /* a number that is free again, 0: none; its site's parent is the next one */
uint32_t wd_site_slots[WD_SITE_SLOTS];
static int32_t farthest = 1 << 16; /* a frame of a locking function is not larger */

int wd_sites_open(void)
{
    wd_sites = wd_region_reserve(WD_SITES * sizeof *wd_sites);
    return wd_sites != NULL;
}

static uint32_t *probe(uint32_t parent, uintptr_t key)
{
    for (uint32_t i = wd_site_slot(parent, key);; i = (i + 1) % WD_SITE_SLOTS) {
        uint32_t number = __atomic_load_n(&wd_site_slots[i], __ATOMIC_ACQUIRE);
        if (number == 0 || (wd_sites[number].key == key && wd_sites[number].parent == parent))
            return &wd_site_slots[i];
    }
}

/* 0: there are too many. */
static uint32_t take_number(void)
{
    uint32_t number = unused;
    if (number)
        unused = wd_sites[number].parent;
    else if (count < WD_SITES)
        number = count++;
    return number;
}

static struct wd_site *make(uint32_t *slot, uint32_t parent, uintptr_t key, uint16_t level)
{
    int again = unused != 0;
    uint32_t number = take_number();
    if (!number)
        return NULL;
    struct wd_site *s = &wd_sites[number];
    *s = (struct wd_site){ .key = key, .parent = parent, .number = number, .level = level, .limit = FIRST_LIMIT };
    if (again)
        wd_site_blind(s); /* it may have been there before its library was unloaded, and nobody knows what it did */
    __atomic_store_n(slot, number, __ATOMIC_RELEASE);
    return s;
}

static struct wd_site *find(const uintptr_t *at, int may_make)
{
    const char *begin = (const char *)(at + 1);
    uintptr_t key = *at;
    uint32_t parent = 0;
    for (uint16_t level = 0;; level++) {
        uint32_t *slot = probe(parent, key);
        uint32_t number = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
        struct wd_site *s = number ? &wd_sites[number] : may_make ? make(slot, parent, key, level) : NULL;
        if (!s || s->returns_at == 0)
            return s;
        memcpy(&key, begin + s->returns_at - 1, sizeof key);
        parent = s->number;
    }
}

struct wd_site *wd_site_find(const uintptr_t *slot)
{
    return find(slot, 0);
}

struct wd_site *wd_site_make(const uintptr_t *slot)
{
    return find(slot, 1);
}

uintptr_t wd_site_frame(const struct wd_site *s, const uintptr_t *slot)
{
    return s->parent ? (uintptr_t)(slot + 1) + (uintptr_t)wd_sites[s->parent].returns_at - 1 : (uintptr_t)slot;
}

int wd_site_returned(struct wd_site *s, const int32_t *distances, int returns)
{
    if (returns <= s->level || s->level + 1 >= DEPTH || s->learnt_count)
        return 0;
    int32_t distance = distances[s->level];
    if (distance < 0 || distance > farthest)
        return 0;

    __atomic_store_n(&s->returns_at, distance + 1, __ATOMIC_RELEASE);
    s->state = WD_SITE_IGNORED; /* others are asked from now on */
    return 1;
}

struct wd_moments wd_moments = { 1, 0 };

uint64_t wd_moment_end(void)
{
    uint64_t now = __atomic_load_n(&wd_moments.now, __ATOMIC_ACQUIRE), ended = now;
    if (__atomic_load_n(&wd_moments.used, __ATOMIC_ACQUIRE) != now)
        return now - 1;
    __atomic_compare_exchange_n(&wd_moments.now, &now, now + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    return ended;
}

/* It may have put something in: nobody knows what was put in last. */
static void forget_last_item(struct wd_site *s)
{
    __atomic_store_n(&s->last_item, 0, __ATOMIC_RELAXED);
}

void wd_site_blind(struct wd_site *s)
{
    forget_last_item(s);
    __atomic_store_n(&s->blind, wd_moment_end(), __ATOMIC_RELAXED);
}

void wd_site_partly(struct wd_site *s)
{
    forget_last_item(s);
    __atomic_store_n(&s->partly, wd_moment_end(), __ATOMIC_RELAXED);
}

void wd_site_learn(struct wd_site *s, uintptr_t pc, uint32_t role, uint32_t store, uint16_t size)
{
    if (s->state == WD_SITE_IGNORED)
        return;
    uint32_t i = 0;
    while (i < s->learnt_count && s->pcs[i] != pc)
        i++;
    if (i == WD_LEARNT_LIMIT || (i < s->learnt_count && (s->learnt[i].roles & role) == role))
        return;
    struct wd_learnt *l = &s->learnt[i];
    s->pcs[i] = pc;
    l->roles |= (uint16_t)role;
    l->size = size;
    if (role & (WD_ROLE_PRODUCE | WD_ROLE_PUT))
        l->store = store;
    if (i == s->learnt_count)
        s->learnt_count++;
    s->consumes |= (role & (WD_ROLE_CONSUME | WD_ROLE_TAKE_LIST)) != 0;
    s->stable = 0;
    if (s->state == WD_SITE_ALONE || s->version)
        wd_site_blind(s); /* that has gone by unseen until now */
    s->state = WD_SITE_LEARNING;
}

/* A version that logs what was learnt. The old one, if there is one, may still be executed. */
static void begin_version(struct wd_site *s)
{
    struct wd_version *v = wd_region_reserve(sizeof *v);
    if (!v || !wd_version_begin(v, 0, WD_VERSION_SLOTS))
        return;
    for (uint32_t i = 0; i < s->learnt_count; i++)
        v->learnt[i] = s->pcs[i];
    v->learnt_count = (int)s->learnt_count;
    uintptr_t key = s->key;
    for (const struct wd_site *p = s; p->parent; key = p->key)
        p = &wd_sites[p->parent];
    uint8_t *entry = wd_translate(v, key);
    if (!entry)
        return;
    __atomic_store_n(&s->entry, entry, __ATOMIC_RELAXED);
    __atomic_store_n(&s->version, v, __ATOMIC_RELEASE);
    __atomic_store_n(&s->state, WD_SITE_LEARNT, __ATOMIC_RELEASE);
}

void wd_site_learned(struct wd_site *s)
{
    s->learned++;
    s->stable++;
    if (s->state != WD_SITE_LEARNING)
        return;
    if (s->learnt_count && s->stable >= STABLE) {
        s->limit = RELEARN;
        begin_version(s);
    } else if (!s->learnt_count && s->learned >= FIRST_LIMIT) {
        s->state = WD_SITE_ALONE;
    }
}

void wd_site_unshared(struct wd_site *s)
{
    uint8_t learning = WD_SITE_LEARNING;
    if (++s->unshared >= UNSHARED_LIMIT && s->learnt_count == 0)
        __atomic_compare_exchange_n(&s->state, &learning, WD_SITE_ALONE, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

int32_t wd_site_window WD_EACH_MESSAGE;

static void open_window(struct wd_site *s)
{
    if (!wd_budget_allows(0)) {
        s->passed = s->limit - RETRY; /* in a window that nothing can be learned in it would go by */
        return;
    }
    s->passed = 0;
    s->limit = s->limit < LONGEST ? s->limit * 4 : LONGEST;
    __atomic_store_n(&wd_site_window, WINDOW, __ATOMIC_RELAXED);
}

void wd_site_count_all(struct wd_site *s)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    t->chance = t->chance * 1664525 + 1013904223;
    t->uncounted = (int32_t)(t->chance / (UINT32_MAX / (2 * WD_SITE_COUNTED - 1) + 1));
    if ((s->passed += WD_SITE_COUNTED) >= s->limit)
        open_window(s);
}

int wd_site_access(uint32_t i, struct wd_flow_access *out)
{
    uint32_t known = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
    for (uint32_t n = 1; n < known; n++) {
        const struct wd_site *s = &wd_sites[n];
        for (uint32_t k = 0; k < s->learnt_count; k++) {
            const struct wd_learnt *l = &s->learnt[k];
            if (!(l->roles & (WD_ROLE_PRODUCE | WD_ROLE_CONSUME)) || i-- > 0)
                continue;
            *out = (struct wd_flow_access){ s->key, s->pcs[k], s->counts[k].times, s->counts[k].carried,
                                            l->roles & WD_ROLE_CONSUME };
            return 1;
        }
    }
    return 0;
}

int wd_site_is_gone(uint32_t number)
{
    return wd_sites[number].key == 0;
}

/* With those that are told apart by it. No thread is in a lock function that was called from there. */
static void free_gone(int (*is_gone)(uintptr_t pc))
{
    for (int more = 1; more;) {
        more = 0;
        for (uint32_t n = 1; n < count; n++) {
            struct wd_site *s = &wd_sites[n];
            if (!s->key || !(is_gone(s->key) || (s->parent && wd_site_is_gone(s->parent))))
                continue;
            *s = (struct wd_site){ .state = WD_SITE_IGNORED };
            more = 1;
        }
    }
    unused = 0;
    for (uint32_t n = 1; n < count; n++)
        if (wd_site_is_gone(n)) {
            wd_sites[n].parent = unused;
            unused = n;
        }
}

static int leads_to(const struct wd_site *s, int (*is_gone)(uintptr_t pc))
{
    for (uint32_t i = 0; i < s->learnt_count; i++)
        if (is_gone(s->pcs[i]))
            return 1;
    return s->version && wd_version_has(s->version, is_gone);
}

/* Who executes the old version still may log what was learnt by its place there. */
static void begin_again(struct wd_site *s, int (*is_gone)(uintptr_t pc))
{
    for (uint32_t i = 0; i < s->learnt_count; i++)
        if (is_gone(s->pcs[i]))
            s->pcs[i] = s->learnt[i].roles = 0;
    if (!s->version)
        return;
    int learnt = s->state == WD_SITE_LEARNT;
    __atomic_store_n(&s->state, WD_SITE_LEARNING, __ATOMIC_RELEASE);
    __atomic_store_n(&s->version, NULL, __ATOMIC_RELEASE);
    if (learnt)
        begin_version(s);
}

void wd_sites_forget(int (*is_gone)(uintptr_t pc))
{
    for (uint32_t i = 0; i < WD_SITE_SLOTS; i++)
        __atomic_store_n(&wd_site_slots[i], 0, __ATOMIC_RELEASE);
    free_gone(is_gone);
    for (uint32_t n = 1; n < count; n++) {
        if (wd_site_is_gone(n))
            continue;
        __atomic_store_n(probe(wd_sites[n].parent, wd_sites[n].key), n, __ATOMIC_RELEASE);
        if (leads_to(&wd_sites[n], is_gone))
            begin_again(&wd_sites[n], is_gone);
    }
}
