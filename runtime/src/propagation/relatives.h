/* SPDX-License-Identifier: Apache-2.0 */
/*
 * relatives.h: how a process that works for another one's transaction learns
 * whose: by a named piece of shared memory. A PostgreSQL backend makes one for each
 * parallel query, and the workers, which the postmaster forks, open it. Both must
 * come from forks of one process that was recorded already.
 */
#ifndef WD_RELATIVES_H
#define WD_RELATIVES_H

/* The calling thread has made a piece of this name: whoever opens it works for its context, if it has one. */
void wd_relatives_made(const char *name);

/* It has opened one: without a context of its own it takes over its maker's. Not signal-safe. */
void wd_relatives_opened(const char *name);

#endif
