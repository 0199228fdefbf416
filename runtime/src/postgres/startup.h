/* SPDX-License-Identifier: Apache-2.0 */
/*
 * startup.h: a client's packets in front of its first message: a request for
 * encryption, one to cancel, the startup packet itself.
 */
#ifndef WD_POSTGRES_STARTUP_H
#define WD_POSTGRES_STARTUP_H

#include "postgres/state.h"

/* What a connection is whose first packet is none of PostgreSQL's. */
static inline enum wd_pg_state wd_pg_startup_is_none(const struct wd_pg_stream *stream)
{
    return stream->encrypted && !stream->direct ? WD_PG_LOST : WD_PG_NOT_POSTGRES;
}

/* The first 8 bytes of a packet were read. */
void wd_pg_startup_begin(struct wd_pg_stream *stream, uint32_t length, uint32_t code);

/* The next bytes of the startup packet, whose parameters are strings. */
void wd_pg_startup_parameters(struct wd_pg_stream *stream, const uint8_t *bytes, size_t n);

#endif
