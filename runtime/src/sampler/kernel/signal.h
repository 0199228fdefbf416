/* SPDX-License-Identifier: Apache-2.0 */
/*
 * signal.h: what the kernel side sends with our signal (whodunit_kernel.h). All
 * functions are signal-safe.
 */
#ifndef WD_KERNEL_SIGNAL_H
#define WD_KERNEL_SIGNAL_H

#include <signal.h>
#include <stdint.h>

#include "sampler/hooks.h"

/* Has the kernel side sent it? Fills *origin then, and sees to it that the thread's number is known. */
int wd_kernel_signal_is(const siginfo_t *info, struct wd_sample_origin *origin);

/* Does the origin say anything that is to be kept? */
static inline int wd_kernel_signal_says(const struct wd_sample_origin *origin)
{
    return origin->kernel_stack || origin->waited_ns;
}

/* How many ticks and waits this process was told of, and has taken. */
uint64_t wd_kernel_signal_sampled(void);

/* In a forked child: that was the parent. */
void wd_kernel_signal_forked(void);

#endif
