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

#include "mysql/connection.h"
#include "preload.h"

#define EXPORT __attribute__((visibility("default")))

/* The next definition of `name`; resolved once, racing threads find the same. */
#define REAL(type, name, ...)                                                 \
    static type (*real)(__VA_ARGS__);                                         \
    type (*call)(__VA_ARGS__) = __atomic_load_n(&real, __ATOMIC_RELAXED);     \
    if (__builtin_expect(!call, 0)) {                                         \
        *(void **)&call = dlsym(RTLD_NEXT, #name);                            \
        __atomic_store_n(&real, call, __ATOMIC_RELAXED);                      \
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
    if (n > 0 && !(flags & MSG_PEEK))
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
    REAL(int, accept, int, struct sockaddr *, socklen_t *)
    int new_fd = call ? call(fd, address, length) : (int)syscall(SYS_accept, fd, address, length);
    if (new_fd >= 0 && wd_preload_active())
        wd_mysql_accepted(new_fd);
    return new_fd;
}

EXPORT int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags)
{
    REAL(int, accept4, int, struct sockaddr *, socklen_t *, int)
    int new_fd = call ? call(fd, address, length, flags) : (int)syscall(SYS_accept4, fd, address, length, flags);
    if (new_fd >= 0 && wd_preload_active())
        wd_mysql_accepted(new_fd);
    return new_fd;
}

EXPORT int close(int fd)
{
    REAL(int, close, int)
    if (followed(fd)) {
        int saved = errno;
        wd_mysql_closed(fd);
        errno = saved;
    }
    return call ? call(fd) : (int)syscall(SYS_close, fd);
}

EXPORT int dup2(int from, int to)
{
    REAL(int, dup2, int, int)
    if (from != to && followed(to))
        wd_mysql_closed(to);
    return call ? call(from, to) : (int)syscall(SYS_dup2, from, to);
}

EXPORT int dup3(int from, int to, int flags)
{
    REAL(int, dup3, int, int, int)
    if (from != to && followed(to))
        wd_mysql_closed(to);
    return call ? call(from, to, flags) : (int)syscall(SYS_dup3, from, to, flags);
}

EXPORT ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
    REAL(ssize_t, recv, int, void *, size_t, int)
    int follow = followed(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, flags));
    ssize_t n = call ? call(fd, buffer, size, flags) : syscall(SYS_recvfrom, fd, buffer, size, flags, NULL, NULL);
    if (follow)
        received(fd, buffer, n, flags);
    return n;
}

EXPORT ssize_t __recv_chk(int fd, void *buffer, size_t size, size_t room, int flags)
{
    return recv(fd, buffer, size < room ? size : room, flags);
}

EXPORT ssize_t recvfrom(int fd, void *buffer, size_t size, int flags, struct sockaddr *address, socklen_t *length)
{
    REAL(ssize_t, recvfrom, int, void *, size_t, int, struct sockaddr *, socklen_t *)
    int follow = followed(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, flags));
    ssize_t n = call ? call(fd, buffer, size, flags, address, length)
                     : syscall(SYS_recvfrom, fd, buffer, size, flags, address, length);
    if (follow)
        received(fd, buffer, n, flags);
    return n;
}

EXPORT ssize_t read(int fd, void *buffer, size_t size)
{
    REAL(ssize_t, read, int, void *, size_t)
    int follow = followed(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, 0));
    ssize_t n = call ? call(fd, buffer, size) : syscall(SYS_read, fd, buffer, size);
    if (follow)
        received(fd, buffer, n, 0);
    return n;
}

EXPORT ssize_t __read_chk(int fd, void *buffer, size_t size, size_t room)
{
    return read(fd, buffer, size < room ? size : room);
}

EXPORT ssize_t readv(int fd, const struct iovec *vector, int count)
{
    REAL(ssize_t, readv, int, const struct iovec *, int)
    int follow = followed(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, 0));
    ssize_t n = call ? call(fd, vector, count) : syscall(SYS_readv, fd, vector, count);
    if (follow && n > 0)
        each_piece(fd, vector, (size_t)count, n, wd_mysql_received);
    else if (follow)
        received(fd, NULL, n, 0);
    return n;
}

EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    REAL(ssize_t, recvmsg, int, struct msghdr *, int)
    int follow = followed(fd);
    if (follow)
        wd_mysql_before_receive(fd, may_block(fd, flags));
    ssize_t n = call ? call(fd, message, flags) : syscall(SYS_recvmsg, fd, message, flags);
    if (follow && n > 0 && !(flags & MSG_PEEK))
        each_piece(fd, message->msg_iov, message->msg_iovlen, n, wd_mysql_received);
    else if (follow)
        received(fd, NULL, n, flags);
    return n;
}

EXPORT ssize_t send(int fd, const void *buffer, size_t size, int flags)
{
    REAL(ssize_t, send, int, const void *, size_t, int)
    ssize_t n = call ? call(fd, buffer, size, flags) : syscall(SYS_sendto, fd, buffer, size, flags, NULL, 0);
    if (followed(fd))
        sent(fd, buffer, n);
    return n;
}

EXPORT ssize_t sendto(int fd, const void *buffer, size_t size, int flags, const struct sockaddr *to, socklen_t length)
{
    REAL(ssize_t, sendto, int, const void *, size_t, int, const struct sockaddr *, socklen_t)
    ssize_t n = call ? call(fd, buffer, size, flags, to, length)
                     : syscall(SYS_sendto, fd, buffer, size, flags, to, length);
    if (followed(fd))
        sent(fd, buffer, n);
    return n;
}

EXPORT ssize_t write(int fd, const void *buffer, size_t size)
{
    REAL(ssize_t, write, int, const void *, size_t)
    ssize_t n = call ? call(fd, buffer, size) : syscall(SYS_write, fd, buffer, size);
    if (followed(fd))
        sent(fd, buffer, n);
    return n;
}

EXPORT ssize_t writev(int fd, const struct iovec *vector, int count)
{
    REAL(ssize_t, writev, int, const struct iovec *, int)
    ssize_t n = call ? call(fd, vector, count) : syscall(SYS_writev, fd, vector, count);
    if (followed(fd))
        each_piece(fd, vector, (size_t)count, n, wd_mysql_sent);
    return n;
}

EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    REAL(ssize_t, sendmsg, int, const struct msghdr *, int)
    ssize_t n = call ? call(fd, message, flags) : syscall(SYS_sendmsg, fd, message, flags);
    if (followed(fd))
        each_piece(fd, message->msg_iov, message->msg_iovlen, n, wd_mysql_sent);
    return n;
}

EXPORT int epoll_wait(int fd, struct epoll_event *events, int size, int timeout)
{
    REAL(int, epoll_wait, int, struct epoll_event *, int, int)
    wd_mysql_thread_waits();
    return call ? call(fd, events, size, timeout) : (int)syscall(SYS_epoll_wait, fd, events, size, timeout);
}
