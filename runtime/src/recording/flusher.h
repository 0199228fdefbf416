/* SPDX-License-Identifier: Apache-2.0 */
/*
 * flusher.h: the recorder's thread: its beginning, and how others wait for its end.
 */
#ifndef WD_FLUSHER_H
#define WD_FLUSHER_H

#include <sys/types.h>

/* Starts it. It, and what is started from it, does not receive the host's signals. False if that failed. */
int wd_flusher_start(void *(*run)(void *));

/* On the thread: it has begun; and, last of all, its work is over. */
void wd_flusher_begins(void);
void wd_flusher_ends(void);

/* Its number once it has begun, 0 before. */
pid_t wd_flusher_number(void);

/* Takes it, so that one caller only ends it: true if there is one. In a forked child there is none. */
int wd_flusher_is_there(void);
int wd_flusher_take(void);
void wd_flusher_forked(void);

/* Waits until its work is over, but not for ever: false if it is not. Then it is gone for the kernel as well, if that
 * does not take long. Joins nothing: this may be called in a handler of a signal, whose thread was interrupted where
 * libc holds the lock of the threads' stacks, which joining takes. */
int wd_flusher_wait(void);

/* After that: gives its stack back. */
void wd_flusher_join(void);

#endif
