/* SPDX-License-Identifier: Apache-2.0 */
/*
 * locks.h: the real functions behind the wrappers of locks.
 *
 * Each pointer begins at a function that looks all of them up and calls on, so
 * that a lock taken before any constructor of ours has run (by a static
 * constructor, by an allocator) gets the real thing. Looking up what exists
 * allocates nothing.
 */
#ifndef WD_LOCKS_H
#define WD_LOCKS_H

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

#define WD_EXPORT __attribute__((visibility("default")))

/* X(name, version of the symbol or NULL, parameters, arguments), all of type int */
#define WD_LOCK_FUNCTIONS(X)                                                                                          \
    X(pthread_mutex_lock, NULL, (pthread_mutex_t * m), (m))                                                           \
    X(pthread_mutex_trylock, NULL, (pthread_mutex_t * m), (m))                                                        \
    X(pthread_mutex_unlock, NULL, (pthread_mutex_t * m), (m))                                                         \
    X(pthread_cond_wait, "GLIBC_2.3.2", (pthread_cond_t * d, pthread_mutex_t * m), (d, m))                            \
    X(pthread_cond_timedwait, "GLIBC_2.3.2", (pthread_cond_t * d, pthread_mutex_t * m, const struct timespec *t),     \
      (d, m, t))                                                                                                      \
    X(pthread_cond_clockwait, NULL, (pthread_cond_t * d, pthread_mutex_t * m, clockid_t c, const struct timespec *t), \
      (d, m, c, t))                                                                                                   \
    X(pthread_cond_signal, "GLIBC_2.3.2", (pthread_cond_t * d), (d))                                                  \
    X(pthread_cond_broadcast, "GLIBC_2.3.2", (pthread_cond_t * d), (d))                                               \
    X(pthread_mutex_timedlock, NULL, (pthread_mutex_t * m, const struct timespec *t), (m, t))                         \
    X(pthread_mutex_clocklock, NULL, (pthread_mutex_t * m, clockid_t c, const struct timespec *t), (m, c, t))         \
    X(pthread_rwlock_rdlock, NULL, (pthread_rwlock_t * l), (l))                                                       \
    X(pthread_rwlock_tryrdlock, NULL, (pthread_rwlock_t * l), (l))                                                    \
    X(pthread_rwlock_timedrdlock, NULL, (pthread_rwlock_t * l, const struct timespec *t), (l, t))                     \
    X(pthread_rwlock_clockrdlock, NULL, (pthread_rwlock_t * l, clockid_t c, const struct timespec *t), (l, c, t))     \
    X(pthread_rwlock_wrlock, NULL, (pthread_rwlock_t * l), (l))                                                       \
    X(pthread_rwlock_trywrlock, NULL, (pthread_rwlock_t * l), (l))                                                    \
    X(pthread_rwlock_timedwrlock, NULL, (pthread_rwlock_t * l, const struct timespec *t), (l, t))                     \
    X(pthread_rwlock_clockwrlock, NULL, (pthread_rwlock_t * l, clockid_t c, const struct timespec *t), (l, c, t))     \
    X(pthread_rwlock_unlock, NULL, (pthread_rwlock_t * l), (l))                                                       \
    X(pthread_spin_lock, NULL, (pthread_spinlock_t * s), (s))                                                         \
    X(pthread_spin_trylock, NULL, (pthread_spinlock_t * s), (s))                                                      \
    X(pthread_spin_unlock, NULL, (pthread_spinlock_t * s), (s))                                                       \
    X(sem_wait, NULL, (sem_t * s), (s))                                                                               \
    X(sem_trywait, NULL, (sem_t * s), (s))                                                                            \
    X(sem_timedwait, NULL, (sem_t * s, const struct timespec *t), (s, t))                                             \
    X(sem_clockwait, NULL, (sem_t * s, clockid_t c, const struct timespec *t), (s, c, t))                             \
    X(sem_post, NULL, (sem_t * s), (s))                                                                               \
    X(mtx_lock, NULL, (mtx_t * m), (m))                                                                               \
    X(mtx_trylock, NULL, (mtx_t * m), (m))                                                                            \
    X(mtx_timedlock, NULL, (mtx_t * m, const struct timespec *t), (m, t))                                             \
    X(mtx_unlock, NULL, (mtx_t * m), (m))                                                                             \
    X(cnd_wait, NULL, (cnd_t * d, mtx_t * m), (d, m))                                                                 \
    X(cnd_timedwait, NULL, (cnd_t * d, mtx_t * m, const struct timespec *t), (d, m, t))                               \
    X(cnd_signal, NULL, (cnd_t * d), (d))                                                                             \
    X(cnd_broadcast, NULL, (cnd_t * d), (d))

/* The same of those that were glibc's before: to them a condition is a pointer (older.h). */
#define WD_OLDER_CONDITIONS(X)                                                                                    \
    X(pthread_cond_wait, "GLIBC_2.2.5", (pthread_cond_t * d, pthread_mutex_t * m), (d, m))                        \
    X(pthread_cond_timedwait, "GLIBC_2.2.5", (pthread_cond_t * d, pthread_mutex_t * m, const struct timespec *t), \
      (d, m, t))                                                                                                  \
    X(pthread_cond_signal, "GLIBC_2.2.5", (pthread_cond_t * d), (d))                                              \
    X(pthread_cond_broadcast, "GLIBC_2.2.5", (pthread_cond_t * d), (d))

/* Most hosts call the first eight at each section: they are one line of the cache. */
struct wd_real_locks {
#define X(name, version, parameters, arguments) int(*name) parameters;
    WD_LOCK_FUNCTIONS(X)
#undef X
#define X(name, version, parameters, arguments) int(*older_##name) parameters;
    WD_OLDER_CONDITIONS(X)
#undef X
};

extern struct wd_real_locks wd_real;

/* C11's locks are glibc's own, under other names. */
static inline pthread_mutex_t *wd_mutex_of(mtx_t *mutex)
{
    return (pthread_mutex_t *)mutex;
}

static inline pthread_cond_t *wd_condition_of(cnd_t *condition)
{
    return (pthread_cond_t *)condition;
}

/* The result of one of C11's functions where the one of pthread's that it is made of has this. */
static inline int wd_c11_result(int error)
{
    switch (error) {
    case 0: return thrd_success;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    case EBUSY: return thrd_busy;
    default: return thrd_error;
    }
}

/* The real functions refuse other clocks, also where they need not wait. */
static inline int wd_clock_can_wait(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

/* The real functions refuse other times likewise. */
static inline int wd_time_can_come(const struct timespec *t)
{
    return t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}

#endif
