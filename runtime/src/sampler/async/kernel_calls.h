/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel_calls.h: what async-profiler asks the kernel for on the host's threads.
 */
#ifndef WD_KERNEL_CALLS_H
#define WD_KERNEL_CALLS_H

#include <signal.h>

/* When the library is loaded: its bare system calls, and how it unblocks its signal in new threads, are ours from
 * now on. False if it does not make them as expected. */
int wd_kernel_calls_redirect(void *library);

/* Has a thread got no timer because the user has no more (RLIMIT_SIGPENDING)? Any thread. */
int wd_kernel_calls_lack_timers(void);

/* Did a timer of the sampler's send this? In its handler; notes the calling thread's number, which has come with it. */
int wd_kernel_calls_is_timer(const siginfo_t *info);

#endif
