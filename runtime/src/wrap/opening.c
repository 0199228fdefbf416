/* SPDX-License-Identifier: Apache-2.0 */
/*
 * opening.c: the libc functions that make channels other than by accept and
 * connect, or bring ends of channels that others have made. Where FIFOs are
 * followed, files cost a system call when they are opened for nothing but reading
 * or writing, which is how a FIFO is; at one path once in a second.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "propagation/dispatch.h"
#include "sandbox/needs.h"
#include "wrap/opening.h"
#include "wrap/plain_paths.h"
#include "wrap/preloaded.h"
#include "wrap/proc_status.h"
#include "wrap/real.h"
#include "wrap/vforked.h"

#define WRAPPED(X)                                  \
    X(int, pipe, (int[2]))                          \
    X(int, pipe2, (int[2], int))                    \
    X(int, socketpair, (int, int, int, int[2]))     \
    X(int, socket, (int, int, int))                 \
    X(int, dup, (int))                              \
    X(FILE *, fdopen, (int, const char *))          \
    X(int, fcntl, (int, int, ...))                  \
    X(int, fcntl64, (int, int, ...))                \
    X(int, open, (const char *, int, ...))          \
    X(int, open64, (const char *, int, ...))        \
    X(int, openat, (int, const char *, int, ...))   \
    X(int, openat64, (int, const char *, int, ...)) \
    X(int, __open_2, (const char *, int))           \
    X(int, __open64_2, (const char *, int))         \
    X(int, __openat_2, (int, const char *, int))    \
    X(int, __openat64_2, (int, const char *, int))

REAL_FUNCTIONS(WRAPPED)

static inline int is_told(void)
{
    return wd_table == WD_TABLE_HOST && wd_preloaded && !wd_sandbox_refuses(WD_REFUSED_CHANNELS);
}

static void tell(int fd, int other)
{
    if (!wd_is_vforked())
        wd_propagation_made(fd, other);
}

static int made(int result, const int ends[2])
{
    if (result == 0 && is_told())
        tell(ends[0], ends[1]);
    return result;
}

EXPORT int pipe(int ends[2])
{
    return made(real.pipe ? real.pipe(ends) : (int)syscall(SYS_pipe2, ends, 0), ends);
}

EXPORT int pipe2(int ends[2], int flags)
{
    return made(REAL(pipe2, SYS_pipe2, ends, flags), ends);
}

EXPORT int socketpair(int domain, int type, int protocol, int ends[2])
{
    return made(REAL(socketpair, SYS_socketpair, domain, type, protocol, ends), ends);
}

/* Others are told of when they are connected, or accepted. */
EXPORT int socket(int domain, int type, int protocol)
{
    int fd = REAL(socket, SYS_socket, domain, type, protocol);
    if (fd >= 0 && !carries_nothing(fd) && !wd_is_vforked())
        wd_propagation_closed(fd); /* by means that nobody saw */
    int is_datagrams = (type & ~(SOCK_CLOEXEC | SOCK_NONBLOCK)) == SOCK_DGRAM;
    if (fd >= 0 && is_datagrams && (domain == AF_INET || domain == AF_INET6 || domain == AF_UNIX) && is_told())
        tell(fd, -1);
    return fd;
}

void wd_descriptor_duplicated(int from, int to)
{
    int is_channel = to >= 0 && from != to && (wd_descriptor(from) & WD_FD_FOLLOWED) && is_told();
    if (!is_channel || wd_is_vforked())
        return;
    wd_propagation_made(to, -1);
    wd_propagation_duplicated(from, to);
}

EXPORT int dup(int fd)
{
    int copy = REAL(dup, SYS_dup, fd);
    wd_descriptor_duplicated(fd, copy);
    return copy;
}

/* No system call does this: it is looked up also before the constructor. */
EXPORT FILE *fdopen(int fd, const char *mode)
{
    FILE *stream =
        real.fdopen ? real.fdopen(fd, mode) : ((__typeof__(real.fdopen))dlsym(RTLD_NEXT, "fdopen"))(fd, mode);
    if (stream && !carries_nothing(fd))
        wd_propagation_streamed(fd, strpbrk(mode, "r+") != NULL, strpbrk(mode, "wa+") != NULL);
    return stream;
}

static inline int duplicated(int fd, int command, int result)
{
    if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && result >= 0)
        wd_descriptor_duplicated(fd, result);
    return result;
}

/* Every command has at most one argument, which fits in a pointer. */
static void *argument_of(va_list arguments)
{
    return va_arg(arguments, void *);
}

EXPORT int fcntl(int fd, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    void *argument = argument_of(arguments);
    va_end(arguments);
    return duplicated(fd, command, REAL(fcntl, SYS_fcntl, fd, command, argument));
}

EXPORT int fcntl64(int fd, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    void *argument = argument_of(arguments);
    va_end(arguments);
    return duplicated(fd, command, REAL(fcntl64, SYS_fcntl, fd, command, argument));
}

/* A FIFO is opened to be read or to be written, and is there already. */
static int found(const char *path, int fd, int flags)
{
    struct stat s;
    if ((flags & (O_ACCMODE | O_PATH)) == O_RDONLY && wd_proc_status_is_at(path))
        wd_proc_status_opened(fd);
    if (!wd_propagation_fifos || (flags & (O_CREAT | O_TRUNC | O_APPEND | O_DIRECTORY | O_PATH)) || !is_told())
        return fd;
    uint64_t plain = wd_plain_path(path);
    if (wd_plain_path_is_known(plain))
        return fd;
    int saved = errno;
    if (syscall(SYS_fstat, fd, &s) != 0 || !S_ISFIFO(s.st_mode))
        wd_plain_path_keep(plain);
    else
        tell(fd, -1);
    errno = saved;
    return fd;
}

/* Programs look for most files where there are none. */
static inline int opened(const char *path, int fd, int flags)
{
    return fd < 0 ? fd : found(path, fd, flags);
}

#define MODE(last)                                                                 \
    va_list arguments;                                                             \
    va_start(arguments, last);                                                     \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0; \
    va_end(arguments)

#define OPEN(name)                                                                                                     \
    EXPORT int name(const char *path, int flags, ...)                                                                  \
    {                                                                                                                  \
        MODE(flags);                                                                                                   \
        return opened(path, REAL_POINT_AS(name, (path, flags, mode), SYS_openat, AT_FDCWD, path, flags, mode), flags); \
    }
#define OPEN_AT(name)                                                                    \
    EXPORT int name(int at, const char *path, int flags, ...)                            \
    {                                                                                    \
        MODE(flags);                                                                     \
        return opened(path, REAL_POINT(name, SYS_openat, at, path, flags, mode), flags); \
    }

OPEN(open)
OPEN(open64)
OPEN_AT(openat)
OPEN_AT(openat64)

#define OPEN_CHECKED(name)                                                                                           \
    EXPORT int name(const char *path, int flags)                                                                     \
    {                                                                                                                \
        return opened(path, real.name ? real.name(path, flags) : (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0), \
                      flags);                                                                                        \
    }

extern int __open_2(const char *path, int flags);
extern int __open64_2(const char *path, int flags);
extern int __openat_2(int at, const char *path, int flags);
extern int __openat64_2(int at, const char *path, int flags);

OPEN_CHECKED(__open_2)
OPEN_CHECKED(__open64_2)

EXPORT int __openat_2(int at, const char *path, int flags)
{
    return opened(path, REAL(__openat_2, SYS_openat, at, path, flags), flags);
}

EXPORT int __openat64_2(int at, const char *path, int flags)
{
    return opened(path, REAL(__openat64_2, SYS_openat, at, path, flags), flags);
}
