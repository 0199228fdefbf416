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

int wd_request_is_http2(const unsigned char *bytes, size_t n)
{
    static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    size_t length = n < sizeof preface - 1 ? n : sizeof preface - 1;
    return n >= 3 && memcmp(bytes, preface, length) == 0;
}

int wd_request_offers_http2(const unsigned char *bytes, size_t n)
{
    enum { HANDSHAKE = 0x16, CLIENT_HELLO = 1, RECORD_HEADER = 5 };
    return n > RECORD_HEADER && bytes[0] == HANDSHAKE && bytes[1] == 3 && bytes[RECORD_HEADER] == CLIENT_HELLO &&
           memmem(bytes, n, "\2h2", 3); /* a name in the extension ALPN, behind its length */
}

static enum wd_request http_line(const char *bytes, size_t n, struct wd_request_line *line)
{
    size_t method = 0;
    while (method < n && method < METHOD_LIMIT && bytes[method] >= 'A' && bytes[method] <= 'Z')
        method++;
    if (method == n && n < METHOD_LIMIT)
        return WD_REQUEST_MORE;
    if (method < 3 || method == n || bytes[method] != ' ')
        return WD_REQUEST_OTHER;
    if (method == 3 && memcmp(bytes, "PRI", 3) == 0) /* HTTP/2 */
        return WD_REQUEST_OTHER;
    const char *path = bytes + method + 1, *end = bytes + n;
    const char *feed = memchr(path, '\n', (size_t)(end - path));
    const char *stop = memchr(path, ' ', (size_t)((feed ? feed : end) - path));
    *line = (struct wd_request_line){ { bytes, method }, { path, (size_t)((stop ? stop : end) - path) } };
    if (stop && end - stop >= 6)
        return memcmp(stop, " HTTP/", 6) == 0 ? WD_REQUEST_NAMED : WD_REQUEST_OTHER;
    return feed ? WD_REQUEST_OTHER : WD_REQUEST_MORE;
}

static enum wd_request http(const char *bytes, size_t n, char *name)
{
    struct wd_request_line line = { 0 };
    enum wd_request found = http_line(bytes, n, &line);
    if (found == WD_REQUEST_MORE && n >= WD_REQUEST_HEAD) /* a path without an end */
        found = WD_REQUEST_NAMED;
    if (found == WD_REQUEST_NAMED)
        wd_route_name(line.method.text, line.method.length, line.target.text, line.target.length, name);
    return found;
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

static int is_named(const unsigned char *name, size_t length, const char *wanted)
{
    return length == strlen(wanted) && memcmp(name, wanted, length) == 0;
}

struct parameters {
    struct wd_text method, uri, script;
};

static void read_parameters(const unsigned char *at, const unsigned char *end, struct parameters *found)
{
    size_t name_length, value_length;
    while (take_length(&at, end, &name_length) && take_length(&at, end, &value_length) &&
           name_length <= (size_t)(end - at) && value_length <= (size_t)(end - at) - name_length) {
        struct wd_text value = { (const char *)at + name_length, value_length };
        if (is_named(at, name_length, "REQUEST_METHOD"))
            found->method = value;
        else if (is_named(at, name_length, "REQUEST_URI"))
            found->uri = value;
        else if (is_named(at, name_length, "SCRIPT_NAME"))
            found->script = value;
        at += name_length + value_length;
    }
}

/* The first record begins a request, the next ones have its parameters: those that are there; are they all? */
static enum wd_request fastcgi_parameters(const unsigned char *bytes, size_t n, struct parameters *found, int *complete)
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
    *complete = left - FCGI_HEADER >= length || n >= WD_REQUEST_HEAD;
    if (length > left - FCGI_HEADER)
        length = left - FCGI_HEADER;
    read_parameters(record + FCGI_HEADER, record + FCGI_HEADER + length, found);
    return WD_REQUEST_NAMED;
}

/* Script and route; the route is what the client asked for, else the script. */
static enum wd_request fastcgi(const unsigned char *bytes, size_t n, char *name)
{
    struct parameters the = { 0 };
    int complete;
    enum wd_request found = fastcgi_parameters(bytes, n, &the, &complete);
    if (found != WD_REQUEST_NAMED)
        return found;
    if (!complete && !(the.method.text && the.uri.text && the.script.text))
        return WD_REQUEST_MORE;
    if (!the.method.text || (!the.uri.text && !the.script.text))
        return WD_REQUEST_OTHER;
    const struct wd_text *path = the.uri.text ? &the.uri : &the.script;
    wd_route_name(the.method.text, the.method.length, path->text, path->length, name);
    if (!the.script.text)
        return WD_REQUEST_NAMED;
    size_t used = strlen(name);
    char file[WD_ROUTE_LENGTH];
    wd_route_of(the.script.text, the.script.length, file);
    if (!strstr(name, file) && used + strlen(file) + 4 < WD_REQUEST_NAME) {
        strcat(name, " (");
        strcat(name, file);
        strcat(name, ")");
    }
    return WD_REQUEST_NAMED;
}

int wd_request_asks(const unsigned char *bytes, size_t n, struct wd_request_line *line)
{
    struct parameters the = { 0 };
    int complete;
    if (n == 0)
        return 0;
    if (bytes[0] != 1)
        return http_line((const char *)bytes, n, line) == WD_REQUEST_NAMED;
    if (fastcgi_parameters(bytes, n, &the, &complete) != WD_REQUEST_NAMED || !the.method.text || !the.uri.text)
        return 0;
    *line = (struct wd_request_line){ the.method, the.uri };
    return 1;
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
