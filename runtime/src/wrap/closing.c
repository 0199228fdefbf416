/* SPDX-License-Identifier: Apache-2.0 */
/*
 * closing.c: the libc functions after which a descriptor's number is another
 * file's, or nobody's: the connection that it was ends. Nothing else is done on descriptors
 * that carry nothing, and in processes that are not recorded.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>

#include "propagation/dispatch.h"
#include "system/bare_call.h"
#include "system/syscall_entry.h"
#include "wrap/opening.h"
#include "wrap/own_rings.h"
#include "wrap/preloaded.h"
#include "wrap/real.h"
#include "wrap/vforked.h"

#define WRAPPED(X)                                             \
    X(int, close, (int))                                       \
    X(int, close_range, (unsigned, unsigned, int))             \
    X(void, closefrom, (int))                                  \
    X(int, fclose, (FILE *))                                   \
    X(FILE *, freopen, (const char *, const char *, FILE *))   \
    X(FILE *, freopen64, (const char *, const char *, FILE *)) \
    X(int, dup2, (int, int))                                   \
    X(int, dup3, (int, int, int))

REAL_FUNCTIONS(WRAPPED)

/* Not 0 if `wd_propagation_gone` is to follow the call. */
static int closing(int fd)
{
    wd_own_ring_closing(fd);
    return !carries_nothing(fd) && !wd_is_vforked() && wd_propagation_closing(fd);
}

static void closed(int fd)
{
    if (closing(fd))
        wd_propagation_gone();
}

/* A child of vfork holds up its parent. */
static void all_closed(unsigned first, unsigned last)
{
    unsigned end = __atomic_load_n(&wd_descriptors_end, __ATOMIC_RELAXED);
    if (wd_preloaded && !wd_is_vforked())
        for (unsigned fd = first; fd <= last && fd < end; fd++)
            closed((int)fd);
    if (wd_own_rings)
        wd_own_rings_close(first, last);
}

/* What the call costs belongs to the work that ends with it. */
EXPORT int close(int fd)
{
    int goes = closing(fd), result = REAL_POINT(close, SYS_close, fd);
    if (goes)
        wd_propagation_gone();
    return result;
}

/* As libuv closes. */
static long close_by_number(long fd)
{
    int goes = closing((int)fd);
    long result = WD_BARE_CALL(SYS_close, fd);
    if (goes)
        wd_propagation_gone();
    return result;
}

__attribute__((constructor)) static void begin(void)
{
    if (real.close) /* it would be called by syscall() */
        __atomic_store_n(&wd_syscall_close, close_by_number, __ATOMIC_RELEASE);
}

EXPORT int close_range(unsigned first, unsigned last, int flags)
{
    if (!(flags & CLOSE_RANGE_CLOEXEC))
        all_closed(first, last);
    return REAL(close_range, SYS_close_range, first, last, flags);
}

EXPORT void closefrom(int first)
{
    all_closed(first < 0 ? 0 : (unsigned)first, UINT_MAX);
    if (real.closefrom)
        real.closefrom(first);
    else
        syscall(SYS_close_range, first < 0 ? 0 : first, UINT_MAX, 0);
}

static void stream_closed(FILE *stream)
{
    int saved = errno;
    closed(fileno(stream)); /* -1: it has none */
    errno = saved;
}

/* No system call does this: it is looked up also before the constructor, which is safe where streams are. */
#define REAL_OF_STREAM(name) (real.name ? real.name : (__typeof__(real.name))dlsym(RTLD_NEXT, #name))

EXPORT int fclose(FILE *stream)
{
    stream_closed(stream);
    return REAL_OF_STREAM(fclose)(stream);
}

EXPORT FILE *freopen(const char *path, const char *mode, FILE *stream)
{
    stream_closed(stream);
    return REAL_OF_STREAM(freopen)(path, mode, stream);
}

EXPORT FILE *freopen64(const char *path, const char *mode, FILE *stream)
{
    stream_closed(stream);
    return REAL_OF_STREAM(freopen64)(path, mode, stream);
}

/* A child of vfork does not change what its parent's numbers are. */
static void duplicated(int from, int to)
{
    if (!carries_nothing(from) && !wd_is_vforked())
        wd_descriptor_duplicated(from, to);
}

/* Whoever has it open goes on with it if the call fails; nobody else gets its number meanwhile. */
EXPORT int dup2(int from, int to)
{
    int result = REAL(dup2, SYS_dup2, from, to);
    if (result >= 0 && from != to) {
        closed(to);
        duplicated(from, to);
    }
    return result;
}

EXPORT int dup3(int from, int to, int flags)
{
    int result = REAL(dup3, SYS_dup3, from, to, flags);
    if (result >= 0) {
        closed(to);
        duplicated(from, to);
    }
    return result;
}
