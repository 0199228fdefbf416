/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/kernel/engines.h"

#include "sampler/kernel/link.h"

const struct wd_engine wd_kernel_engines[] = {
    { .name = "kernel", .in_children = 1, .kernel_frames = 1, .missing = wd_kernel_link_missing },
    { 0 },
};
