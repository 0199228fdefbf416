/* SPDX-License-Identifier: Apache-2.0 */
#include "protobuf/text.h"

#include <stdint.h>
#include <string.h>

/* Bytes of the well-formed character at `p` (Unicode, table 3-7); 0 if there is none. */
static size_t character(const unsigned char *p)
{
    static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
    if (p[0] < 0x80)
        return 1;
    size_t length = p[0] < 0xC0 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : p[0] < 0xF8 ? 4 : 0;
    if (length == 0)
        return 0;
    uint32_t code = p[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xC0) != 0x80) /* the final NUL too */
            return 0;
        code = code << 6 | (p[i] & 0x3Fu);
    }
    int surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code >= smallest[length] && code <= 0x10FFFF && !surrogate ? length : 0;
}

/* The JVM writes a character beyond the first 65,536 as two surrogates of three bytes each. False if `p` is none. */
static int join_surrogates(const unsigned char *p, unsigned char joined[4])
{
    if (p[0] != 0xED || (p[1] & 0xF0) != 0xA0 || (p[2] & 0xC0) != 0x80 || p[3] != 0xED || (p[4] & 0xF0) != 0xB0 ||
        (p[5] & 0xC0) != 0x80)
        return 0;
    uint32_t code = 0x10000 + ((p[1] & 0x0Fu) << 16 | (p[2] & 0x3Fu) << 10 | (p[4] & 0x0Fu) << 6 | (p[5] & 0x3Fu));
    joined[0] = (unsigned char)(0xF0 | code >> 18);
    joined[1] = (unsigned char)(0x80 | (code >> 12 & 0x3F));
    joined[2] = (unsigned char)(0x80 | (code >> 6 & 0x3F));
    joined[3] = (unsigned char)(0x80 | (code & 0x3F));
    return 1;
}

void wd_text_copy(char *out, size_t size, const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    while (*p) {
        unsigned char joined[4];
        const unsigned char *from = p;
        size_t length = character(p), taken = length ? length : 1;
        if (length == 0 && join_surrogates(p, joined)) {
            from = joined;
            length = sizeof joined;
            taken = 6;
        }
        size_t room = length ? length : 1;
        if (room >= size)
            break;
        if (length)
            memcpy(out, from, length);
        else
            *out = '?';
        out += room;
        size -= room;
        p += taken;
    }
    *out = 0;
}
