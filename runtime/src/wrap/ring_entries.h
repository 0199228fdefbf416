/* SPDX-License-Identifier: Apache-2.0 */
/* ring_entries.h: what a ring of io_uring is asked to do. */
#ifndef WD_RING_ENTRIES_H
#define WD_RING_ENTRIES_H

struct io_uring_sqe;

/* The kernel is about to be given this: descriptors on which it moves bytes are told to the protocols. */
void wd_ring_hands_over(const struct io_uring_sqe *entry);
void wd_ring_hands_over_all(const int *descriptors, unsigned count);

#endif
