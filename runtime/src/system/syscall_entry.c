/* SPDX-License-Identifier: Apache-2.0 */
#include "system/syscall_entry.h"

#include <stddef.h>
#include <sys/syscall.h>

#include "system/bare_call.h"

#define ASKS(function) __atomic_load_n(&(function), __ATOMIC_ACQUIRE)

long (*wd_syscall_close)(long fd);
long (*wd_syscall_seccomp)(long operation, long flags, void *filter);
long (*wd_syscall_unshare)(long flags);
long (*wd_syscall_setns)(long fd, long type);
long (*wd_syscall_io_uring_setup)(long entries, struct io_uring_params *parameters);
long (*wd_syscall_io_uring_register)(long fd, long operation, void *argument, long count);
long (*wd_syscall_io_uring_enter)(long fd, long submitted, long awaited, long flags, long argument, long size);
long (*wd_syscall_recvmmsg)(const struct wd_messages_call *call);
long (*wd_syscall_sendmmsg)(const struct wd_messages_call *call);
long (*wd_syscall_futex)(const struct wd_futex_call *call);

/* Its callers pass as many arguments as the call has; what lies in the place of the others is passed on, as libc does.
 * Programs make futex calls by it: these come first. */
__attribute__((visibility("default"))) long entry(long number, long a, long b, long c, long d, long e,
                                                  long f) __asm__("syscall");

long entry(long number, long a, long b, long c, long d, long e, long f)
{
    if (number == SYS_futex && ASKS(wd_syscall_futex)) {
        struct wd_futex_call futex = { a, b, c, d, e, f, WD_CALLER() };
        return ASKS(wd_syscall_futex)(&futex);
    }
    long (*moves)(const struct wd_messages_call *call) = number == SYS_recvmmsg   ? ASKS(wd_syscall_recvmmsg)
                                                         : number == SYS_sendmmsg ? ASKS(wd_syscall_sendmmsg)
                                                                                  : NULL;
    if (moves) {
        struct wd_messages_call call = { (int)a,     (int)d, (struct mmsghdr *)b, (unsigned)c, (struct timespec *)e,
                                         WD_CALLER() };
        return moves(&call);
    }
    if (number == SYS_close && ASKS(wd_syscall_close))
        return ASKS(wd_syscall_close)(a);
    if (number == SYS_seccomp && ASKS(wd_syscall_seccomp))
        return ASKS(wd_syscall_seccomp)(a, b, (void *)c);
    if (number == SYS_unshare && ASKS(wd_syscall_unshare))
        return ASKS(wd_syscall_unshare)(a);
    if (number == SYS_setns && ASKS(wd_syscall_setns))
        return ASKS(wd_syscall_setns)(a, b);
    if (number == SYS_io_uring_enter && ASKS(wd_syscall_io_uring_enter))
        return ASKS(wd_syscall_io_uring_enter)(a, b, c, d, e, f);
    if (number == SYS_io_uring_setup && ASKS(wd_syscall_io_uring_setup))
        return ASKS(wd_syscall_io_uring_setup)(a, (struct io_uring_params *)b);
    if (number == SYS_io_uring_register && ASKS(wd_syscall_io_uring_register))
        return ASKS(wd_syscall_io_uring_register)(a, b, (void *)c, d);
    return wd_bare_call(number, a, b, c, d, e, f);
}
