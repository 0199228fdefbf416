/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream.h: follows one PostgreSQL connection (protocol 3) as two byte streams,
 * seen from the server. Pure: no I/O, no globals, no allocation. Messages may be
 * split and merged at will. What cannot be read (TLS that is not shown decrypted,
 * GSS) or does not fit is said so and never guessed. Of encrypted connections the
 * decrypted bytes are to be given here, and none of the others.
 */
#ifndef WD_POSTGRES_STREAM_H
#define WD_POSTGRES_STREAM_H

#include "postgres/state.h"

/* A new connection; zeroed memory, or a stream that has begun before. */
void wd_pg_stream_begin(struct wd_pg_stream *stream);

/* What follows is within TLS, decrypted. */
static inline void wd_pg_stream_decrypted(struct wd_pg_stream *stream)
{
    if (stream->state == WD_PG_DIRECT) {
        stream->state = WD_PG_TLS;
        stream->encrypted = stream->direct = 1;
    }
}

/* Bytes that the server sent. */
void wd_pg_stream_server(struct wd_pg_stream *stream, const void *bytes, size_t length);

/* Bytes that the server received. Calls `command` for each complete one. */
void wd_pg_stream_client(struct wd_pg_stream *stream, const void *bytes, size_t length,
                         void (*command)(void *user, const struct wd_pg_command *command), void *user);

/* The server reads on, which it does when it has done all that it has read, but for what it reads for. */
static inline void wd_pg_stream_reads_on(struct wd_pg_stream *stream)
{
    if (stream->busy) /* it takes no notice of a Sync within a COPY */
        stream->asked = stream->executing + stream->by_query;
    stream->answered = stream->busy ? stream->executing : stream->asked;
    stream->unsure = 0;
}

/* How many of the client's next bytes are those of one execution: of these at least one, or all. */
size_t wd_pg_stream_piece(const struct wd_pg_stream *stream, const uint8_t *bytes, size_t length);

/* True where the next client byte would begin a command: not within a message, nor while the server is busy. */
int wd_pg_stream_at_boundary(const struct wd_pg_stream *stream);

#endif
