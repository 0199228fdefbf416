/* SPDX-License-Identifier: Apache-2.0 */
/*
 * syscalls.h: raw system calls of the recording side. Its own `close`, `read` and
 * `write` would be the wrappers that this library exports (wrap/), which look
 * after the host's descriptors. Each returns what libc's function returns, with
 * errno, and is no cancellation point. Signal-safe.
 */
#ifndef WD_SYSCALLS_H
#define WD_SYSCALLS_H

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static inline int wd_sys_open(const char *path, int flags, mode_t mode)
{
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static inline int wd_sys_close(int fd)
{
    return (int)syscall(SYS_close, fd);
}

static inline ssize_t wd_sys_read(int fd, void *bytes, size_t size)
{
    return syscall(SYS_read, fd, bytes, size);
}

static inline ssize_t wd_sys_write(int fd, const void *bytes, size_t size)
{
    return syscall(SYS_write, fd, bytes, size);
}

static inline ssize_t wd_sys_pread(int fd, void *bytes, size_t size, off_t at)
{
    return syscall(SYS_pread64, fd, bytes, size, at);
}

static inline ssize_t wd_sys_pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    return syscall(SYS_pwrite64, fd, bytes, size, at);
}

/* At the file's end, wherever the descriptor is. */
static inline ssize_t wd_sys_append(int fd, const void *bytes, size_t size)
{
    struct iovec all = { (void *)bytes, size };
    return syscall(SYS_pwritev2, fd, &all, 1, -1L, 0L, RWF_APPEND);
}

static inline int wd_sys_fcntl(int fd, int command, long argument)
{
    return (int)syscall(SYS_fcntl, fd, command, argument);
}

static inline int wd_sys_fstat(int fd, struct stat *out)
{
    return (int)syscall(SYS_fstat, fd, out);
}

static inline int wd_sys_stat(const char *path, struct stat *out)
{
    return (int)syscall(SYS_newfstatat, AT_FDCWD, path, out, 0);
}

/* A limit of this process, RLIMIT_…. */
static inline int wd_sys_getrlimit(int resource, struct rlimit *limit)
{
    return (int)syscall(SYS_prlimit64, 0, resource, NULL, limit);
}

/* May a file be as large, also one in memory? Else the host would get a signal, SIGXFSZ, which ends it by default. */
static inline int wd_sys_file_may_have(size_t bytes)
{
    struct rlimit limit;
    return wd_sys_getrlimit(RLIMIT_FSIZE, &limit) == 0 && bytes <= limit.rlim_cur;
}

#endif
