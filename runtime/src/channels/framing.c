/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/framing.h"

#include <string.h>
#include <strings.h>

#define LARGEST (UINT64_C(1) << 59) /* of a body or a chunk */

static int begins(const struct wd_framing *framing, const char *with, size_t length)
{
    return framing->line_length >= length && strncasecmp(framing->line, with, length) == 0;
}
#define BEGINS(framing, with) begins(framing, with, sizeof(with) - 1)

static int is_cut(const struct wd_framing *framing)
{
    return framing->line_length == WD_FRAMING_LINE;
}

static size_t behind_spaces(const struct wd_framing *framing, size_t at)
{
    while (at < framing->line_length && (framing->line[at] == ' ' || framing->line[at] == '\t'))
        at++;
    return at;
}

static int digit_of(char c, int base)
{
    int digit = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : base;
    return digit < base ? digit : -1;
}

/* False: there is none, or one that is too large. */
static int read_number(const struct wd_framing *framing, size_t at, int base, uint64_t *number)
{
    size_t first = at;
    *number = 0;
    for (int digit; at < framing->line_length && (digit = digit_of(framing->line[at], base)) >= 0; at++) {
        *number = *number * (uint64_t)base + (uint64_t)digit;
        if (*number > LARGEST)
            return 0;
    }
    at = behind_spaces(framing, at);
    return at > first && (at == framing->line_length ? !is_cut(framing) : framing->line[at] == ';');
}

static void field(struct wd_framing *framing)
{
    static const char length[] = "content-length:", encoding[] = "transfer-encoding:", chunked[] = "chunked";
    if (!strchr("cetuCETU", framing->line[0])) /* most are none of these */
        return;
    if (begins(framing, length, sizeof length - 1)) {
        uint64_t left;
        if (!read_number(framing, behind_spaces(framing, sizeof length - 1), 10, &left))
            framing->state = WD_FRAMING_LOST;
        else
            framing->left = left;
    } else if (begins(framing, encoding, sizeof encoding - 1)) {
        size_t end = framing->line_length, n = sizeof chunked - 1;
        framing->is_chunked = 1;
        if (is_cut(framing) || end < sizeof encoding - 1 + n || strncasecmp(framing->line + end - n, chunked, n) != 0)
            framing->state = WD_FRAMING_LOST;
    } else if (framing->of == WD_FRAMING_REQUEST) {
        framing->switches |= (uint8_t)BEGINS(framing, "upgrade:");
        framing->expects |= (uint8_t)BEGINS(framing, "expect:");
    }
}

static void end_of_head(struct wd_framing *framing)
{
    if (framing->switches)
        framing->state = WD_FRAMING_LOST;
    else if (framing->is_bodiless)
        framing->state = WD_FRAMING_BETWEEN;
    else if (framing->is_chunked)
        framing->state = WD_FRAMING_CHUNK_LINE;
    else
        framing->state = framing->left > 0 ? WD_FRAMING_BODY : WD_FRAMING_BETWEEN;
}

static void chunk(struct wd_framing *framing)
{
    enum { LINE_END = 2 };
    uint64_t size;
    framing->expects = 0;
    if (!read_number(framing, 0, 16, &size))
        framing->state = WD_FRAMING_LOST;
    else if (size == 0)
        framing->state = WD_FRAMING_TRAILERS;
    else {
        framing->left = size + LINE_END;
        framing->state = WD_FRAMING_CHUNK;
    }
}

/* Some clients send an empty line behind a body. */
static void begin_request(struct wd_framing *framing)
{
    framing->is_chunked = framing->expects = framing->is_bodiless = 0;
    framing->left = 0;
    framing->switches = framing->connects = (uint8_t)BEGINS(framing, "CONNECT ");
    framing->state = framing->line_length > 0 ? WD_FRAMING_FIELDS : WD_FRAMING_BETWEEN;
}

/* Its body goes on until the connection is closed, unless the head says more. */
static void begin_answer(struct wd_framing *framing)
{
    enum { STATUS = 9, LENGTH = 3 };
    const char *status = framing->line + STATUS;
    if (!BEGINS(framing, "HTTP/1.") || framing->line_length < STATUS + LENGTH) {
        framing->state = WD_FRAMING_LOST;
        return;
    }
    framing->is_chunked = 0;
    framing->left = UINT64_MAX;
    framing->switches = (uint8_t)(memcmp(status, "101", LENGTH) == 0);
    framing->is_interim = (uint8_t)(*status == '1' && !framing->switches);
    framing->is_bodiless = (uint8_t)(framing->of == WD_FRAMING_ANSWER_TO_HEAD || framing->is_interim ||
                                     memcmp(status, "204", LENGTH) == 0 || memcmp(status, "304", LENGTH) == 0);
    framing->state = WD_FRAMING_FIELDS;
}

/* A whole line has come. */
static void line(struct wd_framing *framing)
{
    int is_empty = framing->line_length == 0;
    switch (framing->state) {
    case WD_FRAMING_FIRST:
        if (framing->of == WD_FRAMING_REQUEST)
            begin_request(framing);
        else
            begin_answer(framing);
        break;
    case WD_FRAMING_FIELDS:
        if (is_empty)
            end_of_head(framing);
        else
            field(framing);
        break;
    case WD_FRAMING_CHUNK_LINE: chunk(framing); break;
    default: /* trailers */
        if (is_empty)
            framing->state = WD_FRAMING_BETWEEN;
    }
    framing->line_length = 0;
}

static size_t read_line(struct wd_framing *framing, const char *bytes, size_t n)
{
    const char *end = memchr(bytes, '\n', n);
    size_t used = end ? (size_t)(end - bytes) : n, left = WD_FRAMING_LINE - framing->line_length;
    memcpy(framing->line + framing->line_length, bytes, used < left ? used : left);
    framing->line_length = (uint8_t)(framing->line_length + (used < left ? used : left));
    if (!end)
        return n;
    if (framing->line_length > 0 && framing->line[framing->line_length - 1] == '\r')
        framing->line_length--;
    line(framing);
    return used + 1;
}

static size_t read_bytes(struct wd_framing *framing, uint64_t n)
{
    uint64_t used = n < framing->left ? n : framing->left;
    framing->left -= used;
    framing->expects = 0;
    if (framing->left == 0)
        framing->state = framing->state == WD_FRAMING_BODY ? WD_FRAMING_BETWEEN : WD_FRAMING_CHUNK_LINE;
    return (size_t)used;
}

size_t wd_framing_read(struct wd_framing *framing, const char *bytes, size_t n)
{
    size_t done = 0;
    if (framing->state == WD_FRAMING_BETWEEN && n > 0)
        framing->state = WD_FRAMING_FIRST;
    while (done < n && framing->state != WD_FRAMING_LOST && framing->state != WD_FRAMING_BETWEEN) {
        int is_counted = framing->state == WD_FRAMING_BODY || framing->state == WD_FRAMING_CHUNK;
        done += is_counted ? read_bytes(framing, n - done) : read_line(framing, bytes + done, n - done);
    }
    return framing->state == WD_FRAMING_LOST ? n : done;
}

void wd_framing_pass(struct wd_framing *framing, uint64_t n)
{
    int is_counted = framing->state == WD_FRAMING_BODY || framing->state == WD_FRAMING_CHUNK;
    if (n == 0)
        return;
    if (is_counted && n <= framing->left)
        read_bytes(framing, n);
    else
        framing->state = WD_FRAMING_LOST;
}
