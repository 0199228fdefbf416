/* SPDX-License-Identifier: Apache-2.0 */
/*
 * duplicates.h: descriptors of one channel (dup). A request is worked for until the last of them is closed. Each knows
 * one that was made of it, and so on. Signal-safe; takes no lock.
 */
#ifndef WD_CHANNELS_DUPLICATES_H
#define WD_CHANNELS_DUPLICATES_H

#include "channels/channel.h"

/* `copy`, which is `other`, was just made of `channel`'s descriptor. */
void wd_duplicate_begin(struct wd_channel *channel, struct wd_channel *other, int copy);

/* The descriptor of `channel` is about to be closed. True: this copy of it is open, and has its context. */
int wd_duplicate_goes_on(const struct wd_channel *channel, struct wd_request_id *copy);

#endif
