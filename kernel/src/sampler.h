/* SPDX-License-Identifier: Apache-2.0 */
/* sampler.h: samples of the CPUs and of waits (sampler.bpf.c). */
#ifndef WD_KERNEL_SAMPLER_H
#define WD_KERNEL_SAMPLER_H

#include "tool.h"

extern const struct wd_tool wd_sampler_tool;

#endif
