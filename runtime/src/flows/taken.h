/* SPDX-License-Identifier: Apache-2.0 */
/*
 * taken.h: the context that a thread has taken over from whoever handed it an
 * item, until it asks for the next one.
 */
#ifndef WD_FLOWS_TAKEN_H
#define WD_FLOWS_TAKEN_H

#include "whodunit.h"

/* `may_enter`: where the thread may be made known to the sampler, which may allocate. */
void wd_taken_over(whodunit_context context, int may_enter);

/* The thread has its own again. */
void wd_taken_give_back(void);

#endif
