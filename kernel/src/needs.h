/* SPDX-License-Identifier: Apache-2.0 */
/* needs.h: what the kernel, and who we are, must offer; looked at before anything is loaded. */
#ifndef WD_KERNEL_NEEDS_H
#define WD_KERNEL_NEEDS_H

#include "tool.h"

/* What is missing for the tools that are wanted, and how to get it: one line, or NULL. Lives until the next call. */
const char *wd_kernel_missing(const struct wd_kernel_options *options);

#endif
