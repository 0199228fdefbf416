/* SPDX-License-Identifier: Apache-2.0 */
/* piece.c: the bytes up to the end of one execution (stream.h). */
#include "postgres/framing.h"
#include "postgres/stream.h"

static const uint64_t executions =
    WD_PG_LETTER('Q') | WD_PG_LETTER('F') | WD_PG_LETTER('E') | WD_PG_LETTER('c') | WD_PG_LETTER('f');
/* what an execution needs, or ends with */
static const uint64_t belonging =
    WD_PG_LETTER('S') | WD_PG_LETTER('H') | WD_PG_LETTER('d') | WD_PG_LETTER('c') | WD_PG_LETTER('f');

size_t wd_pg_stream_piece(const struct wd_pg_stream *s, const uint8_t *bytes, size_t n)
{
    const struct wd_pg_messages *m = &s->client;
    if (s->state != WD_PG_READY || s->code == 0 || (m->header_length > 0 && m->left >= n))
        return n;
    if (m->header_length > 0 && m->header_length < 5)
        return n < 5u - m->header_length ? n : 5u - m->header_length;
    size_t at = m->header_length > 0 ? m->left : 0;
    int executes = at > 0 && wd_pg_is_one_of(executions, s->code);
    while (n - at >= 5) {
        char code = (char)bytes[at];
        uint32_t size = wd_pg_number(bytes + at + 1);
        if (executes && !wd_pg_is_one_of(belonging, code))
            break;
        if (size < 4 || size >= n - at)
            return n;
        executes |= wd_pg_is_one_of(executions, code);
        at += 1 + size;
    }
    return executes && at > 0 ? at : n;
}
