/*
 * sockets.c: the libc functions through which servers receive and send. Each
 * calls the real one, with errno as it left it, and shows the carrier what
 * passed. Before the constructor, in processes that are not recorded, and on
 * descriptors that carry nothing, they do nothing else: a load, a branch and a
 * jump, for which no frame is made (runtime/CMakeLists.txt). Nor is one made
 * where a descriptor carries what was settled before. closing.c has the functions
 * that end what is carried.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "events/events.h"
#include "mysql/connection.h"
#include "preload.h"
#include "recording/children.h"
#include "wrap/real.h"

#define CARRIED __attribute__((noinline)) /* so that only descriptors that carry something new need a frame */

/* libc's: what the checked variants call when a buffer would overflow */
extern void __chk_fail(void) __attribute__((noreturn));

#define WRAPPED(X)                                                                           \
    X(int, accept, (int, struct sockaddr *, socklen_t *))                                    \
    X(int, accept4, (int, struct sockaddr *, socklen_t *, int))                              \
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
    return real.recv ? real.recv(fd, buffer, size, flags) : syscall(SYS_recvfrom, fd, buffer, size, flags, NULL, NULL);
}

static inline ssize_t real_send(int fd, const void *buffer, size_t size, int flags)
{
    return real.send ? real.send(fd, buffer, size, flags) : syscall(SYS_sendto, fd, buffer, size, flags, NULL, 0);
}

/* carries_nothing, or all that it carries is a context that is known on both sides already. */
static inline int sends_nothing_new(int fd)
{
    return carries_nothing(fd) || (!wd_mysql_follows(fd) && wd_events_sent_already(wd_descriptor(fd)));
}

static inline int receives_nothing_new(int fd)
{
    return carries_nothing(fd) || (!wd_mysql_follows(fd) && wd_events_settled(wd_descriptor(fd)));
}

static int may_block(int fd, int flags)
{
    return !(flags & MSG_DONTWAIT) && !(fcntl(fd, F_GETFL) & O_NONBLOCK);
}

/* What is received with these is not the stream's next bytes. */
#define ASIDE (MSG_PEEK | MSG_OOB | MSG_ERRQUEUE)

static void received(int fd, const void *bytes, ssize_t n, int flags)
{
    int saved = errno;
    if (n > 0 && !(flags & ASIDE) && (flags & MSG_TRUNC))
        wd_mysql_unseen(fd); /* TCP has discarded them */
    else if (n > 0 && !(flags & ASIDE))
        wd_mysql_received(fd, bytes, n);
    else if (n < 0 && (saved == EAGAIN || saved == EWOULDBLOCK))
        wd_mysql_nothing_yet(fd);
    errno = saved;
}

static void sent(int fd, const void *bytes, ssize_t n)
{
    int saved = errno;
    wd_mysql_sent(fd, bytes, n);
    errno = saved;
}

/* Shows the `n` bytes that went through a scatter/gather call, piece by piece. */
static void each_piece(int fd, const struct iovec *vector, size_t count, ssize_t n,
                       void (*show)(int fd, const void *bytes, ssize_t n))
{
    int saved = errno;
    for (size_t i = 0; i < count && n > 0; i++) {
        ssize_t piece = (ssize_t)vector[i].iov_len < n ? (ssize_t)vector[i].iov_len : n;
        show(fd, vector[i].iov_base, piece);
        n -= piece;
    }
    errno = saved;
}

static void accepted(int fd)
{
    if (fd >= 0 && wd_preload_active()) {
        wd_child_accepts();
        wd_events_accepted(fd);
        wd_mysql_accepted(fd);
    }
}

EXPORT int accept(int fd, struct sockaddr *address, socklen_t *length)
{
    int new_fd = REAL(accept, SYS_accept, fd, address, length);
    accepted(new_fd);
    return new_fd;
}

EXPORT int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags)
{
    int new_fd = REAL(accept4, SYS_accept4, fd, address, length, flags);
    accepted(new_fd);
    return new_fd;
}

EXPORT int connect(int fd, const struct sockaddr *address, socklen_t length)
{
    wd_events_connects(fd);
    return REAL(connect, SYS_connect, fd, address, length);
}

static CARRIED ssize_t carried_recv(int fd, void *buffer, size_t size, int flags)
{
    wd_events_receives(fd);
    int follow = wd_mysql_follows(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, flags));
    ssize_t n = real_recv(fd, buffer, size, flags);
    if (follow)
        received(fd, buffer, n, flags);
    return n;
}

EXPORT ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
    return receives_nothing_new(fd) ? real_recv(fd, buffer, size, flags) : carried_recv(fd, buffer, size, flags);
}

EXPORT ssize_t __recv_chk(int fd, void *buffer, size_t size, size_t room, int flags)
{
    if (size > room)
        __chk_fail();
    return recv(fd, buffer, size, flags);
}

static CARRIED ssize_t carried_recvfrom(int fd, void *buffer, size_t size, int flags, struct sockaddr *address,
                                        socklen_t *length)
{
    wd_events_receives(fd);
    int follow = wd_mysql_follows(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, flags));
    ssize_t n = REAL(recvfrom, SYS_recvfrom, fd, buffer, size, flags, address, length);
    if (follow)
        received(fd, buffer, n, flags);
    return n;
}

EXPORT ssize_t recvfrom(int fd, void *buffer, size_t size, int flags, struct sockaddr *address, socklen_t *length)
{
    return receives_nothing_new(fd) ? REAL(recvfrom, SYS_recvfrom, fd, buffer, size, flags, address, length)
                                    : carried_recvfrom(fd, buffer, size, flags, address, length);
}

EXPORT ssize_t __recvfrom_chk(int fd, void *buffer, size_t size, size_t room, int flags, struct sockaddr *address,
                              socklen_t *length)
{
    if (size > room)
        __chk_fail();
    return recvfrom(fd, buffer, size, flags, address, length);
}

static CARRIED ssize_t carried_read(int fd, void *buffer, size_t size)
{
    wd_events_receives(fd);
    int follow = wd_mysql_follows(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, 0));
    ssize_t n = REAL(read, SYS_read, fd, buffer, size);
    if (follow)
        received(fd, buffer, n, 0);
    return n;
}

EXPORT ssize_t read(int fd, void *buffer, size_t size)
{
    return receives_nothing_new(fd) ? REAL(read, SYS_read, fd, buffer, size) : carried_read(fd, buffer, size);
}

EXPORT ssize_t __read_chk(int fd, void *buffer, size_t size, size_t room)
{
    if (size > room)
        __chk_fail();
    return read(fd, buffer, size);
}

static CARRIED ssize_t carried_readv(int fd, const struct iovec *vector, int count)
{
    wd_events_receives(fd);
    int follow = wd_mysql_follows(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, 0));
    ssize_t n = REAL(readv, SYS_readv, fd, vector, count);
    if (follow && n > 0)
        each_piece(fd, vector, (size_t)count, n, wd_mysql_received);
    else if (follow)
        received(fd, NULL, n, 0);
    return n;
}

EXPORT ssize_t readv(int fd, const struct iovec *vector, int count)
{
    return receives_nothing_new(fd) ? REAL(readv, SYS_readv, fd, vector, count) : carried_readv(fd, vector, count);
}

static CARRIED ssize_t carried_recvmsg(int fd, struct msghdr *message, int flags)
{
    wd_events_receives(fd);
    int follow = wd_mysql_follows(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, flags));
    ssize_t n = REAL(recvmsg, SYS_recvmsg, fd, message, flags);
    if (follow && n > 0 && !(flags & (ASIDE | MSG_TRUNC)))
        each_piece(fd, message->msg_iov, message->msg_iovlen, n, wd_mysql_received);
    else if (follow)
        received(fd, NULL, n, flags);
    return n;
}

EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    return receives_nothing_new(fd) ? REAL(recvmsg, SYS_recvmsg, fd, message, flags)
                                    : carried_recvmsg(fd, message, flags);
}

static CARRIED ssize_t carried_send(int fd, const void *buffer, size_t size, int flags)
{
    wd_events_sends(fd);
    ssize_t n = real_send(fd, buffer, size, flags);
    if (wd_mysql_follows(fd))
        sent(fd, buffer, n);
    return n;
}

EXPORT ssize_t send(int fd, const void *buffer, size_t size, int flags)
{
    return sends_nothing_new(fd) ? real_send(fd, buffer, size, flags) : carried_send(fd, buffer, size, flags);
}

static CARRIED ssize_t carried_sendto(int fd, const void *buffer, size_t size, int flags, const struct sockaddr *to,
                                      socklen_t length)
{
    wd_events_sends(fd);
    ssize_t n = REAL(sendto, SYS_sendto, fd, buffer, size, flags, to, length);
    if (wd_mysql_follows(fd))
        sent(fd, buffer, n);
    return n;
}

EXPORT ssize_t sendto(int fd, const void *buffer, size_t size, int flags, const struct sockaddr *to, socklen_t length)
{
    return sends_nothing_new(fd) ? REAL(sendto, SYS_sendto, fd, buffer, size, flags, to, length)
                                 : carried_sendto(fd, buffer, size, flags, to, length);
}

static CARRIED ssize_t carried_write(int fd, const void *buffer, size_t size)
{
    wd_events_sends(fd);
    ssize_t n = REAL(write, SYS_write, fd, buffer, size);
    if (wd_mysql_follows(fd))
        sent(fd, buffer, n);
    return n;
}

EXPORT ssize_t write(int fd, const void *buffer, size_t size)
{
    return sends_nothing_new(fd) ? REAL(write, SYS_write, fd, buffer, size) : carried_write(fd, buffer, size);
}

static CARRIED ssize_t carried_writev(int fd, const struct iovec *vector, int count)
{
    wd_events_sends(fd);
    ssize_t n = REAL(writev, SYS_writev, fd, vector, count);
    if (wd_mysql_follows(fd))
        each_piece(fd, vector, (size_t)count, n, wd_mysql_sent);
    return n;
}

EXPORT ssize_t writev(int fd, const struct iovec *vector, int count)
{
    return sends_nothing_new(fd) ? REAL(writev, SYS_writev, fd, vector, count) : carried_writev(fd, vector, count);
}

static CARRIED ssize_t carried_sendmsg(int fd, const struct msghdr *message, int flags)
{
    wd_events_sends(fd);
    ssize_t n = REAL(sendmsg, SYS_sendmsg, fd, message, flags);
    if (wd_mysql_follows(fd))
        each_piece(fd, message->msg_iov, message->msg_iovlen, n, wd_mysql_sent);
    return n;
}

EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    return sends_nothing_new(fd) ? REAL(sendmsg, SYS_sendmsg, fd, message, flags) : carried_sendmsg(fd, message, flags);
}

EXPORT int epoll_wait(int fd, struct epoll_event *events, int size, int timeout)
{
    wd_mysql_thread_waits();
    return REAL(epoll_wait, SYS_epoll_wait, fd, events, size, timeout);
}
