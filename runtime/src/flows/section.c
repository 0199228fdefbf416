/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/section.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "flows/budget.h"
#include "flows/dataflow.h"
#include "flows/sites.h"
#include "flows/stores.h"
#include "flows/text.h"
#include "flows/translate.h"
#include "region.h"

enum { THREADS = 1023, LEARNERS = 8, SECTION_BUDGET = 2000, TAIL_BUDGET = 128, ENTRY_CYCLES = 12 };
enum outcome { NOT_OURS, INNER, LEARNT_OVER, LEARNED_OVER };

/* What a thread needs while a section is learned: a few per process. */
struct wd_learner {
    int taken;
    struct wd_dataflow dataflow;
    struct wd_effect effects[WD_WRITTEN];
};

struct wd_section {
    struct wd_site *site;
    struct wd_learner *learner; /* NULL: what was learnt is enough */
    struct wd_access *position; /* up to where the log was looked at */
    int depth;
    whodunit_context takes; /* at its end */
    int has_taken;
};

/* The context that a thread has taken over, and the one before. */
struct taken {
    whodunit_context context, before;
    int holds;
};

int wd_flows_on;
static __thread struct wd_section own_section __attribute__((tls_model("initial-exec")));
static __thread struct taken taken __attribute__((tls_model("initial-exec")));
static struct wd_learner *learners;
static struct wd_version learning;
static char *logs;
static uint8_t log_taken[THREADS + 1];
static uint64_t carried;
static pthread_key_t ends;
extern void *__libc_stack_end;

/* ---- threads ---- */

static void thread_ends(void *unused)
{
    (void)unused;
    struct wd_flow_thread *t = &wd_flow_thread;
    if (t->section && t->section->learner)
        __atomic_store_n(&t->section->learner->taken, 0, __ATOMIC_RELEASE);
    t->section = NULL;
    t->busy = 1;
    uint32_t number = t->number;
    t->number = 0;
    if (number)
        __atomic_store_n(&log_taken[number], 0, __ATOMIC_RELEASE);
}

static int number_thread(struct wd_flow_thread *t)
{
    for (uint32_t i = 1; i <= THREADS; i++)
        if (!log_taken[i] && !__atomic_exchange_n(&log_taken[i], 1, __ATOMIC_ACQ_REL)) {
            t->log_begin = (struct wd_access *)(logs + (size_t)i * WD_LOG_BYTES);
            t->number = i;
            pthread_setspecific(ends, t);
            return 1;
        }
    return 0;
}

static struct wd_learner *take_learner(void)
{
    for (struct wd_learner *l = learners; l < learners + LEARNERS; l++)
        if (!l->taken && !__atomic_exchange_n(&l->taken, 1, __ATOMIC_ACQ_REL))
            return l;
    return NULL;
}

static void release_learner(struct wd_section *s)
{
    if (s->learner)
        __atomic_store_n(&s->learner->taken, 0, __ATOMIC_RELEASE);
    s->learner = NULL;
}

/* The end of the stack that the address is on. A thread's own lies below its variables. */
static uint64_t stack_end(uint64_t sp)
{
    uint64_t fs;
    __asm__("mov %%fs:0, %0" : "=r"(fs));
    if (sp < fs && fs - sp < UINT64_C(1) << 30)
        return fs;
    uint64_t first = (uint64_t)__libc_stack_end;
    return sp < first && first - sp < UINT64_C(1) << 30 ? first + (1 << 16) : sp + (1 << 16);
}

/* ---- contexts ---- */

static void give_back(void)
{
    if (!taken.holds)
        return;
    if (whodunit_current() == taken.context)
        whodunit_detach(taken.before);
    taken.holds = 0;
}

/* `may_enter`: where the thread may be made known to the sampler, which may allocate. */
static void take_over(whodunit_context context, int may_enter)
{
    if (!taken.holds)
        taken.before = whodunit_current();
    taken.context = context;
    taken.holds = 1;
    if (may_enter)
        whodunit_attach(context);
    else
        whodunit_detach(context);
    __atomic_fetch_add(&carried, 1, __ATOMIC_RELAXED);
}

uint64_t wd_section_carried(void)
{
    return __atomic_load_n(&carried, __ATOMIC_RELAXED);
}

/* A location holds an item of the thread from now on. */
static void produce(struct wd_flow_thread *t, uint64_t address, uint64_t value, uint16_t size, uint32_t store)
{
    uint64_t serial = ++t->produced << 10 | t->number;
    wd_entries_produce(&(struct wd_entry){ .address = address,
                                           .value = value,
                                           .context = whodunit_current(),
                                           .producer = (uint16_t)t->number,
                                           .size = size,
                                           .store = store,
                                           .serial = serial });
}

/* ---- learning ---- */

/* With the translator's lock. What the section has done to shared locations is done to their entries. */
static void publish_effects(struct wd_flow_thread *t, struct wd_section *s)
{
    struct wd_dataflow *d = &s->learner->dataflow;
    struct wd_effect *effects = s->learner->effects;
    int count = wd_dataflow_publish(d, effects);
    for (int i = 0; i < count; i++) {
        struct wd_effect *e = &effects[i];
        uint16_t size = e->size < 8 ? 4 : 8;
        if (e->kind == WD_PRODUCED) {
            uint32_t store = wd_store_number(s->site->number, e->store);
            if (!store)
                continue;
            wd_store_produced(store, t->number);
            produce(t, e->address, e->raw, size, store);
            if (wd_store_flows(store))
                wd_site_learn(s->site, e->store, WD_ROLE_PRODUCE, store, size);
        } else if (e->kind == WD_MOVED) {
            const struct wd_item *item = &d->item[e->item];
            struct wd_entry entry = item->entry;
            entry.address = e->address;
            entry.size = size < entry.size ? size : entry.size;
            wd_entries_put(&entry);
            if (wd_store_flows(entry.store)) {
                wd_site_learn(s->site, item->load, WD_ROLE_MOVE_FROM, 0, size);
                wd_site_learn(s->site, e->store, WD_ROLE_MOVE_TO, 0, size);
            }
        } else {
            wd_entries_clear(e->address);
        }
    }
}

/* Goes through what was logged since the last time. Returns 0 if the log was too short. */
static int analyse(struct wd_flow_thread *t, struct wd_section *s)
{
    struct wd_access *end = (struct wd_access *)t->log;
    if (t->log_begin[WD_LOG_ENTRIES - 1].address)
        return 0;
    struct wd_access *a = s->position;
    while (a < end) {
        const struct wd_block *block = wd_translate_block((a++)->address);
        const struct wd_op *op = wd_translate_ops(block), *last = op + block->count;
        for (; op < last; a += (op++)->logs)
            wd_dataflow_step(&s->learner->dataflow, op, a);
    }
    wd_budget_use((uint64_t)(end - s->position) * ENTRY_CYCLES);
    s->position = a;
    return !s->learner->dataflow.overflow;
}

static void abandon(struct wd_section *s)
{
    s->site->abandoned++;
    if (s->site->abandoned > 16 && s->site->abandoned > s->site->learned && !s->site->version)
        s->site->state = WD_SITE_IGNORED;
    release_learner(s);
}

/* With the translator's lock: the tail is over; who consumed what is known now. */
static void conclude(struct wd_flow_thread *t, struct wd_section *s)
{
    struct wd_dataflow *d = &s->learner->dataflow;
    int ok = analyse(t, s), took = 0;
    publish_effects(t, s);
    for (int i = 0; ok && i < d->item_count; i++) {
        struct wd_item *item = &d->item[i];
        struct wd_entry *e = &item->entry, again;
        if (!item->used || item->moved)
            continue;
        int own = e->producer == t->number;
        enum wd_consumption what = own        ? WD_CONSUMED_OWN
                                   : e->taken ? WD_CONSUMED_AGAIN
                                   : d->batch ? WD_CONSUMED_BATCH
                                              : WD_CONSUMED;
        int flows = wd_store_consumed(e->store, t->number, what);
        wd_entries_consume(e->address, e->value, 0, &again);
        if (!flows || what != WD_CONSUMED)
            continue;
        wd_site_learn(s->site, item->load, WD_ROLE_CONSUME, 0, e->size);
        if (!took)
            take_over(e->context, 0);
        took = 1;
    }
    if (ok && !wd_site_returned(s->site, d->returned, d->returns))
        wd_site_learned(s->site);
    release_learner(s);
}

static void left(struct wd_flow_thread *t, uintptr_t pc, enum wd_left why)
{
    struct wd_section *s = t->section;
    (void)pc;
    uint64_t begin = wd_cycles();
    if (why == WD_LEFT_FOR_WRAPPER || !s)
        return; /* which goes on itself */
    if (!s->learner)
        return;
    if (!s->learner->dataflow.tail) {
        abandon(s);
    } else {
        if (why != WD_LEFT_BUDGET && analyse(t, s))
            wd_dataflow_passed_on(&s->learner->dataflow);
        conclude(t, s);
    }
    wd_budget_use(wd_cycles() - begin);
}

/* ---- what was learnt ---- */

enum { LOADED = 32 };

/* Items that were loaded in a section. */
struct loaded {
    struct wd_entry entry;
    struct wd_learnt *learnt;
    int moved;
};

static void publish_store(struct wd_flow_thread *t, struct wd_learnt *l, const struct wd_access *a,
                          struct loaded *loaded, int count)
{
    l->times++;
    if (l->roles & WD_ROLE_MOVE_TO)
        for (int i = count; i-- > 0;)
            if (loaded[i].entry.value == a->value) {
                struct wd_entry entry = loaded[i].entry;
                entry.address = a->address;
                loaded[i].moved = 1;
                wd_entries_put(&entry);
                return;
            }
    if ((l->roles & WD_ROLE_PRODUCE) && a->value)
        produce(t, a->address, a->value, l->size, l->store);
    else
        wd_entries_clear(a->address);
}

/* What the log of a section whose site is known says, in order. */
static void publish_learnt(struct wd_flow_thread *t, struct wd_section *s)
{
    struct loaded loaded[LOADED];
    int count = 0;
    struct wd_access *end = (struct wd_access *)t->log;
    if (t->log_begin[WD_LOG_ENTRIES - 1].address)
        end = s->position; /* the log was too short */
    for (struct wd_access *a = s->position; a < end; a++) {
        struct wd_learnt *l = &s->site->learnt[a->learnt - 1];
        if (l->roles & (WD_ROLE_PRODUCE | WD_ROLE_MOVE_TO)) {
            publish_store(t, l, a, loaded, count);
        } else if (l->times++, count < LOADED && wd_entries_find(a->address, a->value, &loaded[count].entry)) {
            loaded[count].learnt = l;
            loaded[count++].moved = 0;
        }
    }
    s->position = end;
    for (int i = 0; i < count && !s->has_taken; i++) {
        struct wd_entry *e = &loaded[i].entry, gone;
        if (!(loaded[i].learnt->roles & WD_ROLE_CONSUME) || loaded[i].moved || e->producer == t->number || e->taken)
            continue;
        wd_entries_consume(e->address, e->value, 1, &gone);
        loaded[i].learnt->carried++;
        s->takes = e->context;
        s->has_taken = 1;
    }
}

/* ---- begin and end ---- */

static void enter(struct wd_flow_thread *t, uintptr_t *slot, uint8_t *code)
{
    t->slot = 0;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    *(volatile uintptr_t *)slot = (uintptr_t)code;
}

/* Goes on in translation after one of our functions; else the thread is the processor's. */
static void go_on(struct wd_flow_thread *t, uintptr_t *slot)
{
    uint8_t *code = wd_translated(t->version, *slot);
    if (!code) {
        uint64_t mask;
        wd_translate_lock(&mask);
        code = wd_translate(t->version, *slot);
        wd_translate_unlock(&mask);
    }
    if (code) {
        enter(t, slot, code);
        return;
    }
    release_learner(t->section);
    t->section = NULL;
}

static void begin(struct wd_flow_thread *t, struct wd_section *s, struct wd_site *site, struct wd_version *version)
{
    *s = (struct wd_section){ .site = site, .position = t->log_begin, .depth = 1, .learner = s->learner };
    t->log = (uint64_t)t->log_begin;
    t->log_begin[WD_LOG_ENTRIES - 1].address = 0;
    t->version = version;
}

/* The section is learned: everything is logged. False if that cannot be. */
static int begin_to_learn(struct wd_flow_thread *t, struct wd_section *s, uintptr_t *slot, struct wd_site *site)
{
    uint64_t sp = (uint64_t)(slot + 1), begun = wd_cycles(), mask;
    struct wd_learner *learner = take_learner();
    if (!learner)
        return 0;
    wd_translate_lock(&mask);
    uint8_t *code = wd_translate(&learning, *slot);
    wd_translate_unlock(&mask);
    if (!code) {
        if (!site->version)
            site->state = WD_SITE_IGNORED;
        __atomic_store_n(&learner->taken, 0, __ATOMIC_RELEASE);
        return 0;
    }
    s->learner = learner;
    begin(t, s, site, &learning);
    learner->dataflow.find = wd_entries_find;
    wd_dataflow_begin(&learner->dataflow, sp - (1 << 20), stack_end(sp), sp);
    t->budget = SECTION_BUDGET;
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

static void begin_section(struct wd_flow_thread *t, uintptr_t *slot, struct wd_site *site)
{
    struct wd_section *s = &own_section;
    if (!site) {
        uint64_t mask;
        wd_translate_lock(&mask);
        site = wd_site_make(slot);
        wd_translate_unlock(&mask);
        if (!site)
            return;
    }
    if (site->consumes)
        give_back(); /* whether or not this section is followed */
    uint8_t state = __atomic_load_n(&site->state, __ATOMIC_ACQUIRE);
    int learn = state != WD_SITE_LEARNT || wd_site_passes(site);
    if ((!learn && !site->version) || (!t->number && !number_thread(t)))
        return;
    if (learn && wd_budget_allows() && begin_to_learn(t, s, slot, site))
        return;
    if (site->version) {
        s->learner = NULL;
        begin(t, s, site, site->version);
        t->section = s;
        enter(t, slot, site->entry);
    }
}

static void conclude_locked(struct wd_flow_thread *t)
{
    uint64_t mask;
    wd_translate_lock(&mask);
    conclude(t, t->section);
    wd_translate_unlock(&mask);
    t->section = NULL;
}

void wd_section_locked(uintptr_t *slot, int was_taken)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    if (t->busy)
        return;
    struct wd_site *site = NULL;
    if (!t->section) {
        if (!was_taken || ((site = wd_site_find(slot)) != NULL && is_left_alone(site)))
            return;
    }
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    int next = t->section && t->slot == (uint64_t)slot && t->section->learner && t->section->learner->dataflow.tail;
    if (next) { /* the next section begins */
        conclude_locked(t);
        site = wd_site_find(slot);
    }
    if (!t->section) {
        if (was_taken && !(next && site && is_left_alone(site)))
            begin_section(t, slot, site);
    } else if (t->slot == (uint64_t)slot) {
        t->section->depth += was_taken;
        go_on(t, slot);
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
}

/* With the lock of the host still held. */
static void publish(struct wd_flow_thread *t, struct wd_section *s)
{
    if (!s->learner) {
        publish_learnt(t, s);
        return;
    }
    uint64_t begun = wd_cycles(), mask;
    if (analyse(t, s)) {
        wd_translate_lock(&mask);
        publish_effects(t, s);
        wd_translate_unlock(&mask);
        wd_budget_use(wd_cycles() - begun);
        return;
    }
    abandon(s);
    t->section = NULL;
}

void wd_section_waits(uintptr_t *slot)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    if (t->busy || !t->section || t->slot != (uint64_t)slot ||
        (t->section->learner && t->section->learner->dataflow.tail))
        return;
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    publish(t, t->section);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
}

void wd_section_continued(uintptr_t *slot)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    if (t->busy || !t->section || t->slot != (uint64_t)slot)
        return;
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    go_on(t, slot);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
}

int wd_section_unlocks(uintptr_t *slot)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    if (t->busy || !t->section || t->slot != (uint64_t)slot)
        return NOT_OURS;
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    struct wd_section *s = t->section;
    int outcome = NOT_OURS;
    if (s->learner && s->learner->dataflow.tail) {
        conclude_locked(t); /* a release in the tail: whatever comes is not followed */
    } else if (--s->depth > 0) {
        outcome = INNER;
    } else {
        publish(t, s);
        outcome = !t->section ? NOT_OURS : s->learner ? LEARNED_OVER : LEARNT_OVER;
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
    return outcome;
}

void wd_section_unlocked(uintptr_t *slot, int outcome)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    if (outcome == NOT_OURS)
        return;
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    struct wd_section *s = t->section;
    if (outcome == LEARNT_OVER) {
        t->section = NULL;
        if (s->has_taken)
            take_over(s->takes, 1);
    } else {
        if (outcome == LEARNED_OVER) {
            wd_dataflow_tail(&s->learner->dataflow);
            t->budget = TAIL_BUDGET;
        }
        go_on(t, slot);
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
}

/* ---- the process ---- */

void wd_sections_forget(void)
{
    uint64_t mask;
    wd_translate_lock(&mask);
    wd_version_forget(&learning);
    wd_sites_forget();
    wd_text_forget();
    wd_translate_unlock(&mask);
}

static uint64_t fork_mask;

static void before_fork(void)
{
    wd_translate_lock(&fork_mask);
}

static void after_fork(void)
{
    wd_translate_unlock(&fork_mask);
}

/* Of the parent's threads this one goes on. */
static void in_child(void)
{
    for (struct wd_learner *l = learners; l < learners + LEARNERS; l++)
        l->taken = wd_flow_thread.section && wd_flow_thread.section->learner == l;
    for (uint32_t i = 1; i <= THREADS; i++)
        log_taken[i] = i == wd_flow_thread.number;
    wd_entries_after_fork();
    wd_translate_unlock(&fork_mask);
}

int wd_sections_open(char *error, size_t size)
{
    if (wd_translate_open(error, size) != 0)
        return -1;
    wd_translate_left = left;
    logs = wd_region_reserve((size_t)(THREADS + 2) * WD_LOG_BYTES);
    logs = (char *)(((uintptr_t)logs + WD_LOG_BYTES - 1) & ~(uintptr_t)(WD_LOG_BYTES - 1));
    learners = wd_region_reserve(LEARNERS * sizeof *learners);
    /* the first 32 keys need no memory of their own in a thread */
    if (!logs || !learners || !wd_sites_open() || !wd_stores_open() || !wd_entries_open() ||
        !wd_version_begin(&learning, 1, WD_LEARNING_SLOTS) || pthread_key_create(&ends, thread_ends) != 0 ||
        ends >= 32) {
        snprintf(error, size, "no memory, or too many keys of threads' data are in use");
        return -1;
    }
    wd_text_length((uintptr_t)wd_sections_open); /* looks at what is mapped before a section has to */
    pthread_atfork(before_fork, after_fork, in_child);
    return 0;
}
