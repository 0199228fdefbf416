/* SPDX-License-Identifier: Apache-2.0 */
/*
 * async.h: async-profiler as a sampler (docs/decisions.md, "async-profiler takes the samples").
 */
#ifndef WD_ASYNC_H
#define WD_ASYNC_H

#include "sampler/implementation.h"

extern const struct wd_sampler wd_async_sampler;

#endif
