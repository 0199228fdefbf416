/* SPDX-License-Identifier: Apache-2.0 */
/* items.h: what threads put into locations. */
#ifndef WD_FLOWS_ITEMS_H
#define WD_FLOWS_ITEMS_H

#include <stdint.h>

#include "flows/entries.h"
#include "flows/thread.h"

/* A location holds an item of the thread from now on, under its current context. */
static inline void wd_item_produced(struct wd_flow_thread *t, uint64_t address, uint64_t value, uint16_t size,
                                    uint32_t store)
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

#endif
