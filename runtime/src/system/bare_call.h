/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bare_call.h: a system call in the place of libc's function of that name: its result, with errno, but no point at
 * which the calling thread can be cancelled. Signal-safe.
 */
#ifndef WD_BARE_CALL_H
#define WD_BARE_CALL_H

#include <errno.h>

static inline long wd_bare_call(long number, long a, long b, long c, long d, long e, long f)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    if (__builtin_expect((unsigned long)result <= -4096ul, 1))
        return result;
    errno = (int)-result;
    return -1;
}

/* WD_BARE_CALL(number, ...): the same, of up to six arguments, pointers or numbers. */
#define WD_BARE_CALL(...) \
    WD_BARE_CALL_OF(__VA_ARGS__, WD_BARE_6, WD_BARE_5, WD_BARE_4, WD_BARE_3, WD_BARE_2, WD_BARE_1)(__VA_ARGS__)
#define WD_BARE_CALL_OF(number, a, b, c, d, e, f, call, ...) call
#define WD_BARE_1(number, a) wd_bare_call(number, (long)(a), 0, 0, 0, 0, 0)
#define WD_BARE_2(number, a, b) wd_bare_call(number, (long)(a), (long)(b), 0, 0, 0, 0)
#define WD_BARE_3(number, a, b, c) wd_bare_call(number, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define WD_BARE_4(number, a, b, c, d) wd_bare_call(number, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define WD_BARE_5(number, a, b, c, d, e) wd_bare_call(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)
#define WD_BARE_6(number, a, b, c, d, e, f) \
    wd_bare_call(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

#endif
