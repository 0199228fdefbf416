/* SPDX-License-Identifier: Apache-2.0 */
/*
 * guards.h: which semaphores are used as locks. A guard is one that is posted by the thread that has waited for it, and
 * whose value is 0 meanwhile; one that anybody else posts wakes somebody up, and is none.
 *
 * Lock-free, signal-safe, keeps errno.
 */
#ifndef WD_FLOWS_GUARDS_H
#define WD_FLOWS_GUARDS_H

#include <semaphore.h>

/* Is it a guard, as far as was seen? */
int wd_guard_is(const sem_t *semaphore);

/* The calling thread has waited for it; `as_lock`: that was told as the lock of a section. */
void wd_guard_taken(sem_t *semaphore, int as_lock);

/* The calling thread is about to post it. Returns 1 if what it ends was told as the lock of a section. */
int wd_guard_posts(sem_t *semaphore);

#endif
