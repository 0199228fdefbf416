/* SPDX-License-Identifier: Apache-2.0 */
/*
 * relatives_stubs.h: what crosstalk/between.c asks the rest of the library, replaced. A context is abroad what it is at
 * home, and its path is PATH_OF(context); of a mark that is not of one piece the context or the path is TORN.
 */
#ifndef RELATIVES_STUBS_H
#define RELATIVES_STUBS_H

#include "crosstalk/between.h"

#define TORN 999u

/* The nth key of those that share one bucket. */
wd_between_key relatives_key(int n);

/* Called, if set, by a waker that says who it is. */
extern void (*relatives_amid_mark)(void);

/* To be defined by the test: a wait is over. */
void relatives_added(const struct wd_wait *wait);

#endif
