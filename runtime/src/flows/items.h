/* SPDX-License-Identifier: Apache-2.0 */
/* items.h: what threads put into locations. */
#ifndef WD_FLOWS_ITEMS_H
#define WD_FLOWS_ITEMS_H

#include <stdint.h>

#include "flow_port/port.h"
#include "flows/entries.h"
#include "flows/open_section.h"
#include "flows/sites.h"
#include "flows/stores.h"
#include "flows/thread.h"

/* Was it put there by its store, and not by another one whose number that was? */
static inline int wd_item_is_of_its_store(const struct wd_entry *item)
{
    return item->moment > wd_store_get(item->store)->since;
}

/* Memory is used again: an item is surely the one that was put there if nobody can have taken that one unseen, and put
 * another there unseen. That is the sections of the site that produced it, and of the one that takes it. */
static inline int wd_item_is_sure(const struct wd_entry *item, const struct wd_site *taker)
{
    const struct wd_site *producer = wd_site_get(wd_store_get(item->store)->site);
    uint64_t moment = item->moment;
    return wd_item_is_of_its_store(item) && wd_site_has_seen(producer, moment) && wd_site_has_seen(taker, moment) &&
           (wd_site_has_seen_all(producer, moment) || wd_site_has_seen_all(taker, moment));
}

/* The section is in a lock function from now on, or in none. */
static inline void wd_section_at(struct wd_section *s, int is_in_ours)
{
    s->is_in_ours = is_in_ours != 0;
    s->knows_hands = 0;
    s->serial = 0;
}

/* Under which context it hands over: at the call path of its function, where the stack is known. */
static inline whodunit_context wd_section_hands(const struct wd_flow_thread *t, struct wd_section *s)
{
    if (!s->is_in_ours)
        return whodunit_current();
    if (!s->knows_hands)
        s->hands = wd_flow_port_handed((const uintptr_t *)t->slot, wd_site_frame(s->site, s->slot));
    s->knows_hands = 1;
    return s->hands;
}

/* A location holds an item of the thread from now on. What is put into several places is one item: the end of a list is
 * told by the address of the last one's link, which is the item's own where the link is its first member. */
static inline void wd_item_produced(struct wd_flow_thread *t, struct wd_section *s, whodunit_context context,
                                    uint64_t address, uint64_t value, uint16_t size, uint32_t store)
{
    struct wd_site *site = s->site;
    uint64_t distance = address - site->last_item;
    if (distance < WD_ITEM_BYTES && site->link != distance + 1)
        site->link = (uint32_t)distance + 1;
    site->last_item = value;
    if (!s->serial || s->put != value)
        s->serial = ++t->produced << 10 | t->number;
    s->put = value;
    wd_entries_produce(&(struct wd_entry){ .address = address,
                                           .value = value,
                                           .serial = s->serial,
                                           .context = context,
                                           .store = store,
                                           .moment = wd_moment(),
                                           .producer = t->number,
                                           .size = size });
}

/* Where the item's successor is, if items of its kind are linked; else 0. */
static inline uint64_t wd_item_link(const struct wd_entry *item)
{
    uint32_t link = wd_site_get(wd_store_get(item->store)->site)->link;
    return link ? item->value + link - 1 : 0;
}

#endif
