/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/kernel/engines.h"

const struct wd_engine wd_kernel_engines[] = {
    { .name = "kernel", .in_children = 1, .kernel_frames = 1 },
    { 0 },
};
