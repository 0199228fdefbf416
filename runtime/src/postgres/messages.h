/* SPDX-License-Identifier: Apache-2.0 */
/* messages.h: what each message of the client's does to what is known of its connection, once it is there. */
#ifndef WD_POSTGRES_MESSAGES_H
#define WD_POSTGRES_MESSAGES_H

#include "postgres/state.h"
#include "propagation/sql_comment.h"

#define WD_PG_NO_NAME 0xcbf29ce484222325u /* the hash of nothing */

/* A name's next bytes; no more than PostgreSQL tells names apart by are to be given. */
static inline uint64_t wd_pg_hash(uint64_t hash, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

/* A command of which nothing is known but the message's letter. */
static inline void wd_pg_begin_command(const struct wd_pg_stream *s, struct wd_pg_command *c, char code)
{
    *c = (struct wd_pg_command){ .code = code, .unsure = s->unsure, .turn = s->unsure ? s->unsure_from : s->asked };
}

static inline void wd_pg_end_turn(struct wd_pg_stream *s)
{
    s->asked++;
    s->announced.synopsis = 0;
    s->unsynced = 0;
}

static inline void wd_pg_begin_execution(struct wd_pg_stream *s, struct wd_pg_command *c, int by_query)
{
    c->execution = 1;
    s->executing = s->asked;
    s->by_query = (uint8_t)by_query;
}

static inline void wd_pg_become_unsure(struct wd_pg_stream *s)
{
    if (!s->unsure)
        s->unsure_from = s->executing + 1;
    s->unsure = 1;
}

/* A Query or a FunctionCall. Behind what has failed, without a Sync, the server passes over it and does not answer. */
static inline void wd_pg_end_turn_by_query(struct wd_pg_stream *s, struct wd_pg_command *c)
{
    wd_pg_begin_execution(s, c, 1);
    if (s->unsynced)
        wd_pg_become_unsure(s);
    wd_pg_end_turn(s);
}

/* COPY's. Of a Sync in front of it, that came with the COPY, the server takes no notice unless the COPY has failed. */
static inline void wd_pg_data_arrives(struct wd_pg_stream *s)
{
    if (s->asked != s->executing + s->by_query && (int32_t)(s->executing - s->answered) >= 0)
        wd_pg_become_unsure(s);
}

/* What was found in the text of a Query or a Parse. */
static inline void wd_pg_take_comment(struct wd_pg_command *c, enum wd_comment found)
{
    c->malformed = found == WD_COMMENT_MALFORMED;
    if (found != WD_COMMENT_FOUND)
        c->label = (struct wd_pg_label){ 0 };
}

/* By the hashes of a Bind's names. */
static inline void wd_pg_bind(struct wd_pg_stream *s, uint64_t portal, uint64_t statement, struct wd_pg_command *c)
{
    c->label = s->announced;
    if (!c->label.synopsis) {
        c->label = wd_pg_names_get(&s->statements, statement);
        c->label.guessed = c->label.synopsis && statement != WD_PG_NO_NAME;
    }
    s->announced = (struct wd_pg_label){ 0 };
    wd_pg_names_set(&s->portals, portal, &c->label);
}

/* A Close of a statement ('S') or of a portal ('P'). `announced`: what wd_pg_announcement says of its name. */
static inline void wd_pg_close(struct wd_pg_stream *s, uint8_t kind, uint64_t name, int announced,
                               struct wd_pg_command *c)
{
    struct wd_pg_label none = { 0 };
    if (announced < 0) {
        s->announced = none;
        c->malformed = 1;
    } else if (!announced && (kind == 'S' || kind == 'P')) {
        wd_pg_names_set(kind == 'P' ? &s->portals : &s->statements, name, &none);
    }
}

/* A name as the client's side writes it in a Close (docs/postgresql.md); 0: it is none of ours, -1: it is broken. */
int wd_pg_announcement(const char *name, size_t length, struct wd_pg_label *label);

#endif
