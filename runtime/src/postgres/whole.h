/* SPDX-License-Identifier: Apache-2.0 */
/* whole.h: messages of the client's that are there whole, as most are, are read where they lie. */
#ifndef WD_POSTGRES_WHOLE_H
#define WD_POSTGRES_WHOLE_H

#include "postgres/state.h"

/* Reads the messages that are there whole, up to one that is seldom sent; of a connection that is ready, and where one
 * begins. Calls `command` as wd_pg_stream_client does. Returns their bytes. */
size_t wd_pg_whole_messages(struct wd_pg_stream *s, const uint8_t *bytes, size_t length,
                            void (*command)(void *user, const struct wd_pg_command *command), void *user);

#endif
