/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hosted.h: rule M8. In a virtual machine its agent gives threads their contexts: nothing that is received changes one,
 * and what is sent has that of the thread, or of the request that its channel has brought.
 */
#ifndef WD_CHANNELS_HOSTED_H
#define WD_CHANNELS_HOSTED_H

#include "channels/calls.h"

/* Something was received, which `sender` has sent. */
void wd_hosted_received(struct wd_channel *channel, const struct wd_transfer *t, struct wd_sender *sender);

/* The context that is to be sent. */
enum wd_stream_loss wd_hosted_sends_under(struct wd_channel *channel, const struct wd_transfer *t,
                                          whodunit_context *context);

#endif
