/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mutex.c: pthread_mutex_*, all types, and C11's mtx_*. A lock that is free is taken by the
 * real trylock, which takes it, or refuses to, exactly as the real lock would;
 * only what it finds taken is measured.
 *
 * Robust mutexes are not tried: glibc's trylock of one that is not recoverable
 * says so and keeps it locked, and the lock behind it would wait for ever. The
 * word of the lock, the holder's thread id, is looked at instead.
 */
#include <errno.h>
#include <linux/futex.h>

#include "crosstalk/blocking.h"
#include "health/health.h"
#include "wrap/locks.h"

/* EOWNERDEAD: a robust mutex has been acquired, its last owner is dead. */
static int acquired(int result)
{
    return result == 0 || result == EOWNERDEAD;
}

static void over(struct wd_block *block, int result)
{
    wd_block_end(block,
                 result == 0            ? WD_BLOCK_OVER
                 : result == EOWNERDEAD ? WD_BLOCK_INHERITED
                 : result == ETIMEDOUT  ? WD_BLOCK_TIMEOUT
                                        : WD_BLOCK_REFUSED,
                 acquired(result));
}

/* in glibc's __kind */
#define ROBUST 16
#define SHARED 128 /* of robust ones always: the kernel may have to wake another process */

static int is_robust(const pthread_mutex_t *mutex)
{
    return __builtin_expect(mutex->__data.__kind & ROBUST, 0);
}

/* True of a mutex that is free, a dead owner's, or this thread's own. */
static int need_not_wait(const pthread_mutex_t *robust)
{
    uint32_t owner = (uint32_t)__atomic_load_n(&robust->__data.__lock, __ATOMIC_RELAXED) & FUTEX_TID_MASK;
    return owner == 0 || owner == wd_thread.tid;
}

/* The beginning of a locking function, `real` being the call of the real one: goes on where the thread will wait. */
#define LOCK_AT_ONCE(real)                                                        \
    if (!wd_may_count() || (is_robust(mutex) && need_not_wait(mutex)))            \
        return real;                                                              \
    int result = is_robust(mutex) ? EBUSY : wd_real.pthread_mutex_trylock(mutex); \
    if (__builtin_expect(result != EBUSY, 1))                                     \
    return result

static void begin(struct wd_block *block, const pthread_mutex_t *mutex, const struct wd_caller *caller)
{
    wd_block_begin(block, WD_WAIT_MUTEX, mutex, wd_shared_if(WD_RELEASE, mutex->__data.__kind & SHARED), caller);
}

/* And its end: `is_limited` if the real one gives up some time. */
#define WAIT(real, caller, is_limited)      \
    struct wd_block block;                  \
    begin(&block, mutex, caller);           \
    if (is_limited)                         \
        wd_lasting_is_limited(block.place); \
    int result = real;                      \
    over(&block, result);                   \
    return result

/* In functions of their own, so that a lock that is free and an unlocking that wakes nobody need no frame. */
static __attribute__((noinline)) int wait_for(pthread_mutex_t *mutex, struct wd_caller caller)
{
    WAIT(wd_real.pthread_mutex_lock(mutex), &caller, 0);
}

static __attribute__((noinline)) int timed_wait_for(pthread_mutex_t *mutex, const struct timespec *until,
                                                    struct wd_caller caller)
{
    WAIT(wd_real.pthread_mutex_timedlock(mutex, until), &caller, 1);
}

static __attribute__((noinline)) int clock_wait_for(pthread_mutex_t *mutex, clockid_t clock,
                                                    const struct timespec *until, struct wd_caller caller)
{
    WAIT(wd_real.pthread_mutex_clocklock(mutex, clock, until), &caller, 1);
}

static __attribute__((noinline)) int let_go(pthread_mutex_t *mutex, struct wd_caller caller)
{
    struct wd_let_go go;
    wd_let_go_begin(&go, mutex, 1, &caller);
    int result = wd_real.pthread_mutex_unlock(mutex);
    wd_let_go_end(&go);
    return result;
}

WD_EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    LOCK_AT_ONCE(wd_real.pthread_mutex_lock(mutex));
    return wait_for(mutex, WD_CALLER());
}

WD_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    LOCK_AT_ONCE(wd_real.pthread_mutex_timedlock(mutex, until));
    return timed_wait_for(mutex, until, WD_CALLER());
}

WD_EXPORT int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until)
{
    if (!wd_clock_can_wait(clock))
        return wd_real.pthread_mutex_clocklock(mutex, clock, until);
    LOCK_AT_ONCE(wd_real.pthread_mutex_clocklock(mutex, clock, until));
    return clock_wait_for(mutex, clock, until, WD_CALLER());
}

WD_EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    int result = wd_real.pthread_mutex_trylock(mutex);
    if (__builtin_expect(result == EBUSY, 0) && wd_may_count())
        wd_health_add(WD_HEALTH_WAITS_TRYLOCK_FAILED, 1);
    return result;
}

WD_EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (!wd_lets_go(mutex))
        return wd_real.pthread_mutex_unlock(mutex);
    return let_go(mutex, WD_CALLER());
}

/* C11's are never robust. */
WD_EXPORT int mtx_lock(mtx_t *mutex)
{
    if (!wd_may_count())
        return wd_real.mtx_lock(mutex);
    int result = wd_real.mtx_trylock(mutex);
    return result != thrd_busy ? result : wd_c11_result(wait_for(wd_mutex_of(mutex), WD_CALLER()));
}

WD_EXPORT int mtx_timedlock(mtx_t *mutex, const struct timespec *until)
{
    if (!wd_may_count())
        return wd_real.mtx_timedlock(mutex, until);
    int result = wd_real.mtx_trylock(mutex);
    return result != thrd_busy ? result : wd_c11_result(timed_wait_for(wd_mutex_of(mutex), until, WD_CALLER()));
}

WD_EXPORT int mtx_trylock(mtx_t *mutex)
{
    int result = wd_real.mtx_trylock(mutex);
    if (__builtin_expect(result == thrd_busy, 0) && wd_may_count())
        wd_health_add(WD_HEALTH_WAITS_TRYLOCK_FAILED, 1);
    return result;
}

WD_EXPORT int mtx_unlock(mtx_t *mutex)
{
    if (!wd_lets_go(mutex))
        return wd_real.mtx_unlock(mutex);
    return wd_c11_result(let_go(wd_mutex_of(mutex), WD_CALLER()));
}
