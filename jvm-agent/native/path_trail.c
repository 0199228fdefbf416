/* SPDX-License-Identifier: Apache-2.0 */
/* path_trail.c: see path_trail.h. */
#include "path_trail.h"

#define TRAILS_LOG2 7

static struct wd_path_trail trails[1 << TRAILS_LOG2] __attribute__((aligned(64)));

struct wd_path_trail *wd_path_trail_of(const void *thread)
{
    return &trails[((uintptr_t)thread * 0x9E3779B97F4A7C15u) >> (64 - TRAILS_LOG2)];
}
