/* SPDX-License-Identifier: Apache-2.0 */
/* arriving.h: what a call has received, by who has sent it: rules M3 and M4. Signal-safe. */
#ifndef WD_CHANNELS_ARRIVING_H
#define WD_CHANNELS_ARRIVING_H

#include "channels/calls.h"

/* Nobody who is recorded. */
void wd_arrives_from_nobody(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_call *call);

/* It is not known who, for this reason. */
WD_APART void wd_arrives_from_unknown(struct wd_channel *channel, const struct wd_transfer *t,
                                      const struct wd_call *call, enum wd_stream_loss loss);

void wd_arrives_from_somebody(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_call *call,
                              const struct wd_sender *sender);

#endif
