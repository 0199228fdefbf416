/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stacks.h: where a native thread waited or let go: its call path as return
 * addresses, interned.
 *
 * Debian's binaries have no frame pointers, and unwinding by .eh_frame takes
 * microseconds. So a stack is unwound once; afterwards it is recognised: the
 * same caller at the same depth, and at each of the places where the known
 * stack had a return address this one has the same. Innermost first, so that
 * each match vouches for the next place being where it was.
 */
#ifndef WD_STACKS_H
#define WD_STACKS_H

#include <stdint.h>

#include "callers/caller.h"

/* The id of the caller's stack if it was seen before, else 0. Some 50 ns for
 * 20 frames; signal-safe. */
uint32_t wd_stack_find(const struct wd_caller *caller);

/* Whether the caller's stack is the one with this id, which may be 0; without looking for it. Signal-safe. */
int wd_stack_is(uint32_t id, const struct wd_caller *caller);

/* An id to be filled in by wd_stack_fill before the caller's frame returns; it
 * may be published before that. 0 if there are too many stacks (counted as
 * waits.paths_lost). Signal-safe. */
uint32_t wd_stack_new(const struct wd_caller *caller);

/* Unwinds. Microseconds; to be called while no lock is held for it. */
void wd_stack_fill(uint32_t id, const struct wd_caller *caller);

/* Finds the caller's stack, or makes a new one and fills it in. */
uint32_t wd_stack_here(const struct wd_caller *caller);

/* The id of a path that a forked relative has noted, in code that both have at the same addresses; 0 if there are too
 * many. Signal-safe. */
uint32_t wd_stack_of(void *const *pc, uint32_t frames);

/* The return addresses, innermost first. Returns their number, 0 if it is not filled in. */
uint32_t wd_stack_frames(uint32_t id, void *const **pc);

/* Of a stack that is filled in by wd_stack_fill: how far from the caller's stack pointer the place of each return
 * address is. */
const uint32_t *wd_stack_offsets(uint32_t id);

#endif
