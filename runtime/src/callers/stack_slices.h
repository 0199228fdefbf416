/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stack_slices.h: stacks that lie in memory by pieces. greenlet (gevent, eventlet, SQLAlchemy's asyncio) has all its
 * coroutines on one stack, and copies away what one has there when another one goes on. What a coroutine has called is
 * there while it runs; beyond greenlet's own frame lie others' bytes, and whoever unwinds them faults.
 */
#ifndef WD_STACK_SLICES_H
#define WD_STACK_SLICES_H

#include <stdint.h>

/* Whether the code at `pc` is greenlet's: a stack is not to be followed beyond its frame. Signal-safe. */
int wd_stack_slice_ends(uintptr_t pc);

#endif
