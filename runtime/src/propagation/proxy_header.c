/* SPDX-License-Identifier: Apache-2.0 */
#include "propagation/proxy_header.h"

#include <string.h>

/* Version 1 is a line of text, version 2 is binary: the signature, version and
 * command, address family, length of the rest (2 bytes, big endian). */
static const char text[] = "PROXY ", binary[] = "\r\n\r\n\0\r\nQUIT\n";
enum { TEXT = sizeof text - 1, BINARY = sizeof binary - 1, LONGEST_TEXT = 107, FIXED = BINARY + 4 };

/* Whether byte number `taken` of a header may be this one. */
static int fits_text(const struct wd_proxy_header *h, uint8_t byte)
{
    return h->taken < TEXT ? byte == (uint8_t)text[h->taken] : h->taken < LONGEST_TEXT;
}

static int fits_binary(const struct wd_proxy_header *h, uint8_t byte)
{
    if (h->taken < BINARY)
        return byte == (uint8_t)binary[h->taken];
    return h->taken > BINARY || byte >> 4 == 2;
}

/* Takes the header's next byte; false if no header has this byte there. */
static int take(struct wd_proxy_header *h, uint8_t byte)
{
    if (h->taken == 0)
        h->version = byte == (uint8_t)text[0] ? 1 : 2;
    if (!(h->version == 1 ? fits_text(h, byte) : fits_binary(h, byte)))
        return 0;
    h->taken++;
    if (h->version == 1)
        h->done = byte == '\n' && h->last == '\r';
    else {
        if (h->taken == FIXED)
            h->length = FIXED + ((uint32_t)h->last << 8 | byte);
        h->done = h->taken == h->length;
    }
    h->last = byte;
    return 1;
}

enum wd_proxy_header_state wd_proxy_header_take(struct wd_proxy_header *h, const uint8_t **bytes, size_t *length)
{
    while (!h->done && *length > 0) {
        if (!take(h, **bytes))
            return WD_PROXY_HEADER_NONE;
        ++*bytes;
        --*length;
    }
    return h->done ? WD_PROXY_HEADER_DONE : WD_PROXY_HEADER_MORE;
}
