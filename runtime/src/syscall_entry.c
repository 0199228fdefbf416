/* SPDX-License-Identifier: Apache-2.0 */
#include "syscall_entry.h"

#include <errno.h>
#include <sys/syscall.h>

#define ASKS(function) __atomic_load_n(&(function), __ATOMIC_ACQUIRE)

long (*wd_syscall_seccomp)(long operation, long flags, void *filter);
long (*wd_syscall_unshare)(long flags);
long (*wd_syscall_setns)(long fd, long type);

long wd_syscall_bare(long number, long a, long b, long c, long d, long e, long f)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    if ((unsigned long)result <= -4096ul)
        return result;
    errno = (int)-result;
    return -1;
}

/* Its callers pass as many arguments as the call has; what lies in the place of the others is passed on, as libc does.
 * Programs make futex calls by it: these cost some comparisons. */
__attribute__((visibility("default"))) long entry(long number, long a, long b, long c, long d, long e,
                                                  long f) __asm__("syscall");

long entry(long number, long a, long b, long c, long d, long e, long f)
{
    if (number == SYS_seccomp && ASKS(wd_syscall_seccomp))
        return ASKS(wd_syscall_seccomp)(a, b, (void *)c);
    if (number == SYS_unshare && ASKS(wd_syscall_unshare))
        return ASKS(wd_syscall_unshare)(a);
    if (number == SYS_setns && ASKS(wd_syscall_setns))
        return ASKS(wd_syscall_setns)(a, b);
    return wd_syscall_bare(number, a, b, c, d, e, f);
}
