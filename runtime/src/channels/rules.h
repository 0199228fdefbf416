/* SPDX-License-Identifier: Apache-2.0 */
/* rules.h: rules M1 to M8 (docs/messages.md), a protocol that follows all channels. */
#ifndef WD_CHANNELS_RULES_H
#define WD_CHANNELS_RULES_H

#include "crosstalk/stacks.h"
#include "whodunit.h"

/* From now on messages carry contexts: opens the table in the recording directory, and follows the channels that the
 * process has already. `routes`: a file of patterns, or "". After a line on stderr without, where that fails. */
void wd_channels_begin(const char *routes);

/* The same in a virtual machine (rule M8), of the sockets that it accepts and connects from now on. `send_point` is
 * called before a thread sends what is no answer: the thread's context at the call path that leads there. False, after
 * a line on stderr, where that fails. Not signal-safe; once. */
int wd_channels_begin_hosted(whodunit_context (*send_point)(whodunit_context context, const struct wd_caller *caller));

#endif
