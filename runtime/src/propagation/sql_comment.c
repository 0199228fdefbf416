/* SPDX-License-Identifier: Apache-2.0 */
#include "propagation/sql_comment.h"

#include <string.h>

#include "contexts/wire.h"

static const char key[] = "whodunit='";
enum { KEY = sizeof key - 1 };

static int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Undoes SQLCommenter's escaping (%XX and \') up to the closing quote. The
 * decoded length, or 0 if there is no closing quote or it is too long. */
static size_t unescape(const char *p, const char *end, char *out, size_t size)
{
    size_t n = 0;
    int high, low;
    for (; p < end && n < size; p++) {
        if (*p == '\'')
            return n;
        if (*p == '\\' && p + 1 < end)
            out[n++] = *++p;
        else if (*p == '%' && end - p > 2 && (high = hex(p[1])) >= 0 && (low = hex(p[2])) >= 0) {
            out[n++] = (char)(high << 4 | low);
            p += 2;
        } else
            out[n++] = *p;
    }
    return 0;
}

static enum wd_comment in_comment(const char *p, const char *end, uint64_t *uid, uint32_t *synopsis)
{
    for (const char *start = p; end - p >= KEY; p++) {
        if (*p != *key || memcmp(p, key, KEY) != 0 || (p > start && p[-1] != ',' && !is_space(p[-1])))
            continue;
        const char *plain = p + KEY, *quote = plain + WHODUNIT_WIRE_LENGTH;
        if (quote < end && *quote == '\'' && wd_wire_parse(plain, WHODUNIT_WIRE_LENGTH, uid, synopsis))
            return WD_COMMENT_FOUND; /* nothing in it is escaped */
        char value[WHODUNIT_WIRE_LENGTH + 1];
        size_t n = unescape(p + KEY, end, value, sizeof value);
        return wd_wire_parse(value, n, uid, synopsis) ? WD_COMMENT_FOUND : WD_COMMENT_MALFORMED;
    }
    return WD_COMMENT_NONE;
}

/* Where a comment that begins before `p` ends; NULL: further on. */
static const char *closing(const char *p, const char *end)
{
    while (p < end && (p = memchr(p, '*', (size_t)(end - p))) != NULL && ++p < end)
        if (*p == '/')
            return p - 1;
    return NULL;
}

enum wd_comment wd_comment_in_front(const char *text, size_t length, uint64_t *uid, uint32_t *synopsis)
{
    const char *p = text, *end = text + length;
    for (;;) {
        while (p < end && is_space(*p))
            p++;
        if (end - p < 4 || p[0] != '/' || p[1] != '*')
            return WD_COMMENT_NONE;
        const char *close = closing(p + 2, end);
        if (!close)
            return WD_COMMENT_NONE;
        enum wd_comment found = in_comment(p + 2, close, uid, synopsis);
        if (found != WD_COMMENT_NONE)
            return found;
        p = close + 2;
    }
}

enum wd_comment wd_comment_at_end(const char *text, size_t length, uint64_t *uid, uint32_t *synopsis)
{
    while (length > 0 && (is_space(text[length - 1]) || text[length - 1] == ';' || text[length - 1] == 0))
        length--;
    if (length < 4 || text[length - 1] != '/' || text[length - 2] != '*')
        return WD_COMMENT_NONE;
    for (size_t open = length - 4;; open--) {
        if (text[open] == '/' && text[open + 1] == '*')
            return in_comment(text + open + 2, text + length - 2, uid, synopsis);
        if (open == 0)
            return WD_COMMENT_NONE;
    }
}
