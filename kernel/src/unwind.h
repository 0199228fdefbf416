/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unwind.h: the functions on a copy of a native stack (docs/waits.md, "Stacks").
 *
 * Without tables for unwinding: words of the stack that point behind a call are taken
 * for return addresses. Where a chain of frame pointers is found, only what it links
 * is taken; else functions that have returned already may be among them.
 */
#ifndef WD_UNWIND_H
#define WD_UNWIND_H

#include <stdint.h>

#include "interval.h"

#define WD_UNWIND_DEPTH 32
#define WD_UNWIND_NAME 160

/* Names, innermost first. Returns how many. */
uint32_t wd_unwind(const struct wd_stack_event *stack, char names[][WD_UNWIND_NAME]);

#endif
