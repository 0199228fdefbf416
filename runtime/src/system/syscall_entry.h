/* SPDX-License-Identifier: Apache-2.0 */
/*
 * syscall_entry.h: libc's syscall(), which the library exports so that it sees the calls come that its threads or
 * samples are in the way of.
 */
#ifndef WD_SYSCALL_ENTRY_H
#define WD_SYSCALL_ENTRY_H

#include "callers/caller.h"

struct wd_futex_call {
    long address, operation, value, timeout, address2, value3;
    struct wd_caller caller;
};

struct mmsghdr;
struct timespec;
struct wd_messages_call {
    int fd, flags;
    struct mmsghdr *messages;
    unsigned count;
    struct timespec *timeout; /* of a receive */
    struct wd_caller caller;
};

/* Called in the place of these; each makes the call itself, and returns what syscall() would. NULL: nobody asks.
 * Atomic. */
extern long (*wd_syscall_close)(long fd);
extern long (*wd_syscall_seccomp)(long operation, long flags, void *filter);
extern long (*wd_syscall_unshare)(long flags);
extern long (*wd_syscall_setns)(long fd, long type);
struct io_uring_params;
extern long (*wd_syscall_io_uring_setup)(long entries, struct io_uring_params *parameters);
extern long (*wd_syscall_io_uring_register)(long fd, long operation, void *argument, long count);
extern long (*wd_syscall_io_uring_enter)(long fd, long submitted, long awaited, long flags, long argument, long size);
extern long (*wd_syscall_recvmmsg)(const struct wd_messages_call *call);
extern long (*wd_syscall_sendmmsg)(const struct wd_messages_call *call);
extern long (*wd_syscall_futex)(const struct wd_futex_call *call);

#endif
