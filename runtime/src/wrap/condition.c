/* SPDX-License-Identifier: Apache-2.0 */
/*
 * condition.c: pthread_cond_* and C11's cnd_*. Waiting on a condition lets go
 * of its mutex, inside libc, so that waiters for the mutex must be told here.
 *
 * Compiled with -fexceptions: a thread that is cancelled while it waits is
 * unwound through these functions, and must not stay registered.
 */
#include <errno.h>

#include "crosstalk/blocking.h"
#include "crosstalk/strangers.h"
#include "propagation/dispatch.h"
#include "wrap/locks.h"
#include "wrap/older.h"

#define SHARED 1 /* in glibc's __wrefs */

static void cancelled(void *block)
{
    wd_block_end(block, WD_BLOCK_REFUSED, 1);
}

/* NULL: waits are not measured. */
static void *stranger_comes(pthread_cond_t *condition)
{
    if (!wd_crosstalk)
        return NULL;
    wd_stranger_enters(condition);
    return condition;
}

static void stranger_goes(void *condition)
{
    if (condition)
        wd_stranger_leaves(condition);
}

/* The wait is nobody's, and nobody waits for the mutex: as a server's threads wait for their next request. */
static int is_strangers(const pthread_mutex_t *mutex)
{
    return !wd_may_count() && !wd_lets_go(mutex);
}

static void begin(struct wd_block *block, pthread_cond_t *condition, pthread_mutex_t *mutex,
                  const struct wd_caller *caller)
{
    struct wd_let_go go;
    wd_block_begin(block, WD_WAIT_CONDITION, condition,
                   wd_shared_if(WD_SIGNAL, (condition->__data.__wrefs & SHARED) != 0), caller);
    wd_let_go_begin(&go, mutex, 1, caller);
    wd_stack_fill(go.unwind, caller); /* there is no moment after the release, before the wait */
}

static void end(struct wd_block *block, int result)
{
    int woken = result == 0 || result == EOWNERDEAD;
    wd_block_end(block, woken ? WD_BLOCK_OVER : result == ETIMEDOUT ? WD_BLOCK_TIMEOUT : WD_BLOCK_REFUSED, 1);
}

/* What the thread had may have become another one's meanwhile. */
static int rested(int result)
{
    wd_propagation_rests();
    return result;
}

/* The whole of a waiting function: `real` is the call of the real one. */
#define WAIT(real, here)                                                \
    int result;                                                         \
    wd_propagation_rests();                                             \
    if (is_strangers(mutex)) {                                          \
        pthread_cleanup_push(stranger_goes, stranger_comes(condition)); \
        result = real;                                                  \
        pthread_cleanup_pop(1);                                         \
        return rested(result);                                          \
    }                                                                   \
    struct wd_caller caller = here;                                     \
    struct wd_block block;                                              \
    begin(&block, condition, mutex, &caller);                           \
    pthread_cleanup_push(cancelled, &block);                            \
    result = real;                                                      \
    pthread_cleanup_pop(0);                                             \
    end(&block, result);                                                \
    return rested(result)

WD_EXPORT int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    WAIT(wd_real.pthread_cond_wait(condition, mutex), WD_CALLER());
}

WD_EXPORT int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
{
    WAIT(wd_real.pthread_cond_timedwait(condition, mutex, until), WD_CALLER());
}

WD_EXPORT int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                     const struct timespec *until)
{
    WAIT(wd_real.pthread_cond_clockwait(condition, mutex, clock, until), WD_CALLER());
}

static int signals(pthread_cond_t *condition, struct wd_caller caller)
{
    struct wd_let_go go;
    wd_signal_begin(&go, condition, 0, &caller);
    int result = wd_real.pthread_cond_signal(condition);
    wd_signal_end(&go);
    return result;
}

static int broadcasts(pthread_cond_t *condition, struct wd_caller caller)
{
    struct wd_let_go go;
    wd_signal_begin(&go, condition, 1, &caller);
    int result = wd_real.pthread_cond_broadcast(condition);
    wd_signal_end(&go);
    return result;
}

WD_EXPORT int pthread_cond_signal(pthread_cond_t *condition)
{
    if (!wd_is_waited_for(condition))
        return wd_real.pthread_cond_signal(condition);
    return signals(condition, WD_CALLER());
}

WD_EXPORT int pthread_cond_broadcast(pthread_cond_t *condition)
{
    if (!wd_is_waited_for(condition))
        return wd_real.pthread_cond_broadcast(condition);
    return broadcasts(condition, WD_CALLER());
}

/* Who waits for an older one, and who has its mutex meanwhile, is not told. */
WD_OLDER("pthread_cond_wait@GLIBC_2.2.5")
int older_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    wd_propagation_rests();
    return rested(wd_real.older_pthread_cond_wait(condition, mutex));
}

WD_OLDER("pthread_cond_timedwait@GLIBC_2.2.5")
int older_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
{
    wd_propagation_rests();
    return rested(wd_real.older_pthread_cond_timedwait(condition, mutex, until));
}

WD_OLDER("pthread_cond_signal@GLIBC_2.2.5")
int older_pthread_cond_signal(pthread_cond_t *condition)
{
    return wd_real.older_pthread_cond_signal(condition);
}

WD_OLDER("pthread_cond_broadcast@GLIBC_2.2.5")
int older_pthread_cond_broadcast(pthread_cond_t *condition)
{
    return wd_real.older_pthread_cond_broadcast(condition);
}

static int waits(pthread_cond_t *condition, pthread_mutex_t *mutex, struct wd_caller here)
{
    WAIT(wd_real.pthread_cond_wait(condition, mutex), here);
}

static int waits_until(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until,
                       struct wd_caller here)
{
    WAIT(wd_real.pthread_cond_timedwait(condition, mutex, until), here);
}

WD_EXPORT int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return wd_c11_result(waits(wd_condition_of(condition), wd_mutex_of(mutex), WD_CALLER()));
}

WD_EXPORT int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until)
{
    return wd_c11_result(waits_until(wd_condition_of(condition), wd_mutex_of(mutex), until, WD_CALLER()));
}

WD_EXPORT int cnd_signal(cnd_t *condition)
{
    if (!wd_is_waited_for(condition))
        return wd_real.cnd_signal(condition);
    return wd_c11_result(signals(wd_condition_of(condition), WD_CALLER()));
}

WD_EXPORT int cnd_broadcast(cnd_t *condition)
{
    if (!wd_is_waited_for(condition))
        return wd_real.cnd_broadcast(condition);
    return wd_c11_result(broadcasts(wd_condition_of(condition), WD_CALLER()));
}
