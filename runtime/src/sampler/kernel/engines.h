/* SPDX-License-Identifier: Apache-2.0 */
/* engines.h: the engine of the kernel side. */
#ifndef WD_KERNEL_ENGINES_H
#define WD_KERNEL_ENGINES_H

#include "sampler/engine.h"

/* The last has no name. */
extern const struct wd_engine wd_kernel_engines[];

#endif
