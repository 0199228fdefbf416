/* SPDX-License-Identifier: Apache-2.0 */
/*
 * copies.h: the memory in which copies of the host's code lie, and which
 * instruction each is a copy of. Written under the translator's lock.
 */
#ifndef WD_FLOWS_COPIES_H
#define WD_FLOWS_COPIES_H

#include <stddef.h>
#include <stdint.h>

#include "flows/emit.h"
#include "flows/thread.h"

/* Where the next copy comes. */
extern struct wd_emit wd_copies;

/* The distance of a thread's variables from fs. */
extern int32_t wd_copies_thread;
#define WD_AT(member) (wd_copies_thread + (int32_t)offsetof(struct wd_flow_thread, member))

/* Once. Returns 0, or -1 if there is no memory that can be written and executed. */
int wd_copies_open(void);

/* How many bytes are left. */
size_t wd_copies_room(void);

/* What is emitted from here on stands for the host's code at `pc`: a sample there is unwound from that. */
void wd_copies_mark(uintptr_t pc);

/* The place that the thread's `target` says: where an indirect jump leads that is on its way. */
#define WD_COPIES_TARGET 0

/* Which registers do not have the host's values, that are kept meanwhile. */
enum wd_held {
    WD_HELD_NONE,
    WD_HELD_RAX_RCX, /* in spill[0] and spill[1] */
    WD_HELD_RCX,     /* in spill[0] */
    WD_HELD_LENT,    /* one, in spill[2] */
};

/* The same, for code that has taken registers; `lent` is which, of WD_HELD_LENT. */
void wd_copies_mark_held(uintptr_t pc, enum wd_held held, int lent);

/* Is there room for as many marks? */
int wd_copies_can_mark(uint32_t count);

struct wd_copied {
    uintptr_t pc;
    enum wd_held held;
    int lent;
};

/* The host's instruction that the place is a copy of, with what has to be given back there. Returns 0 where it is none.
 * Signal-safe, without the lock. */
int wd_copies_find(uintptr_t pc, struct wd_copied *out);

#endif
