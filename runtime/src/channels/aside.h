/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aside.h: rule M8. A virtual machine gives its threads their contexts itself: what a thread of its receives on an
 * accepted channel is kept aside, for the next transaction that begins on that thread. Signal-safe; takes no lock.
 */
#ifndef WD_CHANNELS_ASIDE_H
#define WD_CHANNELS_ASIDE_H

#include "channels/channel.h"

/* The calling thread has received bytes under `context` (the root: under none, or it is not known which) on this
 * channel. It takes the place of what was kept; `goes_on`: unless that is of the same request and another context, when
 * nothing is kept, since the next transaction may begin with either. */
void wd_aside_keep(whodunit_context context, int fd, const struct wd_channel *channel, int goes_on);

/* What is kept of a request that is not answered yet, once; else the root. */
whodunit_context wd_aside_take(void);

#endif
