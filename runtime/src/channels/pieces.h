/* SPDX-License-Identifier: Apache-2.0 */
/* pieces.h: the bytes that a thread is about to send, whatever its pieces point to. */
#ifndef WD_CHANNELS_PIECES_H
#define WD_CHANNELS_PIECES_H

#include <stddef.h>
#include <sys/uio.h>

/* Copies the first `size` bytes of at most 64 pieces; returns how many there are. The kernel is asked about each page
 * first: one that is not mapped, which the call itself will refuse, ends them. Signal-safe. */
size_t wd_pieces_copy(const struct iovec *pieces, size_t count, void *bytes, size_t size);

#endif
