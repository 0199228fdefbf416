/* SPDX-License-Identifier: Apache-2.0 */
/*
 * polling.c: the libc functions that wait for descriptors, but for those with a
 * signal mask (masks.c) and epoll_wait (sockets.c): protocols are told what for.
 */
#include <poll.h>
#include <sys/select.h>
#include <sys/socket.h>

#include "memory/readable.h"
#include "propagation/dispatch.h"
#include "wrap/real.h"
#include "wrap/selecting.h"

#define WRAPPED(X)                                             \
    X(int, poll, (struct pollfd *, nfds_t, int))               \
    X(int, __poll_chk, (struct pollfd *, nfds_t, int, size_t)) \
    X(int, select, (int, fd_set *, fd_set *, fd_set *, struct timeval *))

REAL_FUNCTIONS(WRAPPED)

#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* poll reads what it is told to be written */

EXPORT int poll(struct pollfd *descriptors, nfds_t n, int timeout)
{
    if (timeout != 0)
        wd_propagation_polls(descriptors, n);
    return REAL_POINT(poll, SYS_poll, descriptors, n, timeout);
}

EXPORT int __poll_chk(struct pollfd *descriptors, nfds_t n, int timeout, size_t size)
{
    if (timeout != 0 && size / sizeof *descriptors >= n)
        wd_propagation_polls(descriptors, n);
    return real.__poll_chk ? real.__poll_chk(descriptors, n, timeout, size) : poll(descriptors, n, timeout);
}

static int waits(const struct timeval *timeout)
{
    return !timeout || !wd_is_readable(timeout, sizeof *timeout) || timeout->tv_sec || timeout->tv_usec;
}

EXPORT int select(int n, fd_set *read, fd_set *write, fd_set *except, struct timeval *timeout)
{
    if (waits(timeout))
        wd_selects(n, read, write, except);
    return REAL(select, SYS_select, n, read, write, except, timeout);
}
