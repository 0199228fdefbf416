/* SPDX-License-Identifier: Apache-2.0 */
#include "postgres/stream.h"

#include <string.h>

#include "postgres/framing.h"
#include "postgres/messages.h"
#include "postgres/startup.h"
#include "postgres/whole.h"

#define TLS_HANDSHAKE 22

void wd_pg_stream_begin(struct wd_pg_stream *s)
{
    /* the tables are big, and their places need no clearing */
    memset(s, 0, offsetof(struct wd_pg_stream, statements));
    wd_pg_names_clear(&s->statements);
    wd_pg_names_clear(&s->portals);
}

static const uint64_t from_client = WD_PG_LETTER('Q') | WD_PG_LETTER('P') | WD_PG_LETTER('B') | WD_PG_LETTER('E') |
                                    WD_PG_LETTER('F') | WD_PG_LETTER('D') | WD_PG_LETTER('C') | WD_PG_LETTER('S') |
                                    WD_PG_LETTER('H') | WD_PG_LETTER('X') | WD_PG_LETTER('d') | WD_PG_LETTER('c') |
                                    WD_PG_LETTER('f') | WD_PG_LETTER('p');

/* The names in front of the statement's text, or before what is not looked at. */
static unsigned names_in(char code)
{
    switch (code) {
    case 'P':
    case 'E':
    case 'C': return 1;
    case 'B': return 2;
    default: return 0;
    }
}

static void take_name(struct wd_pg_stream *s, const uint8_t *bytes, size_t n)
{
    size_t most = WD_PG_NAME - 1 - s->name_length;
    if (n > most)
        n = most;
    s->hash[s->string] = wd_pg_hash(s->hash[s->string], bytes, n);
    memcpy(s->name + s->name_length, bytes, n);
    s->name_length += (uint32_t)n;
}

/* A statement's text need not be kept if its message ends with these bytes: it is looked at before they are gone. */
static void take_text(struct wd_pg_stream *s, const uint8_t *bytes, size_t n, int ends)
{
    if (ends && s->text.length == 0)
        wd_statement_text_whole(&s->text, bytes, n);
    else
        wd_statement_text_add(&s->text, bytes, n);
}

/* `ends`: the message does, with these bytes. */
static void take_payload(struct wd_pg_stream *s, const uint8_t *bytes, size_t n, int ends)
{
    if (s->code == 0) {
        wd_pg_startup_parameters(s, bytes, n);
        return;
    }
    if (s->code == 'C' && !s->has_kind && n > 0) {
        s->kind = *bytes++;
        s->has_kind = 1;
        n--;
    }
    unsigned names = names_in(s->code);
    int has_text = s->code == 'Q' || s->code == 'P';
    while (n > 0 && s->string < names + (unsigned)has_text) {
        const uint8_t *nul = memchr(bytes, 0, n);
        size_t piece = nul ? (size_t)(nul - bytes) : n;
        if (s->string < names)
            take_name(s, bytes, piece);
        else
            take_text(s, bytes, piece, ends);
        if (!nul)
            return;
        if (s->string < names)
            s->name[s->name_length] = 0;
        s->string++;
        s->name_length = 0;
        bytes += piece + 1;
        n -= piece + 1;
    }
}

static void begin_message(struct wd_pg_stream *s, const uint8_t *header)
{
    uint32_t length = wd_pg_number(header + 1);
    s->code = (char)header[0];
    if (!wd_pg_is_one_of(from_client, s->code) || length < 4 || length > WD_PG_LONGEST) {
        s->state = WD_PG_LOST;
        return;
    }
    s->client.left = length - 4;
    s->string = s->kind = s->has_kind = 0;
    s->hash[0] = s->hash[1] = WD_PG_NO_NAME;
    s->name_length = 0;
    wd_statement_text_clear(&s->text);
}

static void find_comment(const struct wd_pg_stream *s, struct wd_pg_command *c)
{
    wd_pg_take_comment(c, wd_statement_text_comment(&s->text, 0, &c->label.uid, &c->label.synopsis));
}

static void read_close(struct wd_pg_stream *s, struct wd_pg_command *c)
{
    int named = s->kind == 'S' && s->string == 1;
    wd_pg_close(s, s->kind, s->hash[0], named ? wd_pg_announcement(s->name, strlen(s->name), &s->announced) : 0, c);
}

/* False: nothing that is done for a context of its own. */
static int finish_message(struct wd_pg_stream *s, struct wd_pg_command *c)
{
    wd_pg_begin_command(s, c, s->code);
    s->unsynced |= s->code == 'P' || s->code == 'B' || s->code == 'E' || s->code == 'C' || s->code == 'D';
    switch (s->code) {
    case 'Q':
        wd_pg_end_turn_by_query(s, c);
        find_comment(s, c);
        return 1;
    case 'P':
        find_comment(s, c);
        wd_pg_names_set(&s->statements, s->hash[0], &c->label);
        return 1;
    case 'B': wd_pg_bind(s, s->hash[0], s->hash[1], c); return 1;
    case 'E':
        wd_pg_begin_execution(s, c, 0);
        c->label = wd_pg_names_get(&s->portals, s->hash[0]);
        return 1;
    case 'F': wd_pg_end_turn_by_query(s, c); return 1;
    case 'C': read_close(s, c); return c->malformed;
    case 'S': wd_pg_end_turn(s); return 0;
    case 'd': wd_pg_data_arrives(s); return 0;
    case 'c':
    case 'f':
        wd_pg_data_arrives(s);
        s->busy = 0;
        return 0;
    default: return 0;
    }
}

static int is_followed(const struct wd_pg_stream *s)
{
    return s->state == WD_PG_NEW || s->state == WD_PG_TLS || s->state == WD_PG_READY;
}

/* False while the header is incomplete, or if nothing can follow it. */
static int take_client_header(struct wd_pg_stream *s, const uint8_t **bytes, size_t *length)
{
    struct wd_pg_messages *m = &s->client;
    if (s->state != WD_PG_READY) {
        /* a first byte of 0 is all that is common; others' protocols are left at once */
        if (m->header_length == 0 && *length > 0 && **bytes != 0)
            s->state = **bytes == TLS_HANDSHAKE && s->state == WD_PG_NEW ? WD_PG_DIRECT : wd_pg_startup_is_none(s);
        const uint8_t *header = is_followed(s) ? wd_pg_header(m, 8, bytes, length) : NULL;
        if (!header)
            return 0;
        wd_pg_startup_begin(s, wd_pg_number(header), wd_pg_number(header + 4));
    } else {
        const uint8_t *header = wd_pg_header(m, 5, bytes, length);
        if (!header)
            return 0;
        begin_message(s, header);
    }
    return s->state == WD_PG_READY;
}

static __attribute__((noinline)) void read_messages(struct wd_pg_stream *s, const uint8_t *bytes, size_t length,
                                                    void (*command)(void *user, const struct wd_pg_command *command),
                                                    void *user)
{
    while (length > 0 && is_followed(s)) {
        struct wd_pg_messages *m = &s->client;
        int in_payload = s->state == WD_PG_READY && m->header_length > 0 && (s->code == 0 || m->header_length == 5);
        if (!in_payload && !take_client_header(s, &bytes, &length))
            break;
        size_t n = m->left < length ? m->left : length;
        take_payload(s, bytes, n, n == m->left);
        m->left -= (uint32_t)n;
        bytes += n;
        length -= n;
        if (m->left > 0 || s->state != WD_PG_READY)
            continue;
        m->header_length = 0;
        struct wd_pg_command c;
        if (s->code && finish_message(s, &c))
            command(user, &c);
        s->code = 'S'; /* no startup packet any more */
        size_t whole = wd_pg_whole_messages(s, bytes, length, command, user);
        bytes += whole;
        length -= whole;
    }
    if (s->state == WD_PG_ASKED && length > 0)
        s->state = WD_PG_LOST; /* it has to wait for the answer */
}

void wd_pg_stream_client(struct wd_pg_stream *s, const void *data, size_t length,
                         void (*command)(void *user, const struct wd_pg_command *command), void *user)
{
    size_t whole = 0;
    if (s->state == WD_PG_READY && s->client.header_length == 0)
        whole = wd_pg_whole_messages(s, data, length, command, user);
    if (whole < length)
        read_messages(s, (const uint8_t *)data + whole, length - whole, command, user);
}

int wd_pg_stream_at_boundary(const struct wd_pg_stream *s)
{
    return s->client.header_length == 0 && !s->busy;
}
