/* SPDX-License-Identifier: Apache-2.0 */
/*
 * datagrams.h: datagrams get lost, overtake each other and come from many
 * senders, so each is known by what is in it.
 */
#ifndef WD_CHANNELS_DATAGRAMS_H
#define WD_CHANNELS_DATAGRAMS_H

#include <sys/uio.h>

#include "channels/streams.h"
#include "memory/apart.h"

/* Before it leaves; the pieces are read safely. */
WD_APART void wd_datagram_sent(const struct iovec *pieces, size_t count, uint64_t uid, uint32_t synopsis);

/* Of two alike that are on their way under different contexts neither is known. */
WD_APART struct wd_sender wd_datagram_received(const struct iovec *pieces, size_t count, size_t length);

#endif
