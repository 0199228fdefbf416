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

static inline int wd_sys_fstat(int fd, struct stat *out)
{
    return (int)syscall(SYS_fstat, fd, out);
}

/* A limit of this process, RLIMIT_…. */
static inline int wd_sys_getrlimit(int resource, struct rlimit *limit)
{
    return (int)syscall(SYS_prlimit64, 0, resource, NULL, limit);
}

#endif
