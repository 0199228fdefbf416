/* SPDX-License-Identifier: Apache-2.0 */
/*
 * real.h: the functions behind the wrappers of calls on descriptors. But for
 * those on streams (closing.c) they are looked up in a constructor of ours and
 * nowhere else: dlsym may allocate and lock, and these wrappers run in signal
 * handlers and below allocators. Whoever calls earlier gets the bare system call.
 */
#ifndef WD_REAL_H
#define WD_REAL_H

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "own_files/table.h"
#include "propagation/descriptor.h"
#include "system/bare_call.h"
#include "threads/host_threads.h"

#define EXPORT __attribute__((visibility("default")))

/* `real`, of the functions of a list X(type, name, parameters). */
#define REAL_MEMBER(type, name, parameters) type(*name) parameters;
#define REAL_LOOK_UP(type, name, parameters) *(void **)&real.name = wd_real_look_up(#name);
#define REAL_FUNCTIONS(list)                                    \
    static struct {                                             \
        list(REAL_MEMBER)                                       \
    } real;                                                     \
    __attribute__((constructor(101))) static void look_up(void) \
    {                                                           \
        list(REAL_LOOK_UP)                                      \
    }

/* The real function, or the system call `number`. */
#define REAL(name, number, ...) \
    (real.name ? real.name(__VA_ARGS__) : (__typeof__(real.name(__VA_ARGS__)))syscall(number, __VA_ARGS__))

/* The same for those that libc makes cancellation points (pthreads(7)). Each pays for that, some 50 ns, in a process
 * that has a second thread, which may be no more than the recorder's. */
#define REAL_POINT(name, number, ...) REAL_POINT_AS(name, (__VA_ARGS__), number, __VA_ARGS__)

/* The same, where the system call has other `arguments` than the function. */
#define REAL_POINT_AS(name, arguments, ...)                     \
    (!wd_host_has_one_thread && real.name ? real.name arguments \
                                          : (__typeof__(real.name arguments))WD_BARE_CALL(__VA_ARGS__))

/* What dlsym finds behind this library. In a constructor. */
void *wd_real_look_up(const char *name);

/* The real function of an older version (older.h), looked up when it is called. */
#define REAL_OLDER(name, version) ((__typeof__(real.name))dlvsym(RTLD_NEXT, #name, version))

static inline int word_carries_nothing(uint32_t word)
{
    return __builtin_expect(word == 0, 1) || wd_table != WD_TABLE_HOST;
}

static inline int carries_nothing(int fd)
{
    return word_carries_nothing(wd_descriptor(fd));
}

#endif
