/* SPDX-License-Identifier: Apache-2.0 */
/*
 * edges.h: the ways out of a block. Each leads to C first (dispatch.S), and to
 * the copy that follows once that is known.
 */
#ifndef WD_FLOWS_EDGES_H
#define WD_FLOWS_EDGES_H

#include <stdint.h>

#include "flows/versions.h"

enum wd_edge_kind { WD_EDGE_DIRECT, WD_EDGE_INDIRECT, WD_EDGE_BUDGET, WD_EDGE_STOP };

struct wd_edge {
    uintptr_t target;
    struct wd_version *version;
    uint8_t *site; /* the distance to be patched */
    uint8_t kind, chained;
};

/* Once, after the copies. Returns 0 if there is no memory. */
int wd_edges_open(void);

/* Is there room for a block's? */
int wd_edges_can(void);

struct wd_edge *wd_edge_get(uint64_t number);

/* Code that leads to C, which finds out where the edge leads. For an indirect one, what it leads to is in target. */
uint8_t *wd_edge_emit(struct wd_version *version, enum wd_edge_kind kind, uintptr_t target, uint8_t *site);

/* The same for an indirect one, behind the last guess: the host's rcx again. */
uint8_t *wd_edge_emit_indirect(struct wd_version *version, uint8_t *site);

/* Where an edge leads for good: `code` is that of `pc`. */
void wd_edge_settle(struct wd_edge *edge, uintptr_t pc, const uint8_t *code);

/* The thread is the processor's from here on. */
uint8_t *wd_edge_leave(uintptr_t pc);

/* One of our functions is called, which knows by the stack pointer that it was called from here. NULL: no room. */
uint8_t *wd_edge_wrapper(uintptr_t pc);

#endif
