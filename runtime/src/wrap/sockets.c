/*
 * sockets.c: the libc functions through which servers receive and send. Each
 * calls the real one, with errno as it left it, and shows the carrier what
 * passed. Before the constructor, and in processes that are not recorded,
 * they do nothing else.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "events/events.h"
#include "mysql/connection.h"
#include "preload.h"

#define EXPORT __attribute__((visibility("default")))

/* libc's: what the checked variants call when a buffer would overflow */
extern void __chk_fail(void) __attribute__((noreturn));

/* The functions behind ours. They are looked up in our constructor and nowhere
 * else: dlsym may allocate and lock, and these wrappers run in signal handlers
 * and below allocators. Whoever calls earlier gets the bare system call. */
#define WRAPPED(X)                                                                          \
    X(int, accept, (int, struct sockaddr *, socklen_t *))                                   \
    X(int, accept4, (int, struct sockaddr *, socklen_t *, int))                             \
    X(int, connect, (int, const struct sockaddr *, socklen_t))                              \
    X(int, close, (int))                                                                    \
    X(int, dup2, (int, int))                                                                \
    X(int, dup3, (int, int, int))                                                           \
    X(ssize_t, recv, (int, void *, size_t, int))                                            \
    X(ssize_t, recvfrom, (int, void *, size_t, int, struct sockaddr *, socklen_t *))        \
    X(ssize_t, recvmsg, (int, struct msghdr *, int))                                        \
    X(ssize_t, read, (int, void *, size_t))                                                 \
    X(ssize_t, readv, (int, const struct iovec *, int))                                     \
    X(ssize_t, send, (int, const void *, size_t, int))                                      \
    X(ssize_t, sendto, (int, const void *, size_t, int, const struct sockaddr *, socklen_t)) \
    X(ssize_t, sendmsg, (int, const struct msghdr *, int))                                  \
    X(ssize_t, write, (int, const void *, size_t))                                          \
    X(ssize_t, writev, (int, const struct iovec *, int))                                    \
    X(int, epoll_wait, (int, struct epoll_event *, int, int))

static struct {
#define X(type, name, parameters) type(*name) parameters;
    WRAPPED(X)
#undef X
} real;

__attribute__((constructor(101))) static void look_up(void)
{
#define X(type, name, parameters) *(void **)&real.name = dlsym(RTLD_NEXT, #name);
    WRAPPED(X)
#undef X
}

static int followed(int fd)
{
    return __builtin_expect(wd_preload_active() && wd_mysql_follows(fd), 0);
}

static int may_block(int fd, int flags)
{
    return !(flags & MSG_DONTWAIT) && !(fcntl(fd, F_GETFL) & O_NONBLOCK);
}

static void received(int fd, const void *bytes, ssize_t n, int flags)
{
    int saved = errno;
    if (n > 0 && (flags & MSG_TRUNC) && !(flags & MSG_PEEK))
        wd_mysql_unseen(fd); /* TCP has discarded them */
    else if (n > 0 && !(flags & (MSG_PEEK | MSG_OOB)))
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

EXPORT int accept(int fd, struct sockaddr *address, socklen_t *length)
{
    int new_fd = real.accept ? real.accept(fd, address, length) : (int)syscall(SYS_accept, fd, address, length);
    if (new_fd >= 0 && wd_preload_active()) {
        wd_events_accepted(new_fd);
        wd_mysql_accepted(new_fd);
    }
    return new_fd;
}

EXPORT int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags)
{
    int new_fd = real.accept4 ? real.accept4(fd, address, length, flags) : (int)syscall(SYS_accept4, fd, address, length, flags);
    if (new_fd >= 0 && wd_preload_active()) {
        wd_events_accepted(new_fd);
        wd_mysql_accepted(new_fd);
    }
    return new_fd;
}

EXPORT int connect(int fd, const struct sockaddr *address, socklen_t length)
{
    wd_events_connects(fd);
    return real.connect ? real.connect(fd, address, length) : (int)syscall(SYS_connect, fd, address, length);
}

EXPORT int close(int fd)
{
    wd_events_closed(fd);
    if (followed(fd)) {
        int saved = errno;
        wd_mysql_closed(fd);
        errno = saved;
    }
    return real.close ? real.close(fd) : (int)syscall(SYS_close, fd);
}

EXPORT int dup2(int from, int to)
{
    if (from != to)
        wd_events_closed(to);
    if (from != to && followed(to))
        wd_mysql_closed(to);
    return real.dup2 ? real.dup2(from, to) : (int)syscall(SYS_dup2, from, to);
}

EXPORT int dup3(int from, int to, int flags)
{
    if (from != to)
        wd_events_closed(to);
    if (from != to && followed(to))
        wd_mysql_closed(to);
    return real.dup3 ? real.dup3(from, to, flags) : (int)syscall(SYS_dup3, from, to, flags);
}

EXPORT ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
    wd_events_receives(fd);
    int follow = followed(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, flags));
    ssize_t n = real.recv ? real.recv(fd, buffer, size, flags) : syscall(SYS_recvfrom, fd, buffer, size, flags, NULL, NULL);
    if (follow)
        received(fd, buffer, n, flags);
    return n;
}

EXPORT ssize_t __recv_chk(int fd, void *buffer, size_t size, size_t room, int flags)
{
    if (size > room)
        __chk_fail();
    return recv(fd, buffer, size, flags);
}

EXPORT ssize_t recvfrom(int fd, void *buffer, size_t size, int flags, struct sockaddr *address, socklen_t *length)
{
    wd_events_receives(fd);
    int follow = followed(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, flags));
    ssize_t n = real.recvfrom ? real.recvfrom(fd, buffer, size, flags, address, length)
                     : syscall(SYS_recvfrom, fd, buffer, size, flags, address, length);
    if (follow)
        received(fd, buffer, n, flags);
    return n;
}

EXPORT ssize_t __recvfrom_chk(int fd, void *buffer, size_t size, size_t room, int flags, struct sockaddr *address,
                              socklen_t *length)
{
    if (size > room)
        __chk_fail();
    return recvfrom(fd, buffer, size, flags, address, length);
}

EXPORT ssize_t read(int fd, void *buffer, size_t size)
{
    wd_events_receives(fd);
    int follow = followed(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, 0));
    ssize_t n = real.read ? real.read(fd, buffer, size) : syscall(SYS_read, fd, buffer, size);
    if (follow)
        received(fd, buffer, n, 0);
    return n;
}

EXPORT ssize_t __read_chk(int fd, void *buffer, size_t size, size_t room)
{
    if (size > room)
        __chk_fail();
    return read(fd, buffer, size);
}

EXPORT ssize_t readv(int fd, const struct iovec *vector, int count)
{
    wd_events_receives(fd);
    int follow = followed(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, 0));
    ssize_t n = real.readv ? real.readv(fd, vector, count) : syscall(SYS_readv, fd, vector, count);
    if (follow && n > 0)
        each_piece(fd, vector, (size_t)count, n, wd_mysql_received);
    else if (follow)
        received(fd, NULL, n, 0);
    return n;
}

EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    wd_events_receives(fd);
    int follow = followed(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, flags));
    ssize_t n = real.recvmsg ? real.recvmsg(fd, message, flags) : syscall(SYS_recvmsg, fd, message, flags);
    if (follow && n > 0 && !(flags & (MSG_PEEK | MSG_OOB | MSG_TRUNC)))
        each_piece(fd, message->msg_iov, message->msg_iovlen, n, wd_mysql_received);
    else if (follow)
        received(fd, NULL, n, flags);
    return n;
}

EXPORT ssize_t send(int fd, const void *buffer, size_t size, int flags)
{
    wd_events_sends(fd);
    ssize_t n = real.send ? real.send(fd, buffer, size, flags) : syscall(SYS_sendto, fd, buffer, size, flags, NULL, 0);
    if (followed(fd))
        sent(fd, buffer, n);
    return n;
}

EXPORT ssize_t sendto(int fd, const void *buffer, size_t size, int flags, const struct sockaddr *to, socklen_t length)
{
    wd_events_sends(fd);
    ssize_t n = real.sendto ? real.sendto(fd, buffer, size, flags, to, length)
                     : syscall(SYS_sendto, fd, buffer, size, flags, to, length);
    if (followed(fd))
        sent(fd, buffer, n);
    return n;
}

EXPORT ssize_t write(int fd, const void *buffer, size_t size)
{
    wd_events_sends(fd);
    ssize_t n = real.write ? real.write(fd, buffer, size) : syscall(SYS_write, fd, buffer, size);
    if (followed(fd))
        sent(fd, buffer, n);
    return n;
}

EXPORT ssize_t writev(int fd, const struct iovec *vector, int count)
{
    wd_events_sends(fd);
    ssize_t n = real.writev ? real.writev(fd, vector, count) : syscall(SYS_writev, fd, vector, count);
    if (followed(fd))
        each_piece(fd, vector, (size_t)count, n, wd_mysql_sent);
    return n;
}

EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    wd_events_sends(fd);
    ssize_t n = real.sendmsg ? real.sendmsg(fd, message, flags) : syscall(SYS_sendmsg, fd, message, flags);
    if (followed(fd))
        each_piece(fd, message->msg_iov, message->msg_iovlen, n, wd_mysql_sent);
    return n;
}

EXPORT int epoll_wait(int fd, struct epoll_event *events, int size, int timeout)
{
    wd_mysql_thread_waits();
    return real.epoll_wait ? real.epoll_wait(fd, events, size, timeout) : (int)syscall(SYS_epoll_wait, fd, events, size, timeout);
}
