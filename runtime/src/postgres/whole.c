/* SPDX-License-Identifier: Apache-2.0 */
#include "postgres/whole.h"

#include <string.h>

#include "postgres/framing.h"
#include "postgres/messages.h"

/* What is left of a message. */
struct rest {
    const uint8_t *at, *end;
};

/* The next string's end: a NUL, or that of the message. What follows it is left. */
static inline const uint8_t *pass_string(struct rest *rest)
{
    const uint8_t *end = memchr(rest->at, 0, (size_t)(rest->end - rest->at));
    rest->at = end ? end + 1 : rest->end;
    return end ? end : rest->end;
}

static uint64_t pass_name(struct rest *rest)
{
    const uint8_t *name = rest->at;
    size_t length = (size_t)(pass_string(rest) - name);
    return wd_pg_hash(WD_PG_NO_NAME, name, length < WD_PG_NAME ? length : WD_PG_NAME - 1);
}

static inline enum wd_comment find_comment(struct rest *rest, struct wd_pg_command *c)
{
    const char *text = (const char *)rest->at;
    size_t length = (size_t)((const char *)pass_string(rest) - text);
    return wd_statement_comment(text, length, &c->label.uid, &c->label.synopsis);
}

/* Names say something only where one of them has had a label. */
static inline int has_labels(const struct wd_pg_stream *s)
{
    return s->statements.count || s->portals.count || s->announced.synopsis;
}

static inline void read_bind(struct wd_pg_stream *s, struct rest *rest, struct wd_pg_command *c)
{
    if (has_labels(s)) {
        uint64_t portal = pass_name(rest);
        wd_pg_bind(s, portal, pass_name(rest), c);
    }
}

static inline void read_execute(struct wd_pg_stream *s, struct rest *rest, struct wd_pg_command *c)
{
    wd_pg_begin_execution(s, c, 0);
    if (has_labels(s))
        c->label = wd_pg_names_get(&s->portals, pass_name(rest));
}

static inline void read_parse(struct wd_pg_stream *s, struct rest *rest, struct wd_pg_command *c)
{
    struct rest name = *rest;
    pass_string(rest);
    wd_pg_take_comment(c, find_comment(rest, c));
    if (s->statements.count || c->label.synopsis)
        wd_pg_names_set(&s->statements, pass_name(&name), &c->label);
}

static inline void read_query(struct wd_pg_stream *s, struct rest *rest, struct wd_pg_command *c)
{
    wd_pg_end_turn_by_query(s, c);
    wd_pg_take_comment(c, find_comment(rest, c));
}

/* It is told of only if it carries something of ours that is broken. */
static inline void read_close(struct wd_pg_stream *s, struct rest *rest, struct wd_pg_command *c)
{
    uint8_t kind = rest->at < rest->end ? *rest->at++ : 0;
    const char *name = (const char *)rest->at;
    struct rest unread = *rest;
    size_t length = (size_t)((const char *)pass_string(&unread) - name);
    int announced = 0;
    if (kind == 'S' && name + length < (const char *)rest->end)
        announced = wd_pg_announcement(name, length < WD_PG_NAME ? length : WD_PG_NAME - 1, &s->announced);
    wd_pg_close(s, kind, announced ? 0 : pass_name(rest), announced, c);
}

/* True: it is to be told of. */
static inline int read_message(struct wd_pg_stream *s, uint8_t code, struct rest *rest, struct wd_pg_command *c)
{
    if (code == 'Q') { /* of many clients all are */
        wd_pg_begin_command(s, c, 'Q');
        read_query(s, rest, c);
        return 1;
    }
    if (code == 'S')
        wd_pg_end_turn(s);
    else if (code == 'd')
        wd_pg_data_arrives(s);
    if (code == 'S' || code == 'd' || code == 'H')
        return 0;
    s->unsynced = 1;
    if (code == 'D')
        return 0;
    wd_pg_begin_command(s, c, (char)code);
    switch (code) {
    case 'B': read_bind(s, rest, c); return 1;
    case 'E': read_execute(s, rest, c); return 1;
    case 'P': read_parse(s, rest, c); return 1;
    default: read_close(s, rest, c); return c->malformed;
    }
}

/* Its size behind the letter, read once: the host may change its buffer meanwhile. 0: it is not there whole, or is one
 * that is seldom sent. */
static inline uint32_t size_of(const uint8_t *bytes, size_t length)
{
    static const uint64_t read = WD_PG_LETTER('B') | WD_PG_LETTER('E') | WD_PG_LETTER('P') | WD_PG_LETTER('Q') |
                                 WD_PG_LETTER('C') | WD_PG_LETTER('S') | WD_PG_LETTER('D') | WD_PG_LETTER('H') |
                                 WD_PG_LETTER('d');
    if (length < 5 || !wd_pg_is_one_of(read, (char)*bytes))
        return 0;
    uint32_t size = wd_pg_number(bytes + 1);
    return size >= 4 && size <= WD_PG_LONGEST && size < length ? size : 0;
}

size_t wd_pg_whole_messages(struct wd_pg_stream *s, const uint8_t *bytes, size_t length,
                            void (*command)(void *user, const struct wd_pg_command *command), void *user)
{
    const uint8_t *at = bytes, *end = bytes + length;
    uint32_t size;
    while ((size = size_of(at, (size_t)(end - at)))) {
        struct rest rest = { at + 5, at + 1 + size };
        uint8_t code = *at;
        at = rest.end;
        struct wd_pg_command c;
        if (read_message(s, code, &rest, &c))
            command(user, &c);
    }
    return (size_t)(at - bytes);
}
