/* SPDX-License-Identifier: Apache-2.0 */
/* engine_choice.h: which engine takes the samples, where the one that was asked for cannot. */
#ifndef WD_ENGINE_CHOICE_H
#define WD_ENGINE_CHOICE_H

#include "options.h"
#include "sampler/engine.h"

/* If the engine that the options name cannot be used here, says so in one line and names the default one instead. To
 * be called before a sampler is loaded for it; wd_recorder_start does. */
void wd_engine_choose(struct wd_options *options);

/* The one that the options name, with an interval at which it can sample; NULL if there is none. */
const struct wd_engine *wd_engine_of(struct wd_options *options);

/* The default one instead of `lost`, which the options name from now on. Says so. */
const struct wd_engine *wd_engine_instead(const struct wd_engine *lost, const char *why, struct wd_options *options);

#endif
