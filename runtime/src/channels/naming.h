/* SPDX-License-Identifier: Apache-2.0 */
/* naming.h: rule M4, requests on accepted channels and their names. */
#ifndef WD_CHANNELS_NAMING_H
#define WD_CHANNELS_NAMING_H

#include "channels/calls.h"

/* A request has come, or more of one. */
void wd_request_opens(struct wd_channel *channel, int fd);

/* The context of what an accepted channel has brought under `remote` (the root: from nobody who is recorded): named by
 * what it says, unless `remote` has a name. */
whodunit_context wd_name_request(struct wd_channel *channel, const struct wd_transfer *transfer,
                                 whodunit_context remote, int is_named);

#endif
