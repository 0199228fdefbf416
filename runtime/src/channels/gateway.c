/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/gateway.h"

#include <stdint.h>
#include <string.h>

/* What is left to be read. */
struct rest {
    const unsigned char *at, *end;
};

typedef int (*take_text)(struct rest *rest, struct wd_text *text);

static size_t left(const struct rest *rest)
{
    return (size_t)(rest->end - rest->at);
}

static int take(struct rest *rest, size_t length, struct wd_text *text)
{
    if (length > left(rest))
        return 0;
    *text = (struct wd_text){ (const char *)rest->at, length };
    rest->at += length;
    return 1;
}

static int is_named(const struct wd_text *name, const char *wanted)
{
    return name->length == strlen(wanted) && memcmp(name->text, wanted, name->length) == 0;
}

static void keep(const struct wd_text *name, const struct wd_text *value, struct wd_gateway_request *found)
{
    if (is_named(name, "REQUEST_METHOD"))
        found->method = *value;
    else if (is_named(name, "REQUEST_URI"))
        found->uri = *value;
    else if (is_named(name, "SCRIPT_NAME"))
        found->script = *value;
    else if (is_named(name, "HTTP_TRACEPARENT"))
        found->traceparent = *value;
}

/* `length` bytes of parameters begin at `at`, of which `n` are there. */
static struct rest parameters(const unsigned char *at, size_t n, size_t length, struct wd_gateway_request *found)
{
    found->is_complete = n >= length;
    return (struct rest){ at, at + (n < length ? n : length) };
}

/* Names and values that stand one behind the other. */
static void read_pairs(struct rest rest, take_text next, struct wd_gateway_request *found)
{
    struct wd_text name, value;
    while (next(&rest, &name) && next(&rest, &value))
        keep(&name, &value, found);
}

/* FastCGI: a record begins a request, the next one has its parameters, whose lengths, of one byte or four, both stand
 * before the name. */
enum { FCGI_BEGIN = 1, FCGI_PARAMS = 4, FCGI_HEADER = 8, FCGI_FIRST = 2 * FCGI_HEADER };

static int fastcgi_length(struct rest *rest, size_t *length)
{
    const unsigned char *at = rest->at;
    if (left(rest) >= 1 && at[0] < 128) {
        *length = at[0];
        rest->at += 1;
        return 1;
    }
    if (left(rest) < 4)
        return 0;
    *length = (size_t)(at[0] & 0x7f) << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];
    rest->at += 4;
    return 1;
}

static enum wd_gateway fastcgi(const unsigned char *bytes, size_t n, struct wd_gateway_request *found)
{
    if (n < FCGI_FIRST)
        return WD_GATEWAY_MORE;
    if (bytes[1] != FCGI_BEGIN || bytes[4] != 0 || bytes[5] != 8)
        return WD_GATEWAY_NONE;
    if (n < FCGI_FIRST + FCGI_HEADER)
        return WD_GATEWAY_MORE;
    const unsigned char *record = bytes + FCGI_FIRST;
    if (record[0] != 1 || record[1] != FCGI_PARAMS)
        return WD_GATEWAY_NONE;
    size_t name_length, value_length, length = (size_t)record[4] << 8 | record[5];
    struct rest rest = parameters(record + FCGI_HEADER, n - FCGI_FIRST - FCGI_HEADER, length, found);
    struct wd_text name, value;
    while (fastcgi_length(&rest, &name_length) && fastcgi_length(&rest, &value_length) &&
           take(&rest, name_length, &name) && take(&rest, value_length, &value))
        keep(&name, &value, found);
    return WD_GATEWAY_FOUND;
}

/* SCGI: a length in digits and a colon; names and values end with NUL, and the first name is always the same. */
#define SCGI_FIRST "CONTENT_LENGTH"

static int scgi_text(struct rest *rest, struct wd_text *text)
{
    const unsigned char *end = memchr(rest->at, 0, left(rest));
    if (!end || !take(rest, (size_t)(end - rest->at), text))
        return 0;
    rest->at++;
    return 1;
}

static enum wd_gateway scgi(const unsigned char *bytes, size_t n, struct wd_gateway_request *found)
{
    enum { MOST_DIGITS = 6 };
    size_t digits = 0, length = 0;
    for (; digits < n && digits < MOST_DIGITS && bytes[digits] >= '0' && bytes[digits] <= '9'; digits++)
        length = length * 10 + (size_t)(bytes[digits] - '0');
    if (digits == n)
        return WD_GATEWAY_MORE;
    if (bytes[digits] != ':')
        return WD_GATEWAY_NONE;
    const unsigned char *first = bytes + digits + 1;
    n -= digits + 1;
    if (memcmp(first, SCGI_FIRST, n < sizeof SCGI_FIRST ? n : sizeof SCGI_FIRST) != 0)
        return WD_GATEWAY_NONE;
    if (n < sizeof SCGI_FIRST)
        return WD_GATEWAY_MORE;
    read_pairs(parameters(first, n, length, found), scgi_text, found);
    return WD_GATEWAY_FOUND;
}

/* uwsgi: the kind of application, the parameters' length in two bytes, lower one first, one byte more; each name and
 * each value has its length before it. What looks like this by chance has no name of a variable here. */
enum { UWSGI_HEADER = 4, UWSGI_FIRST_NAME = 64 };

static size_t uwsgi_length(const unsigned char *at)
{
    return (size_t)at[0] | (size_t)at[1] << 8;
}

static int uwsgi_text(struct rest *rest, struct wd_text *text)
{
    if (left(rest) < 2)
        return 0;
    size_t length = uwsgi_length(rest->at);
    rest->at += 2;
    return take(rest, length, text);
}

static int is_variable(const struct wd_text *name)
{
    for (size_t i = 0; i < name->length; i++)
        if (!(name->text[i] >= 'A' && name->text[i] <= 'Z') && name->text[i] != '_')
            return 0;
    return name->length > 0;
}

static enum wd_gateway uwsgi(const unsigned char *bytes, size_t n, struct wd_gateway_request *found)
{
    if (n < UWSGI_HEADER + 2)
        return WD_GATEWAY_MORE;
    size_t length = uwsgi_length(bytes + 1), first = uwsgi_length(bytes + UWSGI_HEADER);
    if (first > UWSGI_FIRST_NAME || first + 2 > length)
        return WD_GATEWAY_NONE;
    struct rest rest = parameters(bytes + UWSGI_HEADER, n - UWSGI_HEADER, length, found), beginning = rest;
    struct wd_text name;
    if (!uwsgi_text(&beginning, &name))
        return WD_GATEWAY_MORE;
    if (!is_variable(&name))
        return WD_GATEWAY_NONE;
    read_pairs(rest, uwsgi_text, found);
    return WD_GATEWAY_FOUND;
}

enum wd_gateway wd_gateway_request(const unsigned char *bytes, size_t n, struct wd_gateway_request *found)
{
    *found = (struct wd_gateway_request){ 0 };
    if (n == 0)
        return WD_GATEWAY_MORE;
    if (!wd_gateway_may_begin(bytes[0]))
        return WD_GATEWAY_NONE;
    if (bytes[0] == 1)
        return fastcgi(bytes, n, found);
    if (bytes[0] >= '0' && bytes[0] <= '9')
        return scgi(bytes, n, found);
    return uwsgi(bytes, n, found);
}
