/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/section.h"

#include "flows/budget.h"
#include "flows/each_section.h"
#include "flows/items.h"
#include "flows/learning.h"
#include "flows/learnt.h"
#include "flows/numbers.h"
#include "flows/open_section.h"
#include "flows/own_line.h"
#include "flows/sharing.h"
#include "flows/stop.h"
#include "flows/taken.h"
#include "flows/translate.h"
#include "memory/apart.h"
#include "memory/each_message.h"

/* After so many sections that took nothing, a site is none that takes. */
enum { TAIL_BUDGET = 128, NOT_TAKING = 8 };
enum outcome { NOT_OURS, INNER, LEARNT_OVER, LEARNED_OVER };

int wd_flows_on WD_EACH_MESSAGE;
static __thread struct wd_section own_section __attribute__((tls_model("initial-exec"), aligned(64)));
struct wd_version wd_section_learning;

static inline void enter(struct wd_flow_thread *t, uintptr_t *slot, uint8_t *code)
{
    t->slot = 0;
    t->entered = slot;
    t->leads = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    *(volatile uintptr_t *)slot = (uintptr_t)code;
}

/* Goes on in translation after one of our functions, where `code` is the copy, if known; else the thread is the
 * processor's. */
static WD_APART void go_on(struct wd_flow_thread *t, uintptr_t *slot, uint8_t *code)
{
    /* the copy leads to copies of what it calls, which may have been unloaded while the thread waited */
    int is_old = !t->section->learner && t->version != __atomic_load_n(&t->section->site->version, __ATOMIC_ACQUIRE);
    if (is_old)
        code = NULL;
    else if (!code)
        code = wd_version_find(t->version, *slot);
    if (!code && !is_old) {
        uint64_t mask;
        wd_translate_lock(&mask);
        code = wd_translate(t->version, *slot);
        wd_translate_unlock(&mask);
    }
    if (code) {
        enter(t, slot, code);
        return;
    }
    if (!wd_learning_in_tail(t->section))
        wd_site_partly(t->section->site);
    wd_learning_release(t->section);
    t->section = NULL;
}

static inline void begin(struct wd_flow_thread *t, struct wd_section *s, const uintptr_t *slot, struct wd_site *site,
                         struct wd_version *version)
{
    s->site = site;
    s->slot = slot;
    s->serial = 0;
    s->depth = 1;
    s->is_in_ours = s->knows_hands = s->has_taken = s->logs = 0;
    t->log_may_be_over |= s->learner != NULL;
    wd_section_begin_log(t, s);
    t->version = version;
}

/* The section is learned: everything is logged. False if that cannot be. */
static int begin_to_learn(struct wd_flow_thread *t, struct wd_section *s, uintptr_t *slot, struct wd_site *site)
{
    uint64_t sp = (uint64_t)(slot + 1), begun = wd_cycles(), mask;
    if (!wd_learning_begin(s, sp))
        return 0;
    uint8_t *code = wd_version_find(&wd_section_learning, *slot);
    if (!code) {
        wd_translate_lock(&mask);
        code = wd_translate(&wd_section_learning, *slot);
        wd_translate_unlock(&mask);
    }
    if (!code) {
        if (!site->version)
            site->state = WD_SITE_IGNORED;
        wd_learning_release(s);
        return 0;
    }
    begin(t, s, slot, site, &wd_section_learning);
    t->budget = WD_SECTION_BUDGET;
    t->section = s;
    enter(t, slot, code);
    wd_budget_use(wd_cycles() - begun);
    return 1;
}

/* The usual end of it. */
static inline int is_left_alone(struct wd_site *site)
{
    uint8_t state = __atomic_load_n(&site->state, __ATOMIC_ACQUIRE);
    return state == WD_SITE_IGNORED || (state == WD_SITE_ALONE && !wd_site_passes(site));
}

/* Nothing changes hands under a lock of one thread's: most of a server's at its start. */
static int may_hand_over(struct wd_site *site, uintptr_t lock)
{
    if (site->shared)
        return 1;
    if (wd_lock_is_shared(lock))
        site->shared = 1;
    if (site->shared || wd_budget_allows_unshared())
        return 1;
    wd_site_unshared(site);
    return 0;
}

static WD_APART void begin_section(struct wd_flow_thread *t, uintptr_t *slot, uintptr_t lock, struct wd_site *site)
{
    struct wd_section *s = &own_section;
    if (__atomic_load_n(&wd_flows_stopped, __ATOMIC_RELAXED)) {
        if (site && site->consumes)
            wd_taken_give_back();
        return;
    }
    if (!site) {
        uint64_t mask;
        wd_translate_lock(&mask);
        site = wd_site_make(slot);
        wd_translate_unlock(&mask);
        if (!site)
            return;
    }
    if (site->consumes)
        wd_taken_give_back(); /* whether or not this section is followed */
    uint8_t state = __atomic_load_n(&site->state, __ATOMIC_ACQUIRE);
    int learn = may_hand_over(site, lock) && (state != WD_SITE_LEARNT || wd_site_passes(site));
    struct wd_version *version = __atomic_load_n(&site->version, __ATOMIC_ACQUIRE);
    int can = (learn || version) && (t->number || wd_number_take(t));
    int found = state == WD_SITE_LEARNING && site->learnt_count > 0;
    if (can && learn && wd_budget_allows(found) && begin_to_learn(t, s, slot, site))
        return;
    if (!can || !version || state == WD_SITE_LEARNING) {
        wd_site_blind(site); /* the version does not know what is being learned */
        if (site->learned < NOT_TAKING)
            wd_taken_give_back(); /* it may be one that takes */
    }
    if (can && version) {
        s->learner = NULL;
        begin(t, s, slot, site, version);
        t->section = s;
        enter(t, slot, __atomic_load_n(&site->entry, __ATOMIC_RELAXED));
    }
}

/* The usual end of a section that is known: nothing is to be learned, and all is there. */
static inline int begin_at_once(struct wd_flow_thread *t, uintptr_t *slot, struct wd_site *site)
{
    if (__atomic_load_n(&site->state, __ATOMIC_ACQUIRE) != WD_SITE_LEARNT || !site->shared || !t->number ||
        __atomic_load_n(&wd_flows_stopped, __ATOMIC_RELAXED) || __atomic_load_n(&wd_site_window, __ATOMIC_RELAXED) > 0)
        return 0;
    struct wd_version *version = __atomic_load_n(&site->version, __ATOMIC_ACQUIRE);
    if (!version)
        return 0; /* it is made anew since, as a library was unloaded */
    wd_site_count(site);
    wd_own_line(site->counts);
    wd_own_line(site->counts + 2);
    struct wd_section *s = &own_section;
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (site->consumes)
        wd_taken_give_back();
    s->learner = NULL;
    begin(t, s, slot, site, version);
    t->section = s;
    enter(t, slot, __atomic_load_n(&site->entry, __ATOMIC_RELAXED));
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
    return 1;
}

static void conclude_locked(struct wd_flow_thread *t)
{
    uint64_t mask;
    wd_translate_lock(&mask);
    wd_learning_conclude(t, t->section);
    wd_translate_unlock(&mask);
    t->section = NULL;
}

static WD_APART void publish_learned(struct wd_flow_thread *t, struct wd_section *s)
{
    uint64_t begun = wd_cycles(), mask;
    if (wd_learning_analyse(t, s)) {
        wd_translate_lock(&mask);
        wd_learning_publish(t, s);
        wd_translate_unlock(&mask);
        wd_budget_use(wd_cycles() - begun);
        return;
    }
    wd_site_partly(s->site);
    wd_learning_abandon(t, s, 0);
    t->section = NULL;
}

/* With the lock of the host still held. */
static inline void publish(struct wd_flow_thread *t, struct wd_section *s)
{
    wd_section_at(s, 1);
    if (__builtin_expect(s->learner != NULL, 0))
        publish_learned(t, s);
    else if (t->log != (uint64_t)s->position || t->log_begin->address)
        wd_learnt_publish(t, s);
}

/* A section begins that is not looked at for itself. */
static struct wd_site *passes(const uintptr_t *slot, int is_seen)
{
    struct wd_site *site = wd_site_find(slot);
    uint8_t state = site ? __atomic_load_n(&site->state, __ATOMIC_ACQUIRE) : WD_SITE_IGNORED;
    if (!is_seen && (state == WD_SITE_LEARNING || state == WD_SITE_LEARNT))
        wd_site_blind(site);
    return site;
}

/* One within the thread's section, which may ask for the next item: what was handed over until then was by the one
 * before. */
static void begin_inner(struct wd_flow_thread *t, const uintptr_t *slot)
{
    const struct wd_site *site = passes(slot, t->section->learner != NULL);
    if (!site || !site->consumes)
        return;
    publish(t, t->section);
    if (t->section)
        t->section->has_taken = 0;
    wd_taken_give_back();
}

/* One in a signal's handler that has interrupted a section, or after a section that a handler has jumped out of. */
static void begin_beside(const uintptr_t *slot)
{
    const struct wd_site *site = passes(slot, 0);
    if (site && site->consumes)
        wd_taken_give_back();
}

/* Not the usual end of it. */
static WD_APART void locked(uintptr_t *slot, uintptr_t lock, int was_taken, struct wd_site *site)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    if (t->busy || (t->section && t->slot != (uint64_t)slot)) {
        if (was_taken)
            begin_beside(slot);
        return;
    }
    if (!t->section) {
        if (!was_taken)
            return;
        if (!site)
            site = wd_site_find(slot);
        if (site && is_left_alone(site))
            return;
    }
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    int next = t->section && wd_learning_in_tail(t->section);
    if (next) { /* the next section begins */
        conclude_locked(t);
        site = wd_site_find(slot);
    }
    if (!t->section) {
        if (was_taken && !(next && site && is_left_alone(site)))
            begin_section(t, slot, lock, site);
    } else {
        t->section->depth += was_taken;
        if (was_taken)
            begin_inner(t, slot);
        if (t->section)
            go_on(t, slot, NULL);
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
}

WD_EACH_SECTION void wd_section_locked(uintptr_t *slot, uintptr_t lock, int was_taken, struct wd_site *site)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    if (!site || !was_taken || t->busy || t->section || !begin_at_once(t, slot, site))
        locked(slot, lock, was_taken, site);
}

WD_EACH_SECTION uint8_t *wd_section_waits(uintptr_t *slot)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    if (t->busy || !t->section || t->slot != (uint64_t)slot || wd_learning_in_tail(t->section))
        return NULL;
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    publish(t, t->section);
    uint8_t *code = t->section && !t->section->learner ? wd_version_find(t->version, *slot) : NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
    return code;
}

WD_EACH_SECTION void wd_section_continued(uintptr_t *slot, uint8_t *code)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    if (t->busy || !t->section || t->slot != (uint64_t)slot)
        return;
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (code && t->version == __atomic_load_n(&t->section->site->version, __ATOMIC_ACQUIRE))
        enter(t, slot, code);
    else
        go_on(t, slot, code);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
}

void wd_section_leaves(uintptr_t *slot)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    if (t->busy || !t->section || t->slot != (uint64_t)slot)
        return;
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    uint64_t mask;
    wd_translate_lock(&mask);
    wd_translate_left(t, 0, WD_LEFT_INSTRUCTION);
    wd_translate_unlock(&mask);
    t->section = NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
}

/* Of a section that is learned, or not over yet. */
static WD_APART enum outcome unlocks(struct wd_flow_thread *t, struct wd_section *s)
{
    if (wd_learning_in_tail(s)) {
        conclude_locked(t); /* a release in the tail: whatever comes is not followed */
        return NOT_OURS;
    }
    if (--s->depth > 0)
        return INNER;
    publish(t, s);
    return !t->section ? NOT_OURS : s->learner ? LEARNED_OVER : LEARNT_OVER;
}

WD_EACH_SECTION int wd_section_unlocks(uintptr_t *slot)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    struct wd_section *s = t->section;
    if (t->busy || !s || t->slot != (uint64_t)slot)
        return NOT_OURS;
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    int outcome = LEARNT_OVER;
    if (__builtin_expect(s->learner || s->depth > 1, 0))
        outcome = unlocks(t, s);
    else
        publish(t, s);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
    return outcome;
}

static WD_APART void goes_on(struct wd_flow_thread *t, uintptr_t *slot, int outcome)
{
    if (outcome == LEARNED_OVER) {
        wd_learning_begin_tail(t->section);
        t->budget = TAIL_BUDGET;
    }
    go_on(t, slot, NULL);
}

WD_EACH_SECTION void wd_section_unlocked(uintptr_t *slot, int outcome)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    if (outcome == NOT_OURS)
        return;
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (__builtin_expect(outcome != LEARNT_OVER, 0)) {
        goes_on(t, slot, outcome);
    } else {
        struct wd_section *s = t->section;
        t->section = NULL;
        if (s->has_taken)
            wd_taken_over(s->takes, 1);
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
}
