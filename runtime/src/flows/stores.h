/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stores.h: the evidence for and against a store being the hand-over of items,
 * per site and instruction. Used under the translator's lock but for
 * wd_store_flows.
 */
#ifndef WD_FLOWS_STORES_H
#define WD_FLOWS_STORES_H

#include <stdint.h>

struct wd_store {
    uintptr_t pc;
    uint32_t site;
    uint16_t flows;    /* 1: it transports */
    uint16_t size;     /* of what it stores: 4 or 8 */
    uint32_t produced, /* all of these while sections were learned */
        consumed,      /* once, by another thread */
        again,         /* what had been consumed already, or is left where it was: a variable, not an item */
        own,           /* by the thread that produced it */
        both,          /* by a thread that produces, or produced by one that consumes */
        batches,       /* further items hang on what was consumed */
        blank;         /* was filled, and nothing in it looked at */
    uint64_t producers, consumers; /* threads, as bits of their numbers */
    uint64_t since;                /* the last moment before it was there: its number may have been another's */
};

int wd_stores_open(void);

/* The number of the store of that instruction in a section of that site; 0: too many. */
uint32_t wd_store_number(uint32_t site, uintptr_t pc);

extern struct wd_store *wd_stores;
static inline struct wd_store *wd_store_get(uint32_t number)
{
    return &wd_stores[number];
}

/* The site's next store behind the number `after` whose items were taken; 0: there is none. */
uint32_t wd_stores_taken(uint32_t site, uint32_t after);

/* Those of sites that are gone are none any more, and their numbers are given out again. */
void wd_stores_forget(int (*is_gone)(uint32_t site));

void wd_store_produced(uint32_t number, uint32_t thread, uint16_t size);

enum wd_consumption { WD_CONSUMED, WD_CONSUMED_AGAIN, WD_CONSUMED_OWN, WD_CONSUMED_BATCH, WD_CONSUMED_BLANK };

/* Returns 1 if it transports by now. */
int wd_store_consumed(uint32_t number, uint32_t thread, enum wd_consumption what);

static inline int wd_store_flows(uint32_t number)
{
    return wd_store_get(number)->flows != 0;
}

#endif
