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

#include <stddef.h>
#include <stdint.h>

#include "postgres/names.h"
#include "propagation/statement_text.h"

enum wd_pg_state {
    WD_PG_NEW,          /* waiting for the client's first packet */
    WD_PG_ASKED,        /* it has asked for encryption, and the server answers with one byte */
    WD_PG_TLS,          /* that was yes: the client's first packet comes within TLS */
    WD_PG_READY,        /* the startup packet was seen: messages can be read */
    WD_PG_NOT_POSTGRES, /* the first bytes were something else */
    WD_PG_GSS,          /* GSS encryption was agreed upon */
    WD_PG_CANCEL,       /* a request to cancel another connection's command */
    WD_PG_REPLICATION,  /* a standby's, a backup's */
    WD_PG_LOST,         /* something did not fit */
};

struct wd_pg_command {
    char code;         /* of the message: Q P B E F */
    uint8_t execution; /* it executes something: Q, E, F */
    uint8_t malformed; /* it carried something of ours that is broken */
    uint32_t turn;     /* `asked` before it */
    struct wd_pg_label label;
};

#define WD_PG_NAME 64 /* what PostgreSQL tells names apart by, and the NUL */

/* The framing of one side. */
struct wd_pg_messages {
    uint8_t header[8];
    uint8_t header_length;
    uint32_t left; /* of the payload */
};

struct wd_pg_stream {
    enum wd_pg_state state;
    struct wd_pg_messages client, server;
    uint8_t encrypted; /* TLS was agreed upon */
    uint8_t asked_gss;
    uint8_t copying; /* the server takes the client's data */
    char code;       /* the client's message */

    uint32_t asked;    /* so many of the client's messages are answered in the end by a ReadyForQuery of their own */
    uint32_t answered; /* so many were */

    /* the client's message: names up to a NUL, and the statement's text */
    uint8_t string; /* which one is being read */
    uint8_t kind;   /* Close: of a statement or a portal */
    uint8_t has_kind;
    uint64_t hash[2];
    uint32_t name_length;
    char name[WD_PG_NAME]; /* the first one's beginning, for Close; the startup packet's strings */
    struct wd_statement_text text;
    uint8_t asks_replication; /* startup: the value that is being read says so */

    struct wd_pg_label announced; /* by a Close, for the next Bind */
    struct wd_pg_names statements, portals;
};

/* A new connection; zeroed memory, or a stream that has begun before. */
void wd_pg_stream_begin(struct wd_pg_stream *stream);

/* Bytes that the server sent. */
void wd_pg_stream_server(struct wd_pg_stream *stream, const void *bytes, size_t length);

/* Bytes that the server received. Calls `command` for each complete one. */
void wd_pg_stream_client(struct wd_pg_stream *stream, const void *bytes, size_t length,
                         void (*command)(void *user, const struct wd_pg_command *command), void *user);

/* The server reads on, which it does when it has done all that it has read. */
static inline void wd_pg_stream_reads_on(struct wd_pg_stream *stream)
{
    stream->answered = stream->asked; /* it takes no notice of a Sync within a COPY */
}

/* True where the next client byte would begin a command: not within a message, nor within a COPY. */
int wd_pg_stream_at_boundary(const struct wd_pg_stream *stream);

/* A name as the client's side writes it in a Close (docs/postgresql.md); 0: it is none of ours, -1: it is broken. */
int wd_pg_announcement(const char *name, size_t length, struct wd_pg_label *label);

#endif
