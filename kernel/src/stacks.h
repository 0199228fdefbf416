/* SPDX-License-Identifier: Apache-2.0 */
/* stacks.h: the stacks that intervals name, each once, however many threads have it. Not thread-safe. */
#ifndef WD_STACKS_H
#define WD_STACKS_H

#include <stdint.h>

#include "interval.h"

/* Unwinds it, and writes its definition if there is none like it. */
void wd_stacks_tell(const struct wd_stack_event *event);

/* The id in the file of the stack of that number; 0 if there is none. */
uint32_t wd_stacks_id(uint32_t number);

/* How many were told of that have none, because there are too many different ones. */
uint64_t wd_stacks_lost(void);

#endif
