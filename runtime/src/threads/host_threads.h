/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_threads.h: how many threads the host has, of those that pthread_create began.
 */
#ifndef WD_HOST_THREADS_H
#define WD_HOST_THREADS_H

#include <pthread.h>

/* The host has one thread, and nobody cancels it (pthread_cancel): what it calls need be no cancellation point.
 * libc knows such processes as well, but counts the recorder's thread. May be read by any thread at any time. */
extern int wd_host_has_one_thread;

/* That is so no more, for good. */
void wd_host_may_cancel(void);

/* The calling thread is about to begin another: that is so no more, if it is not one of ours. */
void wd_host_threads_appear(void);

/* The calling thread and all that run beside it are the host's. Called once, before any of ours begins; the calling
 * one is watched (thread.h). */
void wd_host_threads_begin(void);

/* pthread_create, which watches the thread if it is the host's. */
int wd_host_threads_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
                           void *argument);

/* Whatever the calling thread begins from now on is ours (1), or the host's again (0). */
void wd_host_threads_ours(int ours);

/* A watched thread ends. True if it is the host's last one; not in a forked child. */
int wd_host_threads_end(void);

#endif
