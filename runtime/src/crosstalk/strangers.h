/* SPDX-License-Identifier: Apache-2.0 */
/*
 * strangers.h: threads that wait on a condition without being registered (wakers.h), counted: signals may be for them.
 * Lock-free, allocates nothing, safe in signal handlers.
 */
#ifndef WD_STRANGERS_H
#define WD_STRANGERS_H

void wd_stranger_enters(const void *condition);
void wd_stranger_leaves(const void *condition);

/* Does one wait on it, or on a condition of the same hash? */
int wd_has_strangers(const void *condition);

#endif
