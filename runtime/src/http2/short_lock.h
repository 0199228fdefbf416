/* SPDX-License-Identifier: Apache-2.0 */
/* short_lock.h: a lock that is held for some microseconds at most. Who cannot have it soon goes without: its holder may
 * be what the caller, a signal handler, has interrupted. */
#ifndef WD_HTTP2_SHORT_LOCK_H
#define WD_HTTP2_SHORT_LOCK_H

#include <stdint.h>

enum { WD_SHORT_LOCK_PATIENCE = 20000 };

/* False: somebody else has it. */
static inline int wd_short_try(uint32_t *lock)
{
    return __atomic_load_n(lock, __ATOMIC_RELAXED) == 0 && __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) == 0;
}

/* The same, after some patience. */
static inline int wd_short_lock(uint32_t *lock)
{
    int has = wd_short_try(lock);
    for (int i = 0; i < WD_SHORT_LOCK_PATIENCE && !has; i++) {
        __builtin_ia32_pause();
        has = wd_short_try(lock);
    }
    return has;
}

static inline void wd_short_unlock(uint32_t *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

#endif
