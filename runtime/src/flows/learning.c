/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/learning.h"

#include <stddef.h>

#include "flows/budget.h"
#include "flows/dataflow.h"
#include "flows/items.h"
#include "flows/lists.h"
#include "flows/stores.h"
#include "flows/taken.h"
#include "flows/translate.h"
#include "memory/region.h"

enum { LEARNERS = 8, ENTRY_CYCLES = 12 };

/* What a thread needs while a section is learned: a few per process. */
struct wd_learner {
    int taken;
    struct wd_dataflow dataflow;
    struct wd_effect effects[WD_WRITTEN];
};

static struct wd_learner *learners;
extern void *__libc_stack_end;

int wd_learning_open(void)
{
    learners = wd_region_reserve(LEARNERS * sizeof *learners);
    return learners != NULL;
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

static struct wd_learner *take_learner(void)
{
    for (struct wd_learner *l = learners; l < learners + LEARNERS; l++)
        if (!l->taken && !__atomic_exchange_n(&l->taken, 1, __ATOMIC_ACQ_REL))
            return l;
    return NULL;
}

void wd_learning_release(struct wd_section *s)
{
    if (s->learner)
        __atomic_store_n(&s->learner->taken, 0, __ATOMIC_RELEASE);
    s->learner = NULL;
}

int wd_learning_begin(struct wd_section *s, uint64_t sp)
{
    s->learner = take_learner();
    if (!s->learner)
        return 0;
    s->learner->dataflow.find = wd_entries_find;
    wd_dataflow_begin(&s->learner->dataflow, sp - (1 << 20), stack_end(sp), sp);
    return 1;
}

void wd_learning_after_fork(const struct wd_section *own)
{
    for (struct wd_learner *l = learners; l < learners + LEARNERS; l++)
        l->taken = own && own->learner == l;
}

int wd_learner_in_tail(const struct wd_learner *learner)
{
    return learner->dataflow.tail;
}

void wd_learning_begin_tail(struct wd_section *s)
{
    wd_dataflow_tail(&s->learner->dataflow);
}

void wd_learning_passed_on(struct wd_section *s)
{
    wd_dataflow_passed_on(&s->learner->dataflow);
}

static void learn_as(uint32_t number, enum wd_role role)
{
    const struct wd_store *store = wd_store_get(number);
    wd_site_learn(wd_site_get(store->site), store->pc, role, number, store->size);
}

/* It hands over: its site logs it from now on, and what else puts items in there that are taken. What comes back to its
 * place by another store would be taken for what it had put there. */
static void learn_store(uint32_t number)
{
    struct wd_site *site = wd_site_get(wd_store_get(number)->site);
    int is_first = !site->hands_over;
    site->hands_over = 1;
    learn_as(number, WD_ROLE_PRODUCE);
    for (uint32_t n = 0; is_first && (n = wd_stores_taken(site->number, n)) != 0;)
        learn_as(n, WD_ROLE_PUT);
}

/* What the thread works for from now on is nobody's. */
static void takes_list(struct wd_section *s, uintptr_t load)
{
    wd_site_learn(s->site, load, WD_ROLE_TAKE_LIST, 0, 8);
    wd_taken_give_back();
}

/* Lists that are taken away as a whole, to be gone through without the lock. */
static void take_lists(const struct wd_flow_thread *t, struct wd_section *s, int count)
{
    struct wd_dataflow *d = &s->learner->dataflow;
    for (int i = 0; i < d->item_count; i++) {
        const struct wd_entry *e = &d->item[i].entry;
        if (e->producer != t->number && wd_item_is_of_its_store(e) && wd_lists_move(d, s->learner->effects, count, i))
            takes_list(s, d->item[i].load);
    }
}

/* With the translator's lock. What the section has done to shared locations is done to their entries. */
int wd_learning_publish(struct wd_flow_thread *t, struct wd_section *s)
{
    struct wd_dataflow *d = &s->learner->dataflow;
    struct wd_effect *effects = s->learner->effects;
    int count = wd_dataflow_publish(d, effects), put = 0;
    for (int i = 0; i < count; i++) {
        struct wd_effect *e = &effects[i];
        uint16_t size = e->size < 8 ? 4 : 8;
        if (e->kind == WD_PRODUCED) {
            uint32_t store = wd_store_number(s->site->number, e->store);
            if (!store)
                continue;
            put++;
            wd_store_produced(store, t->number, size);
            int flows = wd_store_flows(store);
            wd_item_produced(t, s, flows ? wd_section_hands(t, s) : whodunit_current(), e->address, e->raw, size,
                             store);
            if (flows)
                learn_store(store);
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
    if (!d->tail)
        take_lists(t, s, count);
    return put;
}

/* Goes through what was logged since the last time. Returns 0 if the log was too short. */
int wd_learning_analyse(struct wd_flow_thread *t, struct wd_section *s)
{
    struct wd_access *end = (struct wd_access *)t->log;
    if (t->log_begin->address || end < s->position)
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

int wd_learning_abandon(struct wd_flow_thread *t, struct wd_section *s, int analyse)
{
    const struct wd_dataflow *d = &s->learner->dataflow;
    int did = 0, returned = 0;
    if (analyse && wd_learning_analyse(t, s)) {
        did = wd_learning_publish(t, s) > 0;
        for (int i = 0; i < d->item_count; i++)
            if (!d->item[i].moved)
                wd_entries_consume(&d->item[i].entry, 1), did = 1;
        returned = wd_site_returned(s->site, d->returned, d->returns);
    }
    s->site->abandoned++;
    if (!returned && s->site->abandoned > 16 && s->site->abandoned > s->site->learned && !s->site->learnt_count)
        s->site->state = WD_SITE_IGNORED;
    wd_learning_release(s);
    return did;
}

/* With the translator's lock: the tail is over; who consumed what is known now. */
void wd_learning_conclude(struct wd_flow_thread *t, struct wd_section *s)
{
    struct wd_dataflow *d = &s->learner->dataflow;
    int ok = wd_learning_analyse(t, s), took = 0;
    wd_learning_publish(t, s);
    for (int i = 0; ok && i < d->item_count; i++) {
        struct wd_item *item = &d->item[i];
        const struct wd_entry *e = &item->entry;
        if (!item->used || item->moved || !wd_item_is_of_its_store(e))
            continue;
        int own = e->producer == t->number;
        uint32_t next;
        int is_list = wd_lists_hang_on(d, e, &next) || d->batch;
        enum wd_consumption what = own                                    ? WD_CONSUMED_OWN
                                   : e->taken || !wd_dataflow_takes(d, i) ? WD_CONSUMED_AGAIN
                                   : is_list                              ? WD_CONSUMED_BATCH
                                   : item->filled && !item->read          ? WD_CONSUMED_BLANK
                                                                          : WD_CONSUMED;
        int flows = wd_store_consumed(e->store, t->number, what);
        wd_entries_consume(e, 0);
        if (!flows && wd_site_get(wd_store_get(e->store)->site)->hands_over)
            learn_as(e->store, WD_ROLE_PUT);
        if (what == WD_CONSUMED_BATCH) {
            takes_list(s, item->load);
            if (next)
                learn_store(next); /* by which a list can be told from an item */
        }
        if (!flows || what != WD_CONSUMED)
            continue;
        learn_store(e->store); /* whose site was left alone if it had put in many before */
        wd_site_learn(s->site, item->load, WD_ROLE_CONSUME, 0, e->size);
        if (took || !wd_item_is_sure(e, s->site))
            continue;
        wd_taken_over(e->context, 0);
        took = 1;
    }
    if (ok && !wd_site_returned(s->site, d->returned, d->returns))
        wd_site_learned(s->site);
    wd_learning_release(s);
}
