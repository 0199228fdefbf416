/* SPDX-License-Identifier: Apache-2.0 */
/*
 * answers.h: whose are the answers on an accepted channel? Where requests of different types came before the first of
 * them was answered, nobody can say. Signal-safe.
 */
#ifndef WD_CHANNELS_ANSWERS_H
#define WD_CHANNELS_ANSWERS_H

#include "channels/chains.h"
#include "channels/channel.h"
#include "propagation/propagation.h"

/* To be called before what comes opens a request. Known: `several` of different types came at once. */
void wd_answers_of_known(struct wd_channel *channel, const struct wd_transfer *t, const struct wd_arrival *arrival,
                         int several);

/* The same, where it is from nobody who is recorded. And when it is kept: further requests may have come with it. */
void wd_answers_of_nobody(struct wd_channel *channel, const struct wd_transfer *t);
void wd_answers_follow(struct wd_channel *channel, const struct wd_transfer *t);

/* The same, where it is not known from whom it is, for this reason. */
void wd_answers_of_unknown(struct wd_channel *channel, const struct wd_transfer *t, enum wd_stream_loss loss);

#endif
