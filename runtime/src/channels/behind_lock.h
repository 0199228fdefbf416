/* SPDX-License-Identifier: Apache-2.0 */
/* behind_lock.h: the lock of what is known of a connection's requests and answers, which threads hold for a moment. */
#ifndef WD_CHANNELS_BEHIND_LOCK_H
#define WD_CHANNELS_BEHIND_LOCK_H

#include "channels/channel.h"

/* 0: it could not be had in a moment. */
int wd_behind_lock(struct wd_behind *the);
void wd_behind_unlock(struct wd_behind *the);

/* In a forked child: what another thread was in the middle of is given up. */
void wd_behind_after_fork(void);

#endif
