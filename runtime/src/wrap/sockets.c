/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sockets.c: the libc functions through which servers receive and send. Each
 * calls the real one, with errno as it left it, and tells propagation/ what
 * passed. Before the constructor, in processes that are not recorded, and on
 * descriptors that carry nothing, they do nothing else: a load, a branch and a
 * jump, for which no frame is made (runtime/CMakeLists.txt). Nor is one made
 * where a descriptor carries what was settled before. closing.c has the functions
 * that end a connection, unseen.c those whose bytes nobody sees.
 */
#include <errno.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "crosstalk/between.h"
#include "crosstalk/stacks.h"
#include "propagation/dispatch.h"
#include "recording/children.h"
#include "recording/executed.h"
#include "wrap/preloaded.h"
#include "wrap/real.h"
#include "wrap/rights.h"
#include "wrap/vectors.h"

/* So that only calls of which somebody is told need a frame. Reports show told_send as send (FollowedCall.java). */
#define TOLD __attribute__((noinline))

/* libc's: what the checked variants call when a buffer would overflow */
extern void __chk_fail(void) __attribute__((noreturn));

#define WRAPPED(X)                                                                           \
    X(int, accept, (int, struct sockaddr *, socklen_t *))                                    \
    X(int, accept4, (int, struct sockaddr *, socklen_t *, int))                              \
    X(int, listen, (int, int))                                                               \
    X(int, connect, (int, const struct sockaddr *, socklen_t))                               \
    X(ssize_t, recv, (int, void *, size_t, int))                                             \
    X(ssize_t, recvfrom, (int, void *, size_t, int, struct sockaddr *, socklen_t *))         \
    X(ssize_t, recvmsg, (int, struct msghdr *, int))                                         \
    X(ssize_t, read, (int, void *, size_t))                                                  \
    X(ssize_t, readv, (int, const struct iovec *, int))                                      \
    X(ssize_t, send, (int, const void *, size_t, int))                                       \
    X(ssize_t, sendto, (int, const void *, size_t, int, const struct sockaddr *, socklen_t)) \
    X(ssize_t, sendmsg, (int, const struct msghdr *, int))                                   \
    X(ssize_t, write, (int, const void *, size_t))                                           \
    X(ssize_t, writev, (int, const struct iovec *, int))                                     \
    X(int, epoll_wait, (int, struct epoll_event *, int, int))

REAL_FUNCTIONS(WRAPPED)

static inline ssize_t real_recv(int fd, void *buffer, size_t size, int flags)
{
    return REAL_POINT_AS(recv, (fd, buffer, size, flags), SYS_recvfrom, fd, buffer, size, flags, NULL, NULL);
}

static inline ssize_t real_send(int fd, const void *buffer, size_t size, int flags)
{
    return REAL_POINT_AS(send, (fd, buffer, size, flags), SYS_sendto, fd, buffer, size, flags, NULL, 0);
}

/* By a descriptor's word, which whoever is called next need not look up again. */
static inline int sends_nothing_new_by(uint32_t word)
{
    return word_carries_nothing(word) || wd_sends_nothing_new(word);
}

static inline int receives_nothing_new_by(uint32_t word)
{
    return word_carries_nothing(word) || wd_receives_nothing_new(word);
}

static inline int sends_nothing_new(int fd)
{
    return sends_nothing_new_by(wd_descriptor(fd));
}

static inline int receives_nothing_new(int fd)
{
    return receives_nothing_new_by(wd_descriptor(fd));
}

static ssize_t received(struct wd_transfer *t, ssize_t n, const struct iovec *pieces, size_t count)
{
    t->pieces = pieces;
    t->count = count;
    return wd_propagation_received(t, n);
}

static void accepted(int fd)
{
    if (fd >= 0 && wd_preloaded)
        wd_child_accepts();
    if (fd >= 0 && (wd_preloaded || wd_propagation_hosted))
        wd_propagation_accepted(fd);
}

EXPORT int listen(int fd, int waiting)
{
    wd_executed_end();
    return REAL(listen, SYS_listen, fd, waiting);
}

EXPORT int accept(int fd, struct sockaddr *address, socklen_t *length)
{
    wd_propagation_polls(NULL, 1);
    int new_fd = REAL_POINT(accept, SYS_accept, fd, address, length);
    accepted(new_fd);
    return new_fd;
}

EXPORT int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags)
{
    wd_propagation_polls(NULL, 1);
    int new_fd = REAL_POINT(accept4, SYS_accept4, fd, address, length, flags);
    accepted(new_fd);
    return new_fd;
}

EXPORT int connect(int fd, const struct sockaddr *address, socklen_t length)
{
    if (wd_preloaded || wd_propagation_hosted)
        wd_propagation_connects(fd);
    return REAL_POINT(connect, SYS_connect, fd, address, length);
}

static TOLD ssize_t recv_piece(int fd, void *buffer, size_t size, int flags)
{
    if (!flags) {
        ssize_t n = real_recv(fd, buffer, size, MSG_PEEK);
        if (n <= 0)
            return n;
        size = wd_propagation_pieces.piece(fd, buffer, (size_t)n);
    }
    return real_recv(fd, buffer, size, flags);
}

static TOLD ssize_t told_recv(int fd, void *buffer, size_t size, int flags, uint32_t word)
{
    struct wd_transfer t;
    wd_transfer_begin(&t, fd, flags, NULL);
    wd_propagation_before_receive_by(&t, word);
    ssize_t n =
        fd == wd_propagation_pieces.fd ? recv_piece(fd, buffer, size, flags) : real_recv(fd, buffer, size, flags);
    return received(&t, n, &(struct iovec){ buffer, size }, 1);
}

EXPORT ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
    uint32_t word = wd_descriptor(fd);
    return receives_nothing_new_by(word) ? real_recv(fd, buffer, size, flags)
                                         : told_recv(fd, buffer, size, flags, word);
}

EXPORT ssize_t __recv_chk(int fd, void *buffer, size_t size, size_t capacity, int flags)
{
    if (size > capacity)
        __chk_fail();
    return recv(fd, buffer, size, flags);
}

static TOLD ssize_t told_recvfrom(int fd, void *buffer, size_t size, int flags, struct sockaddr *address,
                                  socklen_t *length)
{
    struct wd_transfer t;
    wd_transfer_begin(&t, fd, flags, NULL);
    wd_propagation_before_receive(&t);
    ssize_t n = REAL_POINT(recvfrom, SYS_recvfrom, fd, buffer, size, flags, address, length);
    return received(&t, n, &(struct iovec){ buffer, size }, 1);
}

EXPORT ssize_t recvfrom(int fd, void *buffer, size_t size, int flags, struct sockaddr *address, socklen_t *length)
{
    return receives_nothing_new(fd) ? REAL_POINT(recvfrom, SYS_recvfrom, fd, buffer, size, flags, address, length)
                                    : told_recvfrom(fd, buffer, size, flags, address, length);
}

EXPORT ssize_t __recvfrom_chk(int fd, void *buffer, size_t size, size_t capacity, int flags, struct sockaddr *address,
                              socklen_t *length)
{
    if (size > capacity)
        __chk_fail();
    return recvfrom(fd, buffer, size, flags, address, length);
}

static TOLD ssize_t told_read(int fd, void *buffer, size_t size, uint32_t word)
{
    struct wd_transfer t;
    wd_transfer_begin(&t, fd, 0, NULL);
    wd_propagation_before_receive_by(&t, word);
    ssize_t n = REAL_POINT(read, SYS_read, fd, buffer, size);
    return received(&t, n, &(struct iovec){ buffer, size }, 1);
}

EXPORT ssize_t read(int fd, void *buffer, size_t size)
{
    uint32_t word = wd_descriptor(fd);
    return receives_nothing_new_by(word) ? REAL_POINT(read, SYS_read, fd, buffer, size)
                                         : told_read(fd, buffer, size, word);
}

EXPORT ssize_t __read_chk(int fd, void *buffer, size_t size, size_t capacity)
{
    if (size > capacity)
        __chk_fail();
    return read(fd, buffer, size);
}

static TOLD ssize_t told_readv(int fd, const struct iovec *vector, int count, uint32_t word)
{
    struct wd_transfer t;
    wd_transfer_begin(&t, fd, 0, NULL);
    wd_propagation_before_receive_by(&t, word);
    ssize_t n = REAL_POINT(readv, SYS_readv, fd, vector, count);
    return received(&t, n, vector, n < 0 ? 0 : (size_t)count);
}

EXPORT ssize_t readv(int fd, const struct iovec *vector, int count)
{
    uint32_t word = wd_descriptor(fd);
    return receives_nothing_new_by(word) ? REAL_POINT(readv, SYS_readv, fd, vector, count)
                                         : told_readv(fd, vector, count, word);
}

static TOLD ssize_t told_recvmsg(int fd, struct msghdr *message, int flags)
{
    struct wd_transfer t;
    wd_transfer_begin(&t, fd, flags, NULL);
    wd_propagation_before_receive(&t);
    ssize_t n = REAL_POINT(recvmsg, SYS_recvmsg, fd, message, flags);
    if (n >= 0)
        wd_descriptors_arrived(message);
    return n < 0 ? received(&t, n, NULL, 0) : received(&t, n, message->msg_iov, message->msg_iovlen);
}

/* Nobody need follow a descriptor for it to bring others: one that was inherited. */
EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    if (!receives_nothing_new(fd))
        return told_recvmsg(fd, message, flags);
    ssize_t n = REAL_POINT(recvmsg, SYS_recvmsg, fd, message, flags);
    if (n >= 0 && wd_table == WD_TABLE_HOST)
        wd_descriptors_arrived(message);
    return n;
}

static TOLD ssize_t told_send(int fd, const void *buffer, size_t size, int flags, uint32_t word)
{
    struct wd_transfer t;
    wd_transfer_begin(&t, fd, flags, &WD_CALLER());
    t.pieces = &(struct iovec){ (void *)buffer, size };
    t.count = 1;
    wd_propagation_before_send_by(&t, word);
    return wd_propagation_sent(&t, real_send(fd, buffer, size, flags));
}

EXPORT ssize_t send(int fd, const void *buffer, size_t size, int flags)
{
    uint32_t word = wd_descriptor(fd);
    return sends_nothing_new_by(word) ? real_send(fd, buffer, size, flags) : told_send(fd, buffer, size, flags, word);
}

static TOLD ssize_t told_sendto(int fd, const void *buffer, size_t size, int flags, const struct sockaddr *to,
                                socklen_t length)
{
    struct wd_transfer t;
    wd_transfer_begin(&t, fd, flags, &WD_CALLER());
    t.pieces = &(struct iovec){ (void *)buffer, size };
    t.count = 1;
    wd_propagation_before_send(&t);
    return wd_propagation_sent(&t, REAL_POINT(sendto, SYS_sendto, fd, buffer, size, flags, to, length));
}

EXPORT ssize_t sendto(int fd, const void *buffer, size_t size, int flags, const struct sockaddr *to, socklen_t length)
{
    return sends_nothing_new(fd) ? REAL_POINT(sendto, SYS_sendto, fd, buffer, size, flags, to, length)
                                 : told_sendto(fd, buffer, size, flags, to, length);
}

static TOLD ssize_t told_write(int fd, const void *buffer, size_t size, uint32_t word)
{
    struct wd_transfer t;
    wd_transfer_begin(&t, fd, 0, &WD_CALLER());
    t.pieces = &(struct iovec){ (void *)buffer, size };
    t.count = 1;
    wd_propagation_before_send_by(&t, word);
    return wd_propagation_sent(&t, REAL_POINT(write, SYS_write, fd, buffer, size));
}

EXPORT ssize_t write(int fd, const void *buffer, size_t size)
{
    uint32_t word = wd_descriptor(fd);
    return sends_nothing_new_by(word) ? REAL_POINT(write, SYS_write, fd, buffer, size)
                                      : told_write(fd, buffer, size, word);
}

static TOLD ssize_t told_writev(int fd, const struct iovec *vector, int count, uint32_t word)
{
    struct wd_transfer t;
    wd_transfer_begin(&t, fd, 0, &WD_CALLER());
    show_vector(&t, vector, count);
    wd_propagation_before_send_by(&t, word);
    return wd_propagation_sent(&t, REAL_POINT(writev, SYS_writev, fd, vector, count));
}

EXPORT ssize_t writev(int fd, const struct iovec *vector, int count)
{
    uint32_t word = wd_descriptor(fd);
    return sends_nothing_new_by(word) ? REAL_POINT(writev, SYS_writev, fd, vector, count)
                                      : told_writev(fd, vector, count, word);
}

static TOLD ssize_t told_sendmsg(int fd, const struct msghdr *message, int flags)
{
    struct wd_transfer t;
    wd_transfer_begin(&t, fd, flags, &WD_CALLER());
    show_message(&t, message);
    if (t.count > 0 && message->msg_controllen > 0)
        wd_descriptors_leave(message);
    wd_propagation_before_send(&t);
    return wd_propagation_sent(&t, REAL_POINT(sendmsg, SYS_sendmsg, fd, message, flags));
}

EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    return sends_nothing_new(fd) ? REAL_POINT(sendmsg, SYS_sendmsg, fd, message, flags)
                                 : told_sendmsg(fd, message, flags);
}

#define LONG_NS 10000000 /* a wait that is to be recorded, whatever CPU the process has used */

/* PostgreSQL's processes wait for each other's signals in this way. */
static TOLD int told_epoll_wait(int fd, struct epoll_event *events, int size, int timeout, struct wd_caller caller)
{
    struct wd_between_wait wait;
    wd_between_begin(&wait, WD_WAIT_LATCH, wd_between_self, &caller);
    int n = REAL_POINT(epoll_wait, SYS_epoll_wait, fd, events, size, timeout);
    int saved = errno;
    if (wd_between_end(&wait, n != 0) > LONG_NS)
        wd_child_accepts(); /* it is there to stay as well */
    errno = saved;
    return n;
}

EXPORT int epoll_wait(int fd, struct epoll_event *events, int size, int timeout)
{
    wd_propagation_idle();
    if (__builtin_expect(wd_between, 0) && timeout != 0 && wd_between_is_to_begin())
        return told_epoll_wait(fd, events, size, timeout, WD_CALLER());
    return REAL_POINT(epoll_wait, SYS_epoll_wait, fd, events, size, timeout);
}
