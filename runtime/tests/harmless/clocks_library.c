/* SPDX-License-Identifier: Apache-2.0 */
/* Stands in front of libc's clocks as libfaketimeMT does, with a lock around them, which it has nearly all the time. */
#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { EARLIER_S = 2 * 24 * 3600, TURNS = 20000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int clock_gettime(clockid_t clock, struct timespec *time)
{
    pthread_mutex_lock(&lock);
    for (volatile int i = 0; i < TURNS; i++)
        ;
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && clock == CLOCK_REALTIME)
        time->tv_sec -= EARLIER_S;
    pthread_mutex_unlock(&lock);
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    (void)zone;
    *time = (struct timeval){ .tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000 };
    return result;
}

time_t time(time_t *into)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into)
        *into = now.tv_sec;
    return now.tv_sec;
}
