/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/ring_entries.h"

#include <liburing.h>

#include "memory/readable.h"
#include "propagation/dispatch.h"
#include "wrap/real.h"

enum { WAITID = 50, FUTEX_WAITS, FUTEX_WAKES, FUTEX_WAITS_FOR_ANY };

static void hand_over(int fd)
{
    if (!carries_nothing(fd) && (wd_descriptor(fd) & WD_FD_FOLLOWED))
        wd_propagation_hidden(fd);
}

void wd_ring_hands_over_all(const int *descriptors, unsigned count)
{
    for (unsigned i = 0; descriptors && i < count; i++)
        hand_over(descriptors[i]);
}

static int moves_bytes(const struct io_uring_sqe *entry)
{
    switch (entry->opcode) {
    case IORING_OP_PROVIDE_BUFFERS: /* whose `fd` is none, as of these that are newer than the header */
    case IORING_OP_REMOVE_BUFFERS:
    case WAITID:
    case FUTEX_WAITS:
    case FUTEX_WAKES:
    case FUTEX_WAITS_FOR_ANY:
    case IORING_OP_POLL_ADD:
    case IORING_OP_EPOLL_CTL:
    case IORING_OP_SHUTDOWN:
    case IORING_OP_CLOSE: return 0;
    default: return 1;
    }
}

void wd_ring_hands_over(const struct io_uring_sqe *entry)
{
    const int *registered = (const int *)(uintptr_t)entry->addr;
    if (entry->opcode == IORING_OP_FILES_UPDATE) {
        if (wd_is_readable(registered, entry->len * sizeof *registered))
            wd_ring_hands_over_all(registered, entry->len);
    } else if (!(entry->flags & IOSQE_FIXED_FILE) && moves_bytes(entry))
        hand_over(entry->fd);
    if (entry->opcode == IORING_OP_SPLICE && !(entry->splice_flags & SPLICE_F_FD_IN_FIXED))
        hand_over(entry->splice_fd_in);
}
