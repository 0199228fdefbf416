/* SPDX-License-Identifier: Apache-2.0 */
/* spin.c: pthread_spin_*. */
#include <errno.h>

#include "crosstalk/blocking.h"
#include "health/health.h"
#include "wrap/locks.h"

WD_EXPORT int pthread_spin_lock(pthread_spinlock_t *lock)
{
    if (!wd_may_count())
        return wd_real.pthread_spin_lock(lock);
    int result = wd_real.pthread_spin_trylock(lock);
    if (__builtin_expect(result == 0, 1))
        return result;
    struct wd_caller caller = WD_CALLER();
    struct wd_block block;
    wd_block_begin(&block, WD_WAIT_SPIN, (const void *)lock, WD_RELEASE, &caller);
    result = wd_real.pthread_spin_lock(lock);
    wd_block_end(&block, result == 0 ? WD_BLOCK_OVER : WD_BLOCK_REFUSED, result == 0);
    return result;
}

WD_EXPORT int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    int result = wd_real.pthread_spin_trylock(lock);
    if (__builtin_expect(result == EBUSY, 0) && wd_may_count())
        wd_health_add(WD_HEALTH_WAITS_TRYLOCK_FAILED, 1);
    return result;
}

WD_EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    if (!wd_lets_go((const void *)lock))
        return wd_real.pthread_spin_unlock(lock);
    struct wd_caller caller = WD_CALLER();
    struct wd_let_go go;
    wd_let_go_begin(&go, (const void *)lock, 1, &caller);
    int result = wd_real.pthread_spin_unlock(lock);
    wd_let_go_end(&go);
    return result;
}
