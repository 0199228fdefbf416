/* SPDX-License-Identifier: Apache-2.0 */
/* answers.c: what the server sends. */
#include "postgres/framing.h"
#include "postgres/stream.h"

/* What becomes of each; 0: it is none. */
enum answer { PLAIN = 1, ANSWERS, COPIES };
static const uint8_t answer_of[256] = {
    ['1'] = PLAIN,   ['2'] = PLAIN,  ['3'] = PLAIN, ['A'] = PLAIN, ['C'] = PLAIN,  ['D'] = PLAIN,
    ['E'] = ANSWERS, ['G'] = COPIES, ['H'] = PLAIN, ['I'] = PLAIN, ['K'] = PLAIN,  ['N'] = PLAIN,
    ['R'] = PLAIN,   ['S'] = PLAIN,  ['T'] = PLAIN, ['V'] = PLAIN, ['W'] = COPIES, ['Z'] = ANSWERS,
    ['c'] = PLAIN,   ['d'] = PLAIN,  ['n'] = PLAIN, ['s'] = PLAIN, ['t'] = PLAIN,  ['v'] = PLAIN,
};

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
    if (!answer_of[header[0]] || length < 4 || length > WD_PG_LONGEST) {
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
    size_t left = length;
    while (left >= 5) {
        uint32_t size = wd_pg_number(bytes + 1);
        if (size - 4 >= left - 4) /* it is shorter than its length, or not there whole */
            break;
        if (answer_of[*bytes] != PLAIN) {
            if (answer_of[*bytes] != ANSWERS)
                break;
            answers(s, (char)*bytes);
        }
        bytes += 1 + size;
        left -= 1 + size;
    }
    return length - left;
}

static __attribute__((noinline)) void read_messages(struct wd_pg_stream *s, const uint8_t *bytes, size_t length)
{
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

void wd_pg_stream_server(struct wd_pg_stream *s, const void *data, size_t length)
{
    size_t whole = 0;
    if (s->state == WD_PG_READY && s->server.left == 0 && s->server.header_length == 0)
        whole = skip_messages(s, data, length);
    if (whole < length)
        read_messages(s, (const uint8_t *)data + whole, length - whole);
}
