/* SPDX-License-Identifier: Apache-2.0 */
#include "tool.h"

#include <stddef.h>

#include "sampler.h"
#include "waits.h"

const struct wd_tool *const wd_tools[] = { &wd_sampler_tool, &wd_waits_tool, NULL };
