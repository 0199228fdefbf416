/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/learnt.h"

#include "flows/each_section.h"
#include "flows/entries.h"
#include "flows/items.h"
#include "memory/apart.h"

/* One list among so many items is too many. */
enum { LOADED = 32, LISTS = 5, STORES = WD_ROLE_PRODUCE | WD_ROLE_MOVE_TO | WD_ROLE_PUT };

/* Items that were loaded in a section. */
struct loaded {
    struct wd_entry entry;
    const struct wd_learnt *learnt;
    int moved;
};

static inline __attribute__((always_inline)) void publish_store(struct wd_flow_thread *t, struct wd_section *s,
                                                                const struct wd_learnt *l, const struct wd_access *a,
                                                                struct loaded *loaded, int count)
{
    if (l->roles & WD_ROLE_MOVE_TO)
        for (int i = count; i-- > 0;)
            if (loaded[i].entry.value == a->value) {
                struct wd_entry entry = loaded[i].entry;
                entry.address = a->address;
                loaded[i].moved = 1;
                wd_entries_put(&entry);
                return;
            }
    if ((l->roles & (WD_ROLE_PRODUCE | WD_ROLE_PUT)) && a->value)
        wd_item_produced(t, s, wd_section_hands(t, s), a->address, a->value, l->size, l->store);
    else
        wd_entries_clear(a->address);
}

/* Does another item hang on it that this section has not looked at? Then it is a list that is taken as a whole. */
static int is_list(const struct wd_access *begin, const struct wd_access *end, const struct wd_entry *item)
{
    struct wd_entry next;
    uint64_t link = wd_item_link(item);
    if (!link || !wd_entries_has(link, &next))
        return 0;
    while (begin < end && begin->address != link)
        begin++;
    return begin == end;
}

/* Somebody else's item that nobody has taken yet. True if the section's thread works for it from now on. */
static WD_EACH_SECTION int take(const struct wd_flow_thread *t, struct wd_section *s, const struct wd_access *end,
                                const struct wd_learnt *l, const struct wd_entry *e, int *did)
{
    if (e->producer == t->number || e->taken)
        return 0;
    struct wd_learnt_counts *counts = &s->site->counts[l - s->site->learnt];
    int list = is_list(s->position, end, e);
    wd_entries_consume(e, 1);
    *did = 1;
    counts->items++;
    counts->lists += (uint64_t)list;
    if (list || counts->lists * LISTS > counts->items || !wd_item_is_sure(e, s->site))
        return 0;
    counts->carried++;
    s->takes = e->context;
    s->has_taken = 1;
    return 1;
}

/* A section that has stored nothing: what it has loaded is still there, and is looked for one after the other until
 * something is taken. */
static WD_EACH_SECTION int publish_loads(const struct wd_flow_thread *t, struct wd_section *s,
                                         const struct wd_access *end)
{
    int did = 0;
    struct wd_entry e;
    if (s->has_taken)
        return 0;
    wd_entries_expect_taken(s->position);
    for (const struct wd_access *a = s->position; a < end; a++) {
        const struct wd_learnt *l = &s->site->learnt[a->learnt - 1];
        if ((l->roles & WD_ROLE_CONSUME) && wd_entries_find(a->address, a->value, &e) && take(t, s, end, l, &e, &did))
            break;
    }
    return did;
}

static inline int puts_in(const struct wd_learnt *l)
{
    return (l->roles & (WD_ROLE_PRODUCE | WD_ROLE_PUT)) != 0;
}

/* A section that has loaded nothing: it needs no array for that, which would lead deep into the stack. */
static WD_EACH_SECTION int publish_stores(struct wd_flow_thread *t, struct wd_section *s, const struct wd_access *end)
{
    int did = 0;
    wd_entries_expect(s->position, end);
    for (const struct wd_access *a = s->position; a < end; a++) {
        const struct wd_learnt *l = &s->site->learnt[a->learnt - 1];
        publish_store(t, s, l, a, NULL, 0);
        did |= puts_in(l);
    }
    return did;
}

/* The stores go on with what was loaded before them, and what lies there may be another item's afterwards. */
static WD_APART int publish_all(struct wd_flow_thread *t, struct wd_section *s, const struct wd_access *end)
{
    struct loaded loaded[LOADED];
    int count = 0, did = 0;
    wd_entries_expect(s->position, end);
    for (const struct wd_access *a = s->position; a < end; a++) {
        const struct wd_learnt *l = &s->site->learnt[a->learnt - 1];
        if (l->roles & STORES) {
            publish_store(t, s, l, a, loaded, count);
            did |= puts_in(l);
        } else if (count < LOADED && wd_entries_find(a->address, a->value, &loaded[count].entry)) {
            loaded[count].learnt = l;
            loaded[count++].moved = 0;
        }
    }
    for (int i = 0; i < count && !s->has_taken; i++)
        if ((loaded[i].learnt->roles & WD_ROLE_CONSUME) && !loaded[i].moved)
            take(t, s, end, loaded[i].learnt, &loaded[i].entry, &did);
    return did;
}

/* What the log of a section whose site is known says, in order. */
WD_EACH_SECTION int wd_learnt_publish(struct wd_flow_thread *t, struct wd_section *s)
{
    struct wd_access *end = (struct wd_access *)t->log;
    if (t->log_begin->address || end < s->position) { /* the log was too short, or is full to the last entry */
        t->log_may_be_over = 1;
        end = s->position;
        wd_site_partly(s->site);
    }
    int stores = 0, loads = 0;
    for (const struct wd_access *a = s->position; a < end; a++) {
        int is_store = (s->site->learnt[a->learnt - 1].roles & STORES) != 0;
        stores |= is_store;
        loads |= !is_store;
        s->site->counts[a->learnt - 1].times++;
    }
    int did = !stores ? publish_loads(t, s, end) : loads ? publish_all(t, s, end) : publish_stores(t, s, end);
    s->position = end;
    return did;
}
