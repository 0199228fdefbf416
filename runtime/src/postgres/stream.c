/* SPDX-License-Identifier: Apache-2.0 */
#include "postgres/stream.h"

#include <string.h>

#include "contexts/wire.h"
#include "postgres/framing.h"
#include "postgres/startup.h"

#define TLS_HANDSHAKE 22
#define NO_NAME 0xcbf29ce484222325u /* the hash of nothing */

static const char version[] = "whodunit/1/";
enum { VERSION = sizeof version - 1 };

void wd_pg_stream_begin(struct wd_pg_stream *s)
{
    /* the tables are big, and their places need no clearing */
    memset(s, 0, offsetof(struct wd_pg_stream, statements));
    wd_pg_names_clear(&s->statements);
    wd_pg_names_clear(&s->portals);
}

int wd_pg_announcement(const char *name, size_t length, struct wd_pg_label *label)
{
    if (length < VERSION || memcmp(name, version, VERSION) != 0)
        return 0;
    *label = (struct wd_pg_label){ 0 };
    return wd_wire_parse(name + VERSION, length - VERSION, &label->uid, &label->synopsis) ? 1 : -1;
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
    uint64_t hash = s->hash[s->string];
    uint32_t length = s->name_length;
    for (size_t i = 0; i < n && length < WD_PG_NAME - 1; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
        s->name[length++] = (char)bytes[i];
    }
    s->hash[s->string] = hash;
    s->name_length = length;
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
    s->hash[0] = s->hash[1] = NO_NAME;
    s->name_length = 0;
    wd_statement_text_clear(&s->text);
}

static void read_close(struct wd_pg_stream *s, struct wd_pg_command *c)
{
    struct wd_pg_label none = { 0 };
    int announced = s->kind == 'S' && s->string == 1 ? wd_pg_announcement(s->name, strlen(s->name), &s->announced) : 0;
    if (announced < 0) {
        s->announced = none;
        c->malformed = 1;
    } else if (!announced && (s->kind == 'S' || s->kind == 'P')) {
        wd_pg_names_set(s->kind == 'P' ? &s->portals : &s->statements, s->hash[0], &none);
    }
}

/* Bind's second name is the statement's. */
static void read_bind(struct wd_pg_stream *s, struct wd_pg_command *c)
{
    c->label = s->announced;
    if (!c->label.synopsis) {
        c->label = wd_pg_names_get(&s->statements, s->hash[1]);
        c->label.guessed = c->label.synopsis && s->hash[1] != NO_NAME;
    }
    s->announced = (struct wd_pg_label){ 0 };
    wd_pg_names_set(&s->portals, s->hash[0], &c->label);
}

static void end_turn(struct wd_pg_stream *s)
{
    s->asked++;
    s->announced.synopsis = 0;
    s->unsynced = 0;
}

static void begin_execution(struct wd_pg_stream *s, struct wd_pg_command *c, int by_query)
{
    c->execution = 1;
    s->executing = s->asked;
    s->by_query = (uint8_t)by_query;
}

static void become_unsure(struct wd_pg_stream *s)
{
    if (!s->unsure)
        s->unsure_from = s->executing + 1;
    s->unsure = 1;
}

/* A Query or a FunctionCall. Behind what has failed, without a Sync, the server passes over it and does not answer. */
static void end_turn_by_query(struct wd_pg_stream *s, struct wd_pg_command *c)
{
    begin_execution(s, c, 1);
    if (s->unsynced)
        become_unsure(s);
    end_turn(s);
}

/* COPY's. Of a Sync in front of it, that came with the COPY, the server takes no notice unless the COPY has failed. */
static void data_arrives(struct wd_pg_stream *s)
{
    if (s->asked != s->executing + s->by_query && (int32_t)(s->executing - s->answered) >= 0)
        become_unsure(s);
}

static void take_comment(struct wd_pg_command *c, enum wd_comment found)
{
    c->malformed = found == WD_COMMENT_MALFORMED;
    if (found != WD_COMMENT_FOUND)
        c->label = (struct wd_pg_label){ 0 };
}

/* False: nothing that is done for a context of its own. */
static int finish_message(struct wd_pg_stream *s, struct wd_pg_command *c)
{
    enum wd_comment found = WD_COMMENT_NONE;
    *c = (struct wd_pg_command){ .code = s->code, .unsure = s->unsure, .turn = s->unsure ? s->unsure_from : s->asked };
    s->unsynced |= s->code == 'P' || s->code == 'B' || s->code == 'E' || s->code == 'C' || s->code == 'D';
    switch (s->code) {
    case 'Q':
        end_turn_by_query(s, c);
        found = wd_statement_text_comment(&s->text, 0, &c->label.uid, &c->label.synopsis);
        break;
    case 'P': found = wd_statement_text_comment(&s->text, 0, &c->label.uid, &c->label.synopsis); break;
    case 'B': read_bind(s, c); return 1;
    case 'E':
        begin_execution(s, c, 0);
        c->label = wd_pg_names_get(&s->portals, s->hash[0]);
        return 1;
    case 'F': end_turn_by_query(s, c); return 1;
    case 'C': read_close(s, c); return c->malformed;
    case 'S': end_turn(s); return 0;
    case 'd': data_arrives(s); return 0;
    case 'c':
    case 'f':
        data_arrives(s);
        s->busy = 0;
        return 0;
    default: return 0;
    }
    take_comment(c, found);
    if (s->code == 'P')
        wd_pg_names_set(&s->statements, s->hash[0], &c->label);
    return 1;
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

/* Messages that are there whole and have no names and no text: Describe's is not looked at. Returns their bytes. */
static size_t skip_plain(struct wd_pg_stream *s, const uint8_t *bytes, size_t length)
{
    size_t done = 0;
    while (length - done >= 5) {
        char code = (char)bytes[done];
        uint32_t size = wd_pg_number(bytes + done + 1);
        if ((code != 'S' && code != 'D' && code != 'd') || size < 4 || size > WD_PG_LONGEST || size >= length - done)
            break;
        if (code == 'S')
            end_turn(s);
        else if (code == 'D')
            s->unsynced = 1;
        else
            data_arrives(s);
        done += 1 + size;
    }
    return done;
}

/* All that came is one Query: so it is of most clients that send no other messages. It needs no state of its own. */
static int is_one_query(const struct wd_pg_stream *s, const uint8_t *bytes, size_t length)
{
    return length > 5 && *bytes == 'Q' && s->state == WD_PG_READY && s->client.header_length == 0 &&
           wd_pg_number(bytes + 1) == length - 1 && length <= WD_PG_LONGEST &&
           memchr(bytes + 5, 0, length - 5) == bytes + length - 1;
}

static void read_query(struct wd_pg_stream *s, const uint8_t *bytes, size_t length, struct wd_pg_command *c)
{
    *c = (struct wd_pg_command){ .code = 'Q', .unsure = s->unsure, .turn = s->unsure ? s->unsure_from : s->asked };
    end_turn_by_query(s, c);
    take_comment(c, wd_statement_comment((const char *)bytes + 5, length - 6, &c->label.uid, &c->label.synopsis));
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
        size_t plain = length > 0 ? skip_plain(s, bytes, length) : 0;
        bytes += plain;
        length -= plain;
    }
    if (s->state == WD_PG_ASKED && length > 0)
        s->state = WD_PG_LOST; /* it has to wait for the answer */
}

void wd_pg_stream_client(struct wd_pg_stream *s, const void *data, size_t length,
                         void (*command)(void *user, const struct wd_pg_command *command), void *user)
{
    if (!is_one_query(s, data, length)) {
        read_messages(s, data, length, command, user);
        return;
    }
    struct wd_pg_command c;
    read_query(s, data, length, &c);
    command(user, &c);
}

int wd_pg_stream_at_boundary(const struct wd_pg_stream *s)
{
    return s->client.header_length == 0 && !s->busy;
}
