/* SPDX-License-Identifier: Apache-2.0 */
/* vectors.h: what a call that sends is given in vectors. The kernel refuses some; of those nothing may be looked at. */
#ifndef WD_WRAP_VECTORS_H
#define WD_WRAP_VECTORS_H

#include <limits.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "memory/readable.h"
#include "propagation/propagation.h"

/* How many pieces may be looked at. */
static inline __attribute__((always_inline)) size_t vector_count(const struct iovec *vector, long count)
{
    size_t n = count > 0 && count <= IOV_MAX ? (size_t)count : 0;
    return wd_is_readable(vector, n * sizeof *vector) ? n : 0;
}

static inline __attribute__((always_inline)) void show_vector(struct wd_transfer *t, const struct iovec *vector,
                                                              long count)
{
    t->pieces = vector;
    t->count = vector_count(vector, count);
}

static inline __attribute__((always_inline)) void show_message(struct wd_transfer *t, const struct msghdr *message)
{
    if (wd_is_readable(message, sizeof *message))
        show_vector(t, message->msg_iov, (long)message->msg_iovlen);
}

#endif
