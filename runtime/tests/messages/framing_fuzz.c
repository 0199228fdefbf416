/* SPDX-License-Identifier: Apache-2.0 */
/* libFuzzer target: requests or answers one behind another. They end where they do however they are cut: the first byte
 * says how, and which of both they are. */
#include <stdlib.h>
#include <string.h>

#include "channels/framing.h"

#define ENDS 64

struct read {
    size_t ends[ENDS], n; /* the last ones, and how many in all */
    struct wd_framing framing;
};

/* `size` bytes, which lie behind `before` others. */
static void read_all(struct read *r, const uint8_t *data, size_t size, size_t before)
{
    size_t done = 0;
    while (done < size && r->framing.state != WD_FRAMING_LOST) {
        size_t used = wd_framing_read(&r->framing, (const char *)data + done, size - done);
        if (used == 0 || used > size - done)
            abort();
        done += used;
        if (r->framing.state == WD_FRAMING_BETWEEN)
            r->ends[r->n++ % ENDS] = before + done;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    struct wd_framing begins = { .of = data[0] & 0x80 ? WD_FRAMING_ANSWER : WD_FRAMING_REQUEST };
    struct read whole = { .framing = begins }, cut = { .framing = begins };
    size_t step = (data[0] & 0x7f) + 1u;
    data++, size--;
    read_all(&whole, data, size, 0);
    for (size_t at = 0; at < size; at += step) {
        size_t n = size - at < step ? size - at : step;
        uint8_t *piece = malloc(n); /* of just this size */
        memcpy(piece, data + at, n);
        read_all(&cut, piece, n, at);
        free(piece);
    }
    if (whole.n != cut.n || whole.framing.state != cut.framing.state ||
        memcmp(whole.ends, cut.ends, sizeof whole.ends) != 0)
        abort();
    return 0;
}
