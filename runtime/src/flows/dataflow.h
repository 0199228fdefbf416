/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dataflow.h: what a critical section does with values (docs/flows.md, "The
 * rules"). Pure: instructions and accesses in, effects on locations out.
 */
#ifndef WD_FLOWS_DATAFLOW_H
#define WD_FLOWS_DATAFLOW_H

#include "flows/entries.h"
#include "flows/instruction.h"
#include "flows/thread.h"

enum { WD_ITEMS = 128, WD_LOCATIONS = 1024, WD_WRITTEN = 512 };

/* What is known of a value. From WD_VALUE_ITEM on: items, and from WD_VALUE_PART on what was loaded through them. */
enum {
    WD_VALUE_OUTSIDE, /* from before the section */
    WD_VALUE_CONST,
    WD_VALUE_COMPUTED,
    WD_VALUE_UNKNOWN, /* from memory of which nothing is known */
    WD_VALUE_ITEM,
    WD_VALUE_PART = WD_VALUE_ITEM + WD_ITEMS,
};
typedef uint16_t wd_value;

/* A value that was loaded from a location with a known producer. */
struct wd_item {
    struct wd_entry entry;
    uintptr_t load; /* by which instruction */
    int moved;      /* it was stored again: stays in shared memory */
    int used;       /* after the section */
    int read;       /* then something that lies in it */
    int filled;     /* or something was put into it */
};

struct wd_location {
    uint64_t address, raw;
    uintptr_t store; /* by which instruction */
    uint32_t generation;
    wd_value value;
    uint8_t size;
    uint8_t pending; /* written since the last publication */
};

enum wd_effect_kind { WD_PRODUCED, WD_MOVED, WD_CLEARED };

/* What publication does to a location. */
struct wd_effect {
    enum wd_effect_kind kind;
    uint8_t size;
    uint16_t item; /* of what was moved */
    uint64_t address, raw;
    uintptr_t store;
};

struct wd_dataflow {
    int (*find)(uint64_t address, uint64_t value, struct wd_entry *out);
    uint64_t stack_begin, stack_end; /* the thread's own */
    uint64_t entry_sp;               /* at the section's begin */
    int32_t returned[8];             /* distances from there of the returns out of the functions that lock, in order */
    int returns;
    uint64_t first_shared, last_shared; /* of the addresses that the section writes to, but for what it counts: */
    int counts_in;                      /* the item at which, or at what hangs on it; NONE, or SEVERAL */
    int batch;                          /* after the section more items were met, which hang on what was consumed */
    wd_value reg[16], lane[32][8];
    uint32_t generation;
    int tail, overflow, item_count, written_count;
    uint16_t written[WD_WRITTEN];
    struct wd_item item[WD_ITEMS];
    struct wd_location location[WD_LOCATIONS];
};

/* A section begins; `dataflow` was zero or used before, and `find` is set. */
void wd_dataflow_begin(struct wd_dataflow *dataflow, uint64_t stack_begin, uint64_t stack_end, uint64_t entry_sp);

/* One instruction with its `op->logs` entries. */
void wd_dataflow_step(struct wd_dataflow *dataflow, const struct wd_op *op, const struct wd_access *log);

/* The lock is about to be released: takes what happened to shared locations since the last time. At most WD_WRITTEN. */
int wd_dataflow_publish(struct wd_dataflow *dataflow, struct wd_effect *effects);

/* The lock was released: what is used from now on is consumed, what is written is cleared. */
void wd_dataflow_tail(struct wd_dataflow *dataflow);

/* Has the section written to shared memory outside this item? Otherwise the item is still where it was. What it has
 * counted in it, or in what it has found through it, takes nothing away. */
int wd_dataflow_takes(const struct wd_dataflow *dataflow, int item);

/* Has the section left nothing there but, at most, the address of it? */
int wd_dataflow_empties(struct wd_dataflow *dataflow, uint64_t address);

/* Code that is not followed gets these registers as arguments. */
void wd_dataflow_passed_on(struct wd_dataflow *dataflow);

#endif
