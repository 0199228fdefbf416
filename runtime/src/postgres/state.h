/* SPDX-License-Identifier: Apache-2.0 */
/* state.h: what is known of one PostgreSQL connection (stream.h). */
#ifndef WD_POSTGRES_STATE_H
#define WD_POSTGRES_STATE_H

#include "postgres/framing.h"
#include "postgres/names.h"
#include "propagation/statement_text.h"

enum wd_pg_state {
    WD_PG_NEW,          /* waiting for the client's first packet */
    WD_PG_ASKED,        /* it has asked for encryption, and the server answers with one byte */
    WD_PG_TLS,          /* that was yes: the client's first packet comes within TLS */
    WD_PG_DIRECT,       /* its first bytes are TLS's own, as are other protocols' */
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
    uint8_t unsure;    /* what comes before it may have no answer of its own, so its turn is the first that it can be */
    uint32_t turn;     /* `asked` before it */
    struct wd_pg_label label;
};

#define WD_PG_NAME 64 /* what PostgreSQL tells names apart by, and the NUL */

struct wd_pg_stream {
    enum wd_pg_state state;
    struct wd_pg_messages client, server;
    uint8_t encrypted; /* within TLS */
    uint8_t direct;    /* which was not asked for */
    uint8_t asked_gss;
    uint8_t busy; /* the server reads, but is not done: it takes the client's data, or its password */
    char code;    /* the client's message */

    uint32_t asked;     /* so many of the client's messages are answered in the end by a ReadyForQuery of their own */
    uint32_t answered;  /* so many were */
    uint32_t executing; /* the last execution's turn, or the startup's */
    uint8_t by_query;   /* it is answered by a ReadyForQuery of its own */
    uint8_t unsynced;   /* messages have come since that a failure passes over up to the next Sync */
    uint8_t unsure;     /* from this turn on: which of what was received at once is answered is not known */
    uint32_t unsure_from;

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

#endif
