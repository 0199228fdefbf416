/* SPDX-License-Identifier: Apache-2.0 */
/* engines.h: the engines of async-profiler. */
#ifndef WD_ASYNC_ENGINES_H
#define WD_ASYNC_ENGINES_H

#include "sampler/engine.h"

/* The first is the one with the lowest overhead; the last has no name. */
extern const struct wd_engine wd_async_engines[];

#endif
