/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/request.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "contexts/examples.h"

#define METHOD_LIMIT 16
#define FCGI_BEGIN 1
#define FCGI_PARAMS 4
enum { FCGI_HEADER = 8, FCGI_FIRST = 2 * FCGI_HEADER }; /* bytes; the first record has 8 more */

static enum wd_request http(const char *bytes, size_t n, char *name)
{
    size_t method = 0;
    while (method < n && method < METHOD_LIMIT && bytes[method] >= 'A' && bytes[method] <= 'Z')
        method++;
    if (method == n && n < METHOD_LIMIT)
        return WD_REQUEST_MORE;
    if (method < 3 || bytes[method] != ' ')
        return WD_REQUEST_OTHER;
    const char *path = bytes + method + 1, *end = bytes + n;
    const char *line = memchr(path, '\n', (size_t)(end - path));
    const char *stop = memchr(path, ' ', (size_t)((line ? line : end) - path));
    if (stop && end - stop >= 6)
        return memcmp(stop, " HTTP/", 6) == 0 ? wd_route_name(bytes, method, path, (size_t)(stop - path), name),
               WD_REQUEST_NAMED               : WD_REQUEST_OTHER;
    if (line)
        return WD_REQUEST_OTHER;
    if (n < WD_REQUEST_HEAD)
        return WD_REQUEST_MORE;
    wd_route_name(bytes, method, path, (size_t)((stop ? stop : end) - path), name); /* a path without an end */
    return WD_REQUEST_NAMED;
}

/* A length of a name or a value, in one byte or four. */
static int take_length(const unsigned char **at, const unsigned char *end, size_t *length)
{
    if (*at >= end)
        return 0;
    if (**at < 128) {
        *length = *(*at)++;
        return 1;
    }
    if (end - *at < 4)
        return 0;
    *length = (size_t)((*at)[0] & 0x7f) << 24 | (size_t)(*at)[1] << 16 | (size_t)(*at)[2] << 8 | (*at)[3];
    *at += 4;
    return 1;
}

struct value {
    const unsigned char *text;
    size_t length;
};

static int is_named(const unsigned char *name, size_t length, const char *wanted)
{
    return length == strlen(wanted) && memcmp(name, wanted, length) == 0;
}

/* Script and route, of the parameters that are there; the route is what the client asked for, else the script. */
static enum wd_request fastcgi_parameters(const unsigned char *at, const unsigned char *end, int complete, char *name)
{
    struct value method = { 0 }, uri = { 0 }, script = { 0 };
    size_t name_length, value_length;
    while (take_length(&at, end, &name_length) && take_length(&at, end, &value_length) &&
           name_length <= (size_t)(end - at) && value_length <= (size_t)(end - at) - name_length) {
        struct value value = { at + name_length, value_length };
        if (is_named(at, name_length, "REQUEST_METHOD"))
            method = value;
        else if (is_named(at, name_length, "REQUEST_URI"))
            uri = value;
        else if (is_named(at, name_length, "SCRIPT_NAME"))
            script = value;
        at += name_length + value_length;
    }
    if (!complete && !(method.text && uri.text && script.text))
        return WD_REQUEST_MORE;
    if (!method.text || (!uri.text && !script.text))
        return WD_REQUEST_OTHER;
    const struct value *path = uri.text ? &uri : &script;
    wd_route_name((const char *)method.text, method.length, (const char *)path->text, path->length, name);
    size_t used = strlen(name);
    char file[WD_ROUTE_LENGTH];
    wd_route_of((const char *)script.text, script.length, file);
    if (script.text && !strstr(name, file) && used + strlen(file) + 4 < WD_REQUEST_NAME) {
        strcat(name, " (");
        strcat(name, file);
        strcat(name, ")");
    }
    return WD_REQUEST_NAMED;
}

/* The first record begins a request, the next ones have its parameters. */
static enum wd_request fastcgi(const unsigned char *bytes, size_t n, char *name)
{
    if (n < FCGI_FIRST)
        return WD_REQUEST_MORE;
    if (bytes[1] != FCGI_BEGIN || bytes[4] != 0 || bytes[5] != 8)
        return WD_REQUEST_OTHER;
    const unsigned char *record = bytes + FCGI_FIRST;
    size_t left = n - FCGI_FIRST;
    if (left < FCGI_HEADER)
        return WD_REQUEST_MORE;
    if (record[0] != 1 || record[1] != FCGI_PARAMS)
        return WD_REQUEST_OTHER;
    size_t length = (size_t)record[4] << 8 | record[5];
    int complete = left - FCGI_HEADER >= length || n >= WD_REQUEST_HEAD;
    if (length > left - FCGI_HEADER)
        length = left - FCGI_HEADER;
    return fastcgi_parameters(record + FCGI_HEADER, record + FCGI_HEADER + length, complete, name);
}

/* A FastCGI parameter's value follows its name at once. */
static const char *fastcgi_traceparent(const char *bytes, size_t n)
{
    static const char before[] = "\x10\x37HTTP_TRACEPARENT";
    const char *found = memmem(bytes, n, before, sizeof before - 1);
    return found ? found + sizeof before - 1 : NULL;
}

static const char *http_traceparent(const char *bytes, size_t n)
{
    static const char header[] = "traceparent:";
    const size_t length = sizeof header - 1;
    const char *line = bytes, *end = bytes + n;
    while ((line = memchr(line, '\n', (size_t)(end - line))) != NULL) {
        line++;
        if ((size_t)(end - line) < length || strncasecmp(line, header, length) != 0)
            continue;
        for (line += length; line < end && *line == ' ';)
            line++;
        return line;
    }
    return NULL;
}

const char *wd_request_traceparent(const unsigned char *bytes, size_t n)
{
    const char *text = (const char *)bytes;
    const char *found = n == 0 ? NULL : bytes[0] == 1 ? fastcgi_traceparent(text, n) : http_traceparent(text, n);
    return found && (size_t)(text + n - found) >= WD_TRACEPARENT ? found : NULL;
}

enum wd_request wd_request_name(const unsigned char *bytes, size_t n, char name[WD_REQUEST_NAME])
{
    if (n == 0)
        return WD_REQUEST_MORE;
    return bytes[0] == 1 ? fastcgi(bytes, n, name) : http((const char *)bytes, n, name);
}
