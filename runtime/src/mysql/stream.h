/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream.h: follows one MySQL/MariaDB connection as two byte streams, seen
 * from the server. Pure: no I/O, no globals. Packets may be split and merged
 * at will. What cannot be read (TLS, compression) or does not fit is said so
 * and never guessed.
 */
#ifndef WD_MYSQL_STREAM_H
#define WD_MYSQL_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "commands.h"
#include "propagation/proxy_header.h"
#include "propagation/statement_text.h"
#include "statements.h"

enum wd_stream_state {
    WD_STREAM_NEW,        /* waiting for the server's greeting */
    WD_STREAM_AUTH,       /* until the server accepts the client */
    WD_STREAM_READY,      /* commands can be read */
    WD_STREAM_NOT_MYSQL,  /* the first bytes were no greeting */
    WD_STREAM_TLS,        /* the client asked for TLS */
    WD_STREAM_COMPRESSED, /* compression was negotiated */
    WD_STREAM_LOST,       /* something did not fit */
};

#define WD_STREAM_PENDING 64 /* pipelined commands */

struct wd_packets {
    uint8_t header[4];
    uint8_t header_length;
    uint8_t sequence;      /* of the packet that is being read, or was last */
    uint8_t seen;          /* any packet was seen */
    uint32_t length, done; /* payload of the packet */
};

struct wd_stream {
    enum wd_stream_state state;
    struct wd_proxy_header proxy; /* in front of the client's first packet */
    struct wd_packets client, server;
    uint32_t server_capabilities;
    uint32_t capabilities; /* of both sides */
    uint8_t compress;
    uint8_t last_sequence;            /* of either side */
    uint8_t server_spoke;             /* since the last client packet */
    uint8_t in_command;               /* the client packet belongs to a command's payload */
    uint8_t continues;                /* the next client packet continues it (16 MiB) */
    struct wd_statement_text command; /* what the client's packet, or the greeting, says */
    uint8_t server_head[12];
    struct pending {
        uint8_t code, first_sequence;
        uint32_t synopsis;
        uint64_t uid;
    } pending[WD_STREAM_PENDING];
    uint32_t pending_first, pending_count;
    uint8_t response_fresh; /* nothing of the oldest pending command's response was seen */
    struct wd_statements statements;
};

/* A new connection; zeroed memory, or a stream that has begun before. */
void wd_stream_begin(struct wd_stream *stream);

/* Bytes that the server sent. */
void wd_stream_server(struct wd_stream *stream, const void *bytes, size_t length);

/* Bytes that the server received. Calls `command` for each complete command. */
void wd_stream_client(struct wd_stream *stream, const void *bytes, size_t length,
                      void (*command)(void *user, const struct wd_command *command), void *user);

/* True where the next client byte would begin a command. */
int wd_stream_at_boundary(const struct wd_stream *stream);

#endif
