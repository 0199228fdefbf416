/* SPDX-License-Identifier: Apache-2.0 */
/*
 * syscall_entry.h: libc's syscall(), which the library exports so that it sees a filter of system calls come.
 */
#ifndef WD_SYSCALL_ENTRY_H
#define WD_SYSCALL_ENTRY_H

/* Called for seccomp() in its place; it makes the call by the following. NULL: nobody asks. Atomic. */
extern long (*wd_syscall_seccomp)(long operation, long flags, void *filter);

/* The bare system call, as libc's syscall(). Signal-safe. */
long wd_syscall_bare(long number, long a, long b, long c, long d, long e, long f);

#endif
