#include "text.h"

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

void wd_text_copy(char *out, size_t size, const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    while (*p) {
        size_t length = character(p), room = length ? length : 1;
        if (room >= size)
            break;
        if (length)
            memcpy(out, p, length);
        else
            *out = '?';
        out += room;
        size -= room;
        p += room;
    }
    *out = 0;
}
