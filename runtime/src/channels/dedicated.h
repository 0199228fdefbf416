/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dedicated.h: rule M13. A thread may wait as a loop does, and yet serve one connection all its life: it polls for that
 * one and for those that it has made, to pass on what comes from either. So all that it sends there is that one's,
 * however little that resembles what has come. Signal-safe; takes no lock.
 */
#ifndef WD_CHANNELS_DEDICATED_H
#define WD_CHANNELS_DEDICATED_H

#include <poll.h>

#include "channels/channel.h"

/* The calling thread is about to wait for these, which can be read; NULL: for others as well, or for any. */
void wd_dedicated_polls(const struct pollfd *descriptors, unsigned long n);

/* The accepted connection for which alone the calling thread sends now, and its name; NULL: it may have others. */
struct wd_channel *wd_dedicated_to(struct wd_request_id *name);

/* A request has come on an accepted connection: if on another one than that, it serves several. */
void wd_dedicated_comes(int fd);

/* It waits for another thread, which may bring it anything: what it polls for next tells anew. */
void wd_dedicated_rests(void);

/* A forked child's thread has not waited yet. */
void wd_dedicated_forget(void);

#endif
