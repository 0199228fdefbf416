/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/engines.h"

/* Perf events (cpu-clock) would give kernel frames, but threads of servers that drop root may not ask for them. */
const struct wd_engine wd_async_engines[] = {
    { .name = "ctimer", .at_ticks = 1, .in_children = 1 },
    { .name = "cpu-clock", .in_children = 1 },
    { .name = "wall", .wall_time = 1 },
    { 0 },
};
