/* SPDX-License-Identifier: Apache-2.0 */
/* waits.h: every interval in which a thread of a recorded process does not run (waits.bpf.c), into a file. */
#ifndef WD_KERNEL_WAITS_H
#define WD_KERNEL_WAITS_H

#include "tool.h"

extern const struct wd_tool wd_waits_tool;

#endif
