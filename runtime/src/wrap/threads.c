/* SPDX-License-Identifier: Apache-2.0 */
/*
 * threads.c: the libc functions after which a thread of the host's may be cancelled by another. (Not known of: threads
 * that libc begins to tell of asynchronous input, or of a message in a queue.)
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

#include "threads/host_threads.h"
#include "wrap/older.h"
#include "wrap/real.h"

#define WRAPPED(X)                                                                           \
    X(int, pthread_create, (pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)) \
    X(int, pthread_cancel, (pthread_t))                                                      \
    X(int, thrd_create, (thrd_t *, thrd_start_t, void *))                                    \
    X(int, timer_create, (clockid_t, struct sigevent *, timer_t *))

REAL_FUNCTIONS(WRAPPED)

/* No system call does what these do: they are looked up also before the constructor. */
#define REAL_OF_THREADS(name) (real.name ? real.name : (__typeof__(real.name))dlsym(RTLD_NEXT, #name))

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument)
{
    wd_host_threads_appear();
    return REAL_OF_THREADS(pthread_create)(thread, attributes, routine, argument);
}

EXPORT int pthread_cancel(pthread_t thread)
{
    wd_host_may_cancel();
    return REAL_OF_THREADS(pthread_cancel)(thread);
}

struct c11_start {
    thrd_start_t routine;
    void *argument;
};

/* The result is where thrd_join and thrd_exit have it. */
static void *begin_c11(void *start)
{
    struct c11_start its = *(struct c11_start *)start;
    free(start);
    return (void *)(intptr_t)its.routine(its.argument);
}

static int c11_error(int error)
{
    return error == 0 ? thrd_success : error == ENOMEM ? thrd_nomem : thrd_error;
}

/* libc's does not call pthread_create by its name, where the sampler learns of threads. */
EXPORT int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument)
{
    struct c11_start *start = malloc(sizeof *start);
    if (!start) {
        wd_host_threads_appear();
        return REAL_OF_THREADS(thrd_create)(thread, routine, argument);
    }
    *start = (struct c11_start){ routine, argument };
    int error = pthread_create(thread, NULL, begin_c11, start);
    if (error != 0)
        free(start);
    return c11_error(error);
}

typedef int timer_creator(clockid_t, struct sigevent *, timer_t *);

static int create_timer(timer_creator *create, clockid_t clock, struct sigevent *event, timer_t *timer)
{
    if (event && event->sigev_notify == SIGEV_THREAD)
        wd_host_may_cancel();
    return create(clock, event, timer);
}

EXPORT int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
    return create_timer(REAL_OF_THREADS(timer_create), clock, event, timer);
}

/* The same one, when it was librt's. */
WD_OLDER("timer_create@GLIBC_2.3.3")
int older_timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
    return create_timer(REAL_OLDER(timer_create, "GLIBC_2.3.3"), clock, event, timer);
}

/* To this one a timer is an int. */
WD_OLDER("timer_create@GLIBC_2.2.5")
int older_int_timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
    return create_timer(REAL_OLDER(timer_create, "GLIBC_2.2.5"), clock, event, timer);
}
