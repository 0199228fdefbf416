/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libFuzzer target: any bytes, from either side, in any pieces. The input is a
 * row of pieces: two bytes (bit 15: from the client; the rest: the length),
 * then the bytes.
 *
 * Besides what the sanitizers find: a label has a uid and a synopsis, what is
 * given up stays so, and the same bytes one by one have the same commands.
 */
#include <stdlib.h>
#include <string.h>

#include "postgres/stream.h"

static void on_command(void *user, const struct wd_pg_command *c)
{
    uint64_t *digest = user;
    if (c->label.synopsis && (c->label.uid == 0 || c->malformed))
        abort();
    *digest = (*digest ^ (uint8_t)c->code ^ c->label.synopsis ^ c->label.uid) * 0x100000001b3u + c->malformed;
    *digest = (*digest ^ c->turn ^ (uint32_t)c->unsure << 8) * 0x100000001b3u + c->execution;
}

static void show(struct wd_pg_stream *s, int from_client, const uint8_t *bytes, size_t n, uint64_t *digest)
{
    enum wd_pg_state before = s->state;
    size_t piece = wd_pg_stream_piece(s, bytes, n);
    if (piece > n || (n > 0 && piece == 0))
        abort();
    if (from_client)
        wd_pg_stream_client(s, bytes, n, on_command, digest);
    else
        wd_pg_stream_server(s, bytes, n);
    if (before >= WD_PG_NOT_POSTGRES && s->state != before)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct wd_pg_stream whole, cut;
    uint64_t of_whole = 0, of_cut = 0;
    wd_pg_stream_begin(&whole);
    wd_pg_stream_begin(&cut);
    while (size > 2) {
        int from_client = data[0] >> 7;
        size_t n = (size_t)(data[0] & 0x7f) << 8 | data[1];
        data += 2, size -= 2;
        n = n < size ? n : size;
        if (from_client) { /* what is cut is not decrypted in the middle */
            wd_pg_stream_decrypted(&whole);
            wd_pg_stream_decrypted(&cut);
        }
        show(&whole, from_client, data, n, &of_whole);
        for (size_t i = 0; i < n; i++)
            show(&cut, from_client, data + i, 1, &of_cut);
        data += n, size -= n;
    }
    if (of_whole != of_cut || whole.state != cut.state)
        abort();
    return 0;
}
