/* SPDX-License-Identifier: Apache-2.0 */
/* sharing.h: which locks are taken by more than one thread: nothing changes hands under the others. */
#ifndef WD_FLOWS_SHARING_H
#define WD_FLOWS_SHARING_H

#include <stdint.h>

/* The calling thread has taken the lock. Returns 1 if another one was seen to take it as well; a lock that was not seen
 * for long, or many others, may be forgotten. Lock-free, signal-safe. */
int wd_lock_is_shared(uintptr_t lock);

#endif
