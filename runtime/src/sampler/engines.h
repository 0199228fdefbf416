/* SPDX-License-Identifier: Apache-2.0 */
/*
 * engines.h: the engines that the samplers offer.
 */
#ifndef WD_ENGINES_H
#define WD_ENGINES_H

#include <stddef.h>
#include <stdint.h>

#include "sampler/engine.h"

/* NULL if no sampler offers one of that name. */
const struct wd_engine *wd_engine_find(const char *name);

/* The engine that is used when none is asked for. */
const struct wd_engine *wd_engine_default(void);

/* "a, b or c", for messages: cut to `size` bytes with the NUL. */
void wd_engine_names(char *out, size_t size);

/* The shortest interval in ns at which the engine samples a thread; at most what
 * the option can ask for. */
uint64_t wd_engine_shortest_ns(const struct wd_engine *engine);

#endif
