/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lost_event.h: what comes in the place of a perf event's signal where the queue of the user's signals is full
 * (RLIMIT_SIGPENDING). The kernel then sends SIGIO, whose default ends the process. As long as the host leaves that
 * default it is told that it stands, and a handler of ours is there.
 */
#ifndef WD_LOST_EVENT_H
#define WD_LOST_EVENT_H

#include <signal.h>

/* Perf events are going to come: none is known to be lost. May be called again. */
void wd_lost_event_begin(void);

/* Is it SIGIO, and have they begun? Signal-safe. */
int wd_lost_event_has(int signal);

/* As the real sigaction, of SIGIO. */
int wd_lost_event_action(const struct sigaction *new, struct sigaction *old);

/* Has one been lost? Its thread has no more of them. */
int wd_lost_event_seen(void);

#endif
