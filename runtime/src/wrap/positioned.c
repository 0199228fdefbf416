/* SPDX-License-Identifier: Apache-2.0 */
/*
 * positioned.c: the libc functions that read and write at a position, which no channel has. Nobody is told of them:
 * they are here for what they cost in a process with one thread (real.h, REAL_POINT).
 */
#include "wrap/real.h"

/* libc's: what the checked variants call when a buffer would overflow */
extern void __chk_fail(void) __attribute__((noreturn));

#define WRAPPED(X)                                    \
    X(ssize_t, pread64, (int, void *, size_t, off_t)) \
    X(ssize_t, pwrite64, (int, const void *, size_t, off_t))

REAL_FUNCTIONS(WRAPPED)

EXPORT ssize_t pread64(int fd, void *buffer, size_t size, off_t at)
{
    return REAL_POINT(pread64, SYS_pread64, fd, buffer, size, at);
}

EXPORT ssize_t __pread64_chk(int fd, void *buffer, size_t size, off_t at, size_t capacity)
{
    if (size > capacity)
        __chk_fail();
    return pread64(fd, buffer, size, at);
}

EXPORT ssize_t pwrite64(int fd, const void *buffer, size_t size, off_t at)
{
    return REAL_POINT(pwrite64, SYS_pwrite64, fd, buffer, size, at);
}

/* off_t has 64 bits here */
EXPORT ssize_t pread(int fd, void *buffer, size_t size, off_t at) __attribute__((alias("pread64")));
EXPORT ssize_t pwrite(int fd, const void *buffer, size_t size, off_t at) __attribute__((alias("pwrite64")));
EXPORT ssize_t __pread_chk(int fd, void *buffer, size_t size, off_t at, size_t capacity)
    __attribute__((alias("__pread64_chk")));
