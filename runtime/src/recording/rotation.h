/* SPDX-License-Identifier: Apache-2.0 */
/* rotation.h: what has come is written into files, and each goes on until it is long enough. For the recorder's thread,
 * which has the gate. */
#ifndef WD_ROTATION_H
#define WD_ROTATION_H

#include "options.h"
#include "sampler/engine.h"

/* In the file that has begun and those after it, until it is time to stop, or nothing can be recorded any more. Where
 * the engine is lost, `engine` is another one from then on. */
void wd_rotation_run(struct wd_options *options, const struct wd_engine **engine);

#endif
