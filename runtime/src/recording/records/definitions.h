/* SPDX-License-Identifier: Apache-2.0 */
/*
 * definitions.h: what a file must define before a record of it may use it: names, contexts, kernel stacks.
 *
 * Each is written once a file. Used by the flusher thread only.
 */
#ifndef WD_DEFINITIONS_H
#define WD_DEFINITIONS_H

#include <stdint.h>

#include "contexts/context.h"

/* Nothing is defined any more: a file begins. */
void wd_definitions_begin(void);

void wd_define_name(wd_name name);

/* With its ancestors and their names. A number that was never given out (a program may attach anything) stays
 * undefined, and readers say so. */
void wd_define_context(whodunit_context context);

/* By the sampler's number. Its functions are names as any others. */
void wd_define_kernel_stack(uint32_t number);

#endif
