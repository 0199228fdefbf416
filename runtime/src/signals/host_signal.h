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

/* Our signal has come and is no sample: the host has sent it to itself, or another process has. Does what the host
 * has set, in our signal's handler. */
void wd_host_signal_deliver(siginfo_t *info, void *ucontext);

/* Does the calling thread believe that it blocks it? A thread that it begins does as well, and ours always do. */
int wd_host_signal_blocked(void);
void wd_host_signal_set_blocked(int blocked);

/* Does it believe that it ignores it? */
int wd_host_signal_ignored(void);

#endif
