/* SPDX-License-Identifier: Apache-2.0 */
/* answers.c: what the server sends. */
#include "postgres/framing.h"
#include "postgres/stream.h"

static const uint64_t from_server = WD_PG_LETTER('A') | WD_PG_LETTER('C') | WD_PG_LETTER('D') | WD_PG_LETTER('E') |
                                    WD_PG_LETTER('G') | WD_PG_LETTER('H') | WD_PG_LETTER('I') | WD_PG_LETTER('K') |
                                    WD_PG_LETTER('N') | WD_PG_LETTER('R') | WD_PG_LETTER('S') | WD_PG_LETTER('T') |
                                    WD_PG_LETTER('V') | WD_PG_LETTER('W') | WD_PG_LETTER('Z') | WD_PG_LETTER('c') |
                                    WD_PG_LETTER('d') | WD_PG_LETTER('n') | WD_PG_LETTER('s') | WD_PG_LETTER('t') |
                                    WD_PG_LETTER('v');

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
    return (wd_pg_is_one_of(from_server, code) || (code >= '1' && code <= '3')) && length >= 4 &&
           length <= WD_PG_LONGEST;
}

/* A ReadyForQuery, or an error. */
static inline void answers(struct wd_pg_stream *s, char code)
{
    s->busy = 0;
    if (code == 'Z')
        s->answered++;
}

static void server_message(struct wd_pg_stream *s, const uint8_t *header)
{
    uint32_t length = wd_pg_number(header + 1);
    char code = (char)header[0];
    if (!is_server_message(code, length)) {
        s->state = WD_PG_LOST;
        return;
    }
    s->server.left = length - 4;
    if (code == 'G')
        s->busy = 1;
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
        uint32_t size = wd_pg_number(bytes + done + 1);
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
    if ((s->state == WD_PG_NEW || (s->state == WD_PG_TLS && s->direct)) && length > 0)
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
            const uint8_t *header = wd_pg_header(m, 5, &bytes, &length);
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
