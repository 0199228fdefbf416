/* SPDX-License-Identifier: Apache-2.0 */
/* naming.h: rule M4, requests on accepted channels and their names. */
#ifndef WD_CHANNELS_NAMING_H
#define WD_CHANNELS_NAMING_H

#include "channels/calls.h"

/* A request has come, or more of one. */
void wd_request_opens(struct wd_channel *channel, int fd);

/* Of a request that is open: what was received last begins so; more of its head; its name by that, below `remote`. */
void wd_request_keep_first(struct wd_channel *channel, const void *bytes, size_t n);
void wd_request_keep(struct wd_channel *channel, const void *bytes, size_t n);
void wd_request_name_by_head(struct wd_channel *channel, whodunit_context remote);

/* The context of what an accepted channel has brought under `remote` (the root: from nobody who is recorded): named by
 * what it says, unless `remote` has a name. */
whodunit_context wd_name_request(struct wd_channel *channel, const struct wd_transfer *transfer,
                                 whodunit_context remote, int has_name);

#endif
