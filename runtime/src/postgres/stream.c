/* SPDX-License-Identifier: Apache-2.0 */
#include "postgres/stream.h"

#include <string.h>
#include <strings.h>

#include "contexts/wire.h"

enum {
    STARTUP_AT_LEAST = 8,
    STARTUP_AT_MOST = 10000, /* PostgreSQL takes no longer one */
    LONGEST = 0x40000000,    /* message */
    PROTOCOL_3 = 3,
    CANCEL = 80877102,
    ASK_TLS = 80877103,
    ASK_GSS = 80877104,
};

#define NO_NAME 0xcbf29ce484222325u /* the hash of nothing */

static const char version[] = "whodunit/1/";
enum { VERSION = sizeof version - 1 };

static uint32_t big_endian(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

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

/* The letters of messages, each a bit. */
#define LETTER(c) (1ull << ((c) - 'A'))
static const uint64_t from_client = LETTER('Q') | LETTER('P') | LETTER('B') | LETTER('E') | LETTER('F') | LETTER('D') |
                                    LETTER('C') | LETTER('S') | LETTER('H') | LETTER('X') | LETTER('d') | LETTER('c') |
                                    LETTER('f') | LETTER('p');
static const uint64_t from_server = LETTER('A') | LETTER('C') | LETTER('D') | LETTER('E') | LETTER('G') | LETTER('H') |
                                    LETTER('I') | LETTER('K') | LETTER('N') | LETTER('R') | LETTER('S') | LETTER('T') |
                                    LETTER('V') | LETTER('W') | LETTER('Z') | LETTER('c') | LETTER('d') | LETTER('n') |
                                    LETTER('s') | LETTER('t') | LETTER('v');

static int is_one_of(uint64_t letters, char code)
{
    return code >= 'A' && code <= 'z' && (letters & LETTER(code));
}

/* Takes the first `size` bytes of a message; true once they are complete. */
static int take_header(struct wd_pg_messages *m, uint8_t size, const uint8_t **bytes, size_t *length)
{
    size_t n = (size_t)size - m->header_length;
    if (n > *length)
        n = *length;
    memcpy(m->header + m->header_length, *bytes, n);
    m->header_length += (uint8_t)n;
    *bytes += n;
    *length -= n;
    return m->header_length == size;
}

/* The first bytes of a message, where they lie if they came at once; NULL while they are incomplete. */
static inline const uint8_t *header_of(struct wd_pg_messages *m, uint8_t size, const uint8_t **bytes, size_t *length)
{
    if (m->header_length > 0 || *length < size)
        return take_header(m, size, bytes, length) ? m->header : NULL;
    const uint8_t *header = *bytes;
    m->header_length = size;
    *bytes += size;
    *length -= size;
    return header;
}

/* ---- the startup packet ---- */

/* Code 0 is the startup packet itself, whose parameters are strings. */
static void begin_startup(struct wd_pg_stream *s, uint32_t length, uint32_t code)
{
    s->state = s->encrypted ? WD_PG_LOST : WD_PG_NOT_POSTGRES;
    if (length < STARTUP_AT_LEAST || length > STARTUP_AT_MOST)
        return;
    if (code >> 16 == PROTOCOL_3) {
        s->client.left = length - STARTUP_AT_LEAST;
        s->code = 0;
        s->string = 0;
        s->name_length = 0;
        s->asked++;
        s->state = WD_PG_READY;
    } else if ((code == ASK_TLS || code == ASK_GSS) && length == STARTUP_AT_LEAST && !s->encrypted) {
        s->client.header_length = 0;
        s->asked_gss = code == ASK_GSS;
        s->state = WD_PG_ASKED;
    } else if (code == CANCEL) {
        s->state = WD_PG_CANCEL;
    }
}

/* A boolean's value, or "database". PostgreSQL takes any beginning of a word. */
static int says_yes(const char *value)
{
    static const char *const no[] = { "false", "no", "off", "0" };
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (strncasecmp(value, no[i], strlen(value)) == 0)
            return 0;
    return 1;
}

/* Names and values in turn, each up to a NUL. */
static void take_parameters(struct wd_pg_stream *s, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (s->name_length < sizeof s->name)
            s->name[s->name_length++] = (char)bytes[i];
        if (bytes[i] != 0)
            continue;
        s->name[sizeof s->name - 1] = 0;
        if (s->string % 2 == 0)
            s->asks_replication = strcmp(s->name, "replication") == 0;
        else if (s->asks_replication && says_yes(s->name))
            s->state = WD_PG_REPLICATION;
        s->string ^= 1;
        s->name_length = 0;
    }
}

/* ---- messages of the client ---- */

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
        take_parameters(s, bytes, n);
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
    uint32_t length = big_endian(header + 1);
    s->code = (char)header[0];
    if (!is_one_of(from_client, s->code) || length < 4 || length > LONGEST) {
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
}

/* False: nothing that is done for a context of its own. */
static int finish_message(struct wd_pg_stream *s, struct wd_pg_command *c)
{
    enum wd_comment found = WD_COMMENT_NONE;
    *c = (struct wd_pg_command){ .code = s->code, .turn = s->asked };
    switch (s->code) {
    case 'Q':
        end_turn(s);
        c->execution = 1;
        found = wd_statement_text_comment(&s->text, 0, &c->label.uid, &c->label.synopsis);
        break;
    case 'P': found = wd_statement_text_comment(&s->text, 0, &c->label.uid, &c->label.synopsis); break;
    case 'B': read_bind(s, c); return 1;
    case 'E':
        c->execution = 1;
        c->label = wd_pg_names_get(&s->portals, s->hash[0]);
        return 1;
    case 'F':
        s->asked++;
        c->execution = 1;
        return 1;
    case 'C': read_close(s, c); return c->malformed;
    case 'S': end_turn(s); return 0;
    case 'c':
    case 'f': s->copying = 0; return 0;
    default: return 0;
    }
    c->malformed = found == WD_COMMENT_MALFORMED;
    if (found != WD_COMMENT_FOUND)
        c->label = (struct wd_pg_label){ 0 };
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
            s->state = s->encrypted ? WD_PG_LOST : WD_PG_NOT_POSTGRES;
        const uint8_t *header = is_followed(s) ? header_of(m, 8, bytes, length) : NULL;
        if (!header)
            return 0;
        begin_startup(s, big_endian(header), big_endian(header + 4));
    } else {
        const uint8_t *header = header_of(m, 5, bytes, length);
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
        uint32_t size = big_endian(bytes + done + 1);
        if ((code != 'S' && code != 'D' && code != 'd') || size < 4 || size > LONGEST || size >= length - done)
            break;
        if (code == 'S')
            end_turn(s);
        done += 1 + size;
    }
    return done;
}

void wd_pg_stream_client(struct wd_pg_stream *s, const void *data, size_t length,
                         void (*command)(void *user, const struct wd_pg_command *command), void *user)
{
    const uint8_t *bytes = data;
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

int wd_pg_stream_at_boundary(const struct wd_pg_stream *s)
{
    return s->client.header_length == 0 && !s->copying;
}

/* ---- messages of the server ---- */

static void answer_encryption(struct wd_pg_stream *s, uint8_t answer)
{
    if (answer == 'N') {
        s->state = WD_PG_NEW;
    } else if (answer == 'S' && !s->asked_gss) {
        s->encrypted = 1;
        s->state = WD_PG_TLS;
    } else {
        s->state = answer == 'G' && s->asked_gss ? WD_PG_GSS : WD_PG_LOST;
    }
}

/* Whether it may be one, with a payload of `length` - 4 bytes. */
static int is_server_message(char code, uint32_t length)
{
    return (is_one_of(from_server, code) || (code >= '1' && code <= '3')) && length >= 4 && length <= LONGEST;
}

/* A ReadyForQuery, or an error. */
static inline void answers(struct wd_pg_stream *s, char code)
{
    s->copying = 0;
    if (code == 'Z')
        s->answered++;
}

static void server_message(struct wd_pg_stream *s, const uint8_t *header)
{
    uint32_t length = big_endian(header + 1);
    char code = (char)header[0];
    if (!is_server_message(code, length)) {
        s->state = WD_PG_LOST;
        return;
    }
    s->server.left = length - 4;
    if (code == 'G')
        s->copying = 1;
    else if (code == 'Z' || code == 'E')
        answers(s, code);
    else if (code == 'W')
        s->state = WD_PG_REPLICATION;
}

/* Messages that are there whole and do not begin to copy: most are, and need no state. Returns their bytes. */
static size_t skip_messages(struct wd_pg_stream *s, const uint8_t *bytes, size_t length)
{
    size_t done = 0;
    while (length - done >= 5) {
        char code = (char)bytes[done];
        uint32_t size = big_endian(bytes + done + 1);
        if (!is_server_message(code, size) || code == 'G' || code == 'W' || size >= length - done)
            break;
        if (code == 'Z' || code == 'E')
            answers(s, code);
        done += 1 + size;
    }
    return done;
}

void wd_pg_stream_server(struct wd_pg_stream *s, const void *data, size_t length)
{
    const uint8_t *bytes = data;
    if (s->state == WD_PG_ASKED && length > 0) {
        answer_encryption(s, *bytes++);
        length--;
    }
    if (s->state == WD_PG_NEW && length > 0)
        s->state = WD_PG_NOT_POSTGRES; /* the client speaks first */
    struct wd_pg_messages *m = &s->server;
    while (length > 0 && s->state == WD_PG_READY) {
        if (m->left == 0 && m->header_length == 0) {
            size_t whole = skip_messages(s, bytes, length);
            bytes += whole;
            length -= whole;
            if (length == 0)
                return;
        }
        if (m->left == 0) {
            const uint8_t *header = header_of(m, 5, &bytes, &length);
            if (!header)
                return;
            server_message(s, header);
        }
        size_t n = m->left < length ? m->left : length;
        m->left -= (uint32_t)n;
        bytes += n;
        length -= n;
        if (m->left == 0)
            m->header_length = 0;
    }
}
