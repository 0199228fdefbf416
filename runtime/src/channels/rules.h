/* SPDX-License-Identifier: Apache-2.0 */
/* rules.h: rules M1 to M7 (docs/messages.md), a protocol that follows all channels. */
#ifndef WD_CHANNELS_RULES_H
#define WD_CHANNELS_RULES_H

/* From now on messages carry contexts: opens the table in the recording directory, and follows the channels that the
 * process has already. `routes`: a file of patterns, or "". After a line on stderr without, where that fails. */
void wd_channels_begin(const char *routes);

#endif
