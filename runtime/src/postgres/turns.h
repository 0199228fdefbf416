/* SPDX-License-Identifier: Apache-2.0 */
/*
 * turns.h: the commands of a connection, one behind another. What comes up to a
 * ReadyForQuery is one turn; what was received with commands that come before it
 * is put off until these are answered. Pure but for who has arrived with it.
 */
#ifndef WD_POSTGRES_TURNS_H
#define WD_POSTGRES_TURNS_H

#include "postgres/stream.h"
#include "propagation/propagation.h"

/* What was received with commands that come before it. */
struct wd_pg_later {
    uint32_t turn;
    whodunit_context context;
    char code;
    uint8_t several; /* contexts, which cannot be told apart */
};

#define WD_PG_LATER 64 /* the last one stands for further ones */

/* A stream and what we do with it. What each command needs lies together. */
struct wd_pg_served {
    uint32_t turn;            /* the last one in the bytes that are being read */
    struct wd_pg_label label; /* in that turn */
    uint8_t bare;             /* something without one is executed in it */
    uint8_t several;          /* its commands have several contexts */
    uint8_t mixed;            /* so it was in these bytes: that is counted once */
    uint32_t begun, received; /* of the later ones */
    whodunit_context arrived; /* with them: wd_propagation_arrived */
    struct wd_pg_stream stream;
    struct wd_pg_later later[WD_PG_LATER];
};

/* A new connection; zeroed memory, or one that has begun before. */
void wd_pg_turns_begin(struct wd_pg_served *served);

/* The server reads on: it has done all that it has read. */
void wd_pg_turns_read_on(struct wd_pg_served *served);

static inline void wd_pg_turn_begin(struct wd_pg_served *s, uint32_t turn)
{
    s->turn = turn;
    s->label.synopsis = 0;
    s->bare = s->several = 0;
}

/* A command has come. True: its turn has several contexts. What belongs to one turn and is received at once is worked
 * off message by message, which nobody sees: none of them stands for it. */
static inline int wd_pg_turn_takes(struct wd_pg_served *s, const struct wd_pg_command *command)
{
    const struct wd_pg_label *label = &command->label;
    if (s->turn != command->turn)
        wd_pg_turn_begin(s, command->turn);
    if (!label->synopsis) {
        s->several |= command->execution && s->label.synopsis;
        s->bare |= command->execution;
    } else {
        s->several |=
            s->bare || (s->label.synopsis && (s->label.synopsis != label->synopsis || s->label.uid != label->uid));
        s->label = *label;
    }
    s->several |= command->unsure;
    return s->several;
}

/* It begins when the server has answered what comes before it. True: contexts cannot be told apart there. */
int wd_pg_turn_put_off(struct wd_pg_served *served, const struct wd_pg_command *command, whodunit_context context);

/* The next one that was put off and whose turn has come, once; NULL: there is none. */
const struct wd_pg_later *wd_pg_turn_next(struct wd_pg_served *served);

#endif
