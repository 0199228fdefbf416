/* SPDX-License-Identifier: Apache-2.0 */
/* raw.h: system calls that are seen by nobody, leave errno as it is and are no cancellation points. */
#ifndef WD_FLOWS_RAW_H
#define WD_FLOWS_RAW_H

#include <stddef.h>
#include <sys/syscall.h>

/* The kernel's answer: below 0 an error's number. */
static inline long wd_raw_call(long number, long a, long b, long c, long d)
{
    long result;
    register long r10 __asm__("r10") = d;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
    return result;
}

#endif
