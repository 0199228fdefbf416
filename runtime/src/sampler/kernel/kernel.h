/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel.h: samples at the clock of each CPU, and of waits, which the kernel side
 * (docs/kernel.md) tells threads of; async-profiler takes them in its handler, with
 * timers of its own that never expire.
 */
#ifndef WD_KERNEL_H
#define WD_KERNEL_H

#include "sampler/implementation.h"

extern const struct wd_sampler wd_kernel_sampler;

#endif
