/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unseen.c: the libc functions that move a connection's bytes where nobody looks
 * at them. Protocols that follow it are told so: what they would read from there
 * on would be wrong. Nothing else is done on descriptors that nobody follows.
 */
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <fcntl.h>

#include "crosstalk/stacks.h"
#include "propagation/dispatch.h"
#include "system/syscall_entry.h"
#include "wrap/real.h"
#include "wrap/rights.h"
#include "wrap/vectors.h"

#define MOST 0x7ffff000u /* bytes that one call moves */
#define AT_ONCE 32       /* messages of which protocols are told each; a caller asks again for the others */
/* So that only calls of which somebody is told need a frame. Reports show told_send as send (FollowedCall.java). */
#define TOLD __attribute__((noinline))

#define WRAPPED(X)                                                              \
    X(int, recvmmsg, (int, struct mmsghdr *, unsigned, int, struct timespec *)) \
    X(int, sendmmsg, (int, struct mmsghdr *, unsigned, int))                    \
    X(ssize_t, sendfile, (int, int, off_t *, size_t))                           \
    X(ssize_t, splice, (int, off64_t *, int, off64_t *, size_t, unsigned))      \
    X(ssize_t, preadv2, (int, const struct iovec *, int, off_t, int))           \
    X(ssize_t, pwritev2, (int, const struct iovec *, int, off_t, int))

REAL_FUNCTIONS(WRAPPED)

/* The system calls take the offset in two halves, of which x86-64 uses the first. */
#define REAL_AT(name, number, fd, pieces, count, offset, flags) \
    (real.name ? real.name(fd, pieces, count, offset, flags) : syscall(number, fd, pieces, count, offset, 0L, flags))

static inline int nobody_follows(int fd)
{
    return carries_nothing(fd) || !(wd_descriptor(fd) & WD_FD_FOLLOWED);
}

static ssize_t moved(int fd, ssize_t n)
{
    if (n > 0)
        wd_propagation_unseen(fd);
    return n;
}

/* The lengths of what is sent are known, also where the bytes are not. */
static void before_send(struct wd_transfer *t)
{
    if (t->size > MOST)
        t->size = MOST;
    if (!nobody_follows(t->fd))
        wd_propagation_before_send(t);
    else
        t->word = 0;
}

static void sent(struct wd_transfer *t, ssize_t n)
{
    wd_propagation_sent(t, n);
    if (t->word)
        moved(t->fd, n);
}

static void received(struct wd_transfer *t, ssize_t n)
{
    t->size = 1; /* bytes that are in no piece */
    wd_propagation_received(t, n);
    if (t->word)
        moved(t->fd, n);
}

static void before_receive(struct wd_transfer *t)
{
    if (!nobody_follows(t->fd))
        wd_propagation_before_receive(t);
    else
        t->word = 0;
}

/* By libc's function, or, since libuv makes these calls so, by syscall(). */
struct call {
    struct wd_caller caller;
    int is_by_number;
};

#define LIBCS ((struct call){ WD_CALLER(), 0 })

static int real_recvmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags, struct timespec *timeout,
                         const struct call *call)
{
    return call->is_by_number ? (int)WD_BARE_CALL(SYS_recvmmsg, fd, messages, count, flags, timeout)
                              : REAL_POINT(recvmmsg, SYS_recvmmsg, fd, messages, count, flags, timeout);
}

static TOLD int told_recvmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags, struct timespec *timeout,
                              const struct call *call)
{
    struct wd_transfer t = { .fd = fd, .flags = flags, .caller = &call->caller };
    wd_propagation_before_receive(&t);
    int n = real_recvmmsg(fd, messages, count, flags, timeout, call);
    if (n <= 0)
        return (int)wd_propagation_received(&t, n);
    for (int i = 0; i < n; i++) { /* one after the other, as if each had been a call */
        if (i > 0)
            wd_propagation_before_receive(&t);
        t.pieces = messages[i].msg_hdr.msg_iov;
        t.count = messages[i].msg_hdr.msg_iovlen;
        t.size = !wd_propagation_is_preferreds(t.word); /* others are told that it was unseen */
        wd_propagation_received(&t, (ssize_t)messages[i].msg_len);
        wd_descriptors_arrived(&messages[i].msg_hdr);
    }
    return flags & MSG_PEEK ? n : (int)moved(fd, n);
}

static int receive_all(int fd, struct mmsghdr *messages, unsigned count, int flags, struct timespec *timeout,
                       const struct call *call)
{
    if (!nobody_follows(fd))
        return told_recvmmsg(fd, messages, count, flags, timeout, call);
    int n = real_recvmmsg(fd, messages, count, flags, timeout, call);
    for (int i = 0; i < n && wd_table == WD_TABLE_HOST; i++)
        wd_descriptors_arrived(&messages[i].msg_hdr);
    return n;
}

EXPORT int recvmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags, struct timespec *timeout)
{
    return receive_all(fd, messages, count, flags, timeout, &LIBCS);
}

static int real_sendmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags, const struct call *call)
{
    return call->is_by_number ? (int)WD_BARE_CALL(SYS_sendmmsg, fd, messages, count, flags)
                              : REAL_POINT(sendmmsg, SYS_sendmmsg, fd, messages, count, flags);
}

static TOLD int told_sendmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags, const struct call *call)
{
    struct wd_transfer t[AT_ONCE];
    unsigned told = count < AT_ONCE ? count : AT_ONCE;
    int refused = !wd_is_readable(messages, told * sizeof *messages);
    for (unsigned i = 0; i < told; i++) {
        t[i] = (struct wd_transfer){ .fd = fd, .flags = flags, .caller = &call->caller };
        if (!refused)
            show_message(&t[i], &messages[i].msg_hdr);
        wd_propagation_before_send(&t[i]);
    }
    int n = real_sendmmsg(fd, messages, told, flags, call);
    for (unsigned i = 0; i < told; i++)
        wd_propagation_sent(&t[i], n > (int)i ? (ssize_t)messages[i].msg_len : -1);
    return (int)moved(fd, n);
}

static int send_all(int fd, struct mmsghdr *messages, unsigned count, int flags, const struct call *call)
{
    return nobody_follows(fd) ? real_sendmmsg(fd, messages, count, flags, call)
                              : told_sendmmsg(fd, messages, count, flags, call);
}

EXPORT int sendmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags)
{
    return send_all(fd, messages, count, flags, &LIBCS);
}

static long receive_by_number(const struct wd_messages_call *c)
{
    return receive_all(c->fd, c->messages, c->count, c->flags, c->timeout, &(struct call){ c->caller, 1 });
}

static long send_by_number(const struct wd_messages_call *c)
{
    return send_all(c->fd, c->messages, c->count, c->flags, &(struct call){ c->caller, 1 });
}

__attribute__((constructor)) static void begin(void)
{
    __atomic_store_n(&wd_syscall_recvmmsg, receive_by_number, __ATOMIC_RELEASE);
    __atomic_store_n(&wd_syscall_sendmmsg, send_by_number, __ATOMIC_RELEASE);
}

static TOLD ssize_t told_sendfile(int to, int from, off_t *offset, size_t size)
{
    struct wd_transfer t = { .fd = to, .size = size, .caller = &WD_CALLER() };
    before_send(&t);
    ssize_t n = REAL(sendfile, SYS_sendfile, to, from, offset, size);
    sent(&t, n);
    return n;
}

EXPORT ssize_t sendfile(int to, int from, off_t *offset, size_t size)
{
    return nobody_follows(to) ? REAL(sendfile, SYS_sendfile, to, from, offset, size)
                              : told_sendfile(to, from, offset, size);
}

static TOLD ssize_t told_splice(int from, off64_t *from_at, int to, off64_t *to_at, size_t size, unsigned flags)
{
    struct wd_transfer in = { .fd = from }, out = { .fd = to, .size = size, .caller = &WD_CALLER() };
    before_receive(&in);
    before_send(&out);
    ssize_t n = REAL_POINT(splice, SYS_splice, from, from_at, to, to_at, size, flags);
    sent(&out, n);
    received(&in, n);
    return n;
}

EXPORT ssize_t splice(int from, off64_t *from_at, int to, off64_t *to_at, size_t size, unsigned flags)
{
    return nobody_follows(from) && nobody_follows(to)
               ? REAL_POINT(splice, SYS_splice, from, from_at, to, to_at, size, flags)
               : told_splice(from, from_at, to, to_at, size, flags);
}

static TOLD ssize_t told_preadv2(int fd, const struct iovec *vector, int count, off_t offset, int flags)
{
    struct wd_transfer t = { .fd = fd };
    before_receive(&t);
    ssize_t n = REAL_AT(preadv2, SYS_preadv2, fd, vector, count, offset, flags);
    received(&t, n);
    return n;
}

EXPORT ssize_t preadv2(int fd, const struct iovec *vector, int count, off_t offset, int flags)
{
    return nobody_follows(fd) ? REAL_AT(preadv2, SYS_preadv2, fd, vector, count, offset, flags)
                              : told_preadv2(fd, vector, count, offset, flags);
}

static TOLD ssize_t told_pwritev2(int fd, const struct iovec *vector, int count, off_t offset, int flags)
{
    struct wd_transfer t = { .fd = fd, .caller = &WD_CALLER() };
    for (size_t i = 0, n = vector_count(vector, count); i < n; i++)
        t.size += vector[i].iov_len;
    before_send(&t);
    ssize_t n = REAL_AT(pwritev2, SYS_pwritev2, fd, vector, count, offset, flags);
    sent(&t, n);
    return n;
}

EXPORT ssize_t pwritev2(int fd, const struct iovec *vector, int count, off_t offset, int flags)
{
    return nobody_follows(fd) ? REAL_AT(pwritev2, SYS_pwritev2, fd, vector, count, offset, flags)
                              : told_pwritev2(fd, vector, count, offset, flags);
}

/* off_t has 64 bits here, and libc's are one function each, too */
EXPORT ssize_t sendfile64(int to, int from, off64_t *offset, size_t size) __attribute__((alias("sendfile")));
EXPORT ssize_t preadv64v2(int fd, const struct iovec *vector, int count, off64_t offset, int flags)
    __attribute__((alias("preadv2")));
EXPORT ssize_t pwritev64v2(int fd, const struct iovec *vector, int count, off64_t offset, int flags)
    __attribute__((alias("pwritev2")));
