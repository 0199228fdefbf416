/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_signal.h: what the host believes of our signal, of which it knows nothing:
 * what it has set for it, and whether it blocks it. Signal-safe.
 */
#ifndef WD_HOST_SIGNAL_H
#define WD_HOST_SIGNAL_H

#include <signal.h>

/* As sigaction on our signal; errors likewise. */
int wd_host_signal_action(const struct sigaction *new, struct sigaction *old);

/* The same in a child that has its parent's memory, or a copy that libc knows nothing of. */
int wd_host_signal_childs_action(const struct sigaction *new, struct sigaction *old);

/* Our signal has come and is no sample: the host has sent it to itself, or another process has. Does what the host
 * has set, in our signal's handler. */
void wd_host_signal_deliver(siginfo_t *info, void *ucontext);

/* Does the calling thread believe that it blocks it? A thread that it begins does as well, and ours always do. What it
 * blocks together with most of its kind is blocked as long as these are: Go's threads change their masks by calls that
 * nobody sees. */
enum wd_blocked { WD_NOT_BLOCKED, WD_BLOCKED, WD_BLOCKED_WITH_OTHERS };
enum wd_blocked wd_host_signal_blocked(void);
void wd_host_signal_set_blocked(enum wd_blocked blocked);

/* Is it, where the kernel tells this mask of the thread? */
int wd_is_blocked_in(enum wd_blocked believed, const sigset_t *mask);

/* The calling thread is the program's first, and has a mask from who has executed the program. */
void wd_host_signal_inherit(void);

/* Does it believe that it ignores it? */
int wd_host_signal_ignored(void);

#endif
