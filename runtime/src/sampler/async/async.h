/* SPDX-License-Identifier: Apache-2.0 */
/*
 * async.h: async-profiler as a sampler (docs/decisions.md, "async-profiler takes the samples").
 */
#ifndef WD_ASYNC_H
#define WD_ASYNC_H

#include "sampler/implementation.h"

extern const struct wd_sampler wd_async_sampler;

/* An event of async-profiler as the source of samples. */
struct wd_async_event {
    const char *name;
    uint64_t interval_ns;
    int own_tables; /* no descriptors of its are on the host's threads, so that ours may leave the host's table */
};

/* Starts, and goes on in another file, with that event in place of the engine's own (implementation.h). */
const char *wd_async_start(const struct wd_recording *recording, const struct wd_async_event *event);
const char *wd_async_rotate(const struct wd_recording *next, const struct wd_async_event *event, int *cut);

#endif
