/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rwlock.c: pthread_rwlock_*. Who waits to write was kept out by whoever
 * released last; who waits to read by the last writer, because readers that
 * came in with it may already have left.
 */
#include <errno.h>

#include "crosstalk/blocking.h"
#include "health/health.h"
#include "wrap/locks.h"

static void over(struct wd_block *block, int result)
{
    wd_block_end(block,
                 result == 0           ? WD_BLOCK_OVER
                 : result == ETIMEDOUT ? WD_BLOCK_TIMEOUT
                                       : WD_BLOCK_REFUSED,
                 result == 0);
}

/* As the real unlock finds out whose turn it is. */
static int is_written(const pthread_rwlock_t *lock)
{
    return __atomic_load_n(&lock->__data.__cur_writer, __ATOMIC_RELAXED) != 0;
}

/* The whole of a locking function: `real` is the call of the real one, which gives up some time if `is_limited`. */
#define LOCK(real, trylock, what, is_limited)                                                              \
    if (!wd_may_count())                                                                                   \
        return real;                                                                                       \
    int result = trylock(lock);                                                                            \
    if (__builtin_expect(result == 0, 1))                                                                  \
        return result;                                                                                     \
    struct wd_caller caller = WD_CALLER();                                                                 \
    struct wd_block block;                                                                                 \
    wd_block_begin(&block, WD_WAIT_RWLOCK, lock, wd_shared_if(what, lock->__data.__shared != 0), &caller); \
    if (is_limited)                                                                                        \
        wd_lasting_is_limited(block.place);                                                                \
    result = real;                                                                                         \
    over(&block, result);                                                                                  \
    return result

#define READ(real, is_limited) LOCK(real, wd_real.pthread_rwlock_tryrdlock, WD_EXCLUSIVE_RELEASE, is_limited)
#define WRITE(real, is_limited) LOCK(real, wd_real.pthread_rwlock_trywrlock, WD_RELEASE, is_limited)

WD_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    READ(wd_real.pthread_rwlock_rdlock(lock), 0);
}

WD_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    if (!wd_time_can_come(until))
        return wd_real.pthread_rwlock_timedrdlock(lock, until);
    READ(wd_real.pthread_rwlock_timedrdlock(lock, until), 1);
}

WD_EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until)
{
    if (!wd_clock_can_wait(clock) || !wd_time_can_come(until))
        return wd_real.pthread_rwlock_clockrdlock(lock, clock, until);
    READ(wd_real.pthread_rwlock_clockrdlock(lock, clock, until), 1);
}

WD_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    WRITE(wd_real.pthread_rwlock_wrlock(lock), 0);
}

WD_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    if (!wd_time_can_come(until))
        return wd_real.pthread_rwlock_timedwrlock(lock, until);
    WRITE(wd_real.pthread_rwlock_timedwrlock(lock, until), 1);
}

WD_EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until)
{
    if (!wd_clock_can_wait(clock) || !wd_time_can_come(until))
        return wd_real.pthread_rwlock_clockwrlock(lock, clock, until);
    WRITE(wd_real.pthread_rwlock_clockwrlock(lock, clock, until), 1);
}

WD_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    int result = wd_real.pthread_rwlock_tryrdlock(lock);
    if (__builtin_expect(result == EBUSY, 0) && wd_may_count())
        wd_health_add(WD_HEALTH_WAITS_TRYLOCK_FAILED, 1);
    return result;
}

WD_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    int result = wd_real.pthread_rwlock_trywrlock(lock);
    if (__builtin_expect(result == EBUSY, 0) && wd_may_count())
        wd_health_add(WD_HEALTH_WAITS_TRYLOCK_FAILED, 1);
    return result;
}

WD_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    if (!wd_lets_go(lock))
        return wd_real.pthread_rwlock_unlock(lock);
    struct wd_caller caller = WD_CALLER();
    struct wd_let_go go;
    wd_let_go_begin(&go, lock, is_written(lock), &caller);
    int result = wd_real.pthread_rwlock_unlock(lock);
    wd_let_go_end(&go);
    return result;
}
