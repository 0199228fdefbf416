/* SPDX-License-Identifier: Apache-2.0 */
/*
 * semaphore.c: sem_*. Whether it would wait is only looked at, so that the real
 * function is a cancellation point in any case.
 *
 * Compiled with -fexceptions, as condition.c. sem_post may be called in signal
 * handlers, and so may what it calls here.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "crosstalk/between.h"
#include "crosstalk/blocking.h"
#include "health/health.h"
#include "propagation/dispatch.h"
#include "wrap/locks.h"

/* As sem_init has noted it: behind the value. */
static int is_shared(const sem_t *semaphore)
{
    int shared;
    memcpy(&shared, semaphore->__size + sizeof(uint64_t), sizeof shared);
    return shared != 0;
}

static int would_wait(sem_t *semaphore)
{
    int value;
    wd_propagation_rests();
    return wd_may_count() && sem_getvalue(semaphore, &value) == 0 && value <= 0;
}

static void cancelled(void *block)
{
    wd_block_end(block, WD_BLOCK_REFUSED, 0);
}

static void end(struct wd_block *block, int result)
{
    int saved = errno;
    wd_block_end(block,
                 result == 0          ? WD_BLOCK_OVER
                 : saved == ETIMEDOUT ? WD_BLOCK_TIMEOUT
                 : saved == EINTR     ? WD_BLOCK_INTERRUPTED
                                      : WD_BLOCK_REFUSED,
                 0);
    errno = saved;
}

/* The same, of a semaphore that relatives share. */
static int wait_between(sem_t *semaphore, int (*wait)(sem_t *), const struct wd_caller *caller)
{
    struct wd_between_wait between;
    int value;
    wd_propagation_rests();
    if (sem_getvalue(semaphore, &value) == 0 && value > 0)
        return wait(semaphore);
    wd_between_begin(&between, WD_WAIT_SEMAPHORE, wd_between_semaphore(semaphore), caller);
    int result = wait(semaphore);
    int saved = errno;
    wd_between_end(&between, 1);
    errno = saved;
    return result;
}

/* The whole of a waiting function: `real` is the call of the real one. */
#define WAIT(real)                                                                                              \
    if (!would_wait(semaphore))                                                                                 \
        return real;                                                                                            \
    int result;                                                                                                 \
    struct wd_caller caller = WD_CALLER();                                                                      \
    struct wd_block block;                                                                                      \
    wd_block_begin(&block, WD_WAIT_SEMAPHORE, semaphore, wd_shared_if(WD_POST, is_shared(semaphore)), &caller); \
    pthread_cleanup_push(cancelled, &block);                                                                    \
    result = real;                                                                                              \
    pthread_cleanup_pop(0);                                                                                     \
    end(&block, result);                                                                                        \
    return result

WD_EXPORT int sem_wait(sem_t *semaphore)
{
    if (__builtin_expect(wd_between, 0) && is_shared(semaphore)) {
        struct wd_caller here = WD_CALLER();
        return wait_between(semaphore, wd_real.sem_wait, &here);
    }
    WAIT(wd_real.sem_wait(semaphore));
}

WD_EXPORT int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
    WAIT(wd_real.sem_timedwait(semaphore, until));
}

WD_EXPORT int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until)
{
    WAIT(wd_real.sem_clockwait(semaphore, clock, until));
}

WD_EXPORT int sem_trywait(sem_t *semaphore)
{
    int result = wd_real.sem_trywait(semaphore);
    if (__builtin_expect(result != 0, 0) && errno == EAGAIN && wd_may_count())
        wd_health_add(WD_HEALTH_WAITS_TRYLOCK_FAILED, 1);
    return result;
}

WD_EXPORT int sem_post(sem_t *semaphore)
{
    struct wd_caller caller = WD_CALLER();
    if (is_shared(semaphore))
        wd_between_wakes(wd_between_semaphore(semaphore), &caller);
    if (!wd_lets_go(semaphore))
        return wd_real.sem_post(semaphore);
    struct wd_let_go go;
    int left;
    wd_post_begin(&go, semaphore, sem_getvalue(semaphore, &left) == 0 && left <= 0, &caller);
    int result = wd_real.sem_post(semaphore);
    wd_let_go_end(&go);
    return result;
}
