/* SPDX-License-Identifier: Apache-2.0 */
/* passed_on.h: where a request ends that is passed on, whose length its head does not say. */
#ifndef WD_CHANNELS_PASSED_ON_H
#define WD_CHANNELS_PASSED_ON_H

#include "channels/channel.h"
#include "memory/apart.h"
#include "propagation/propagation.h"

/* It goes on with what was just sent, or begins with it: the channel's `framing` reads where it ends. */
WD_APART void wd_passed_on_read(struct wd_channel *channel, const struct wd_transfer *t, int is_new);

#endif
