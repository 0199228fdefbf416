/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libFuzzer target: any bytes, from either side, in any pieces. The input is a
 * row of pieces: two bytes (bit 15: from the client; the rest: the length),
 * then the bytes.
 *
 * Besides what the sanitizers find: a label has a uid and a synopsis, and what
 * is not readable stays so.
 */
#include <stdlib.h>

#include "mysql/stream.h"

static void on_command(void *user, const struct wd_command *c)
{
    (void)user;
    if (c->labelled && (c->uid == 0 || c->synopsis == 0 || c->malformed))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct wd_stream s;
    wd_stream_begin(&s);
    while (size > 2) {
        int from_client = data[0] >> 7;
        size_t n = (size_t)(data[0] & 0x7f) << 8 | data[1];
        data += 2, size -= 2;
        n = n < size ? n : size;
        enum wd_stream_state before = s.state;
        if (from_client)
            wd_stream_client(&s, data, n, on_command, NULL);
        else
            wd_stream_server(&s, data, n);
        if (before > WD_STREAM_READY && s.state != before)
            abort();
        data += n, size -= n;
    }
    free(s.statements.all); /* the next input's first bytes past its end are to be seen, too */
    s.statements = (struct wd_statements){ 0 };
    return 0;
}
