/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/request.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "contexts/examples.h"

#define METHOD_LIMIT 16

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

/* A request target without scheme and host: its absolute form is for proxies. */
static struct wd_text path_of(const char *target, size_t length)
{
    const char *end = target + length;
    const char *host = length > 8 && target[0] != '/' ? memmem(target, length, "://", 3) : NULL;
    const char *path = host ? memchr(host + 3, '/', (size_t)(end - host - 3)) : target;
    path = path ? path : end;
    return (struct wd_text){ path, (size_t)(end - path) };
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
    *line = (struct wd_request_line){ { bytes, method }, path_of(path, (size_t)((stop ? stop : end) - path)) };
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

/* Script and route; the route is what the client asked for, else the script. */
static enum wd_request by_parameters(const struct wd_gateway_request *the, size_t n, char *name)
{
    if (!the->is_complete && n < WD_REQUEST_HEAD && !(the->method.text && the->uri.text && the->script.text))
        return WD_REQUEST_MORE;
    if (!the->method.text || (!the->uri.text && !the->script.text))
        return WD_REQUEST_OTHER;
    const struct wd_text *path = the->uri.text ? &the->uri : &the->script;
    wd_route_name(the->method.text, the->method.length, path->text, path->length, name);
    if (!the->script.text)
        return WD_REQUEST_NAMED;
    size_t used = strlen(name);
    char file[WD_ROUTE_LENGTH];
    wd_route_of(the->script.text, the->script.length, file);
    if (!strstr(name, file) && used + strlen(file) + 4 < WD_REQUEST_NAME) {
        strcat(name, " (");
        strcat(name, file);
        strcat(name, ")");
    }
    return WD_REQUEST_NAMED;
}

int wd_request_is_icap(const unsigned char *bytes, size_t n)
{
    static const char request[] = "REQMOD icap", answer[] = "RESPMOD icap", options[] = "OPTIONS icap";
    return n >= sizeof answer &&
           (memcmp(bytes, request, sizeof request - 1) == 0 || memcmp(bytes, answer, sizeof answer - 1) == 0 ||
            memcmp(bytes, options, sizeof options - 1) == 0);
}

/* What ICAP brings stands behind its head: of an answer, the request comes first. */
static size_t head_of_icap(const unsigned char *bytes, size_t n)
{
    static const char head_end[] = "\r\n\r\n";
    const unsigned char *end = wd_request_is_icap(bytes, n) ? memmem(bytes, n, head_end, sizeof head_end - 1) : NULL;
    return end ? (size_t)(end - bytes) + sizeof head_end - 1 : 0;
}

int wd_request_asks(const unsigned char *bytes, size_t n, struct wd_request_line *line)
{
    struct wd_gateway_request the;
    enum wd_gateway found = wd_gateway_request(bytes, n, &the);
    if (found == WD_GATEWAY_NONE) {
        size_t head = head_of_icap(bytes, n);
        return http_line((const char *)bytes + head, n - head, line) == WD_REQUEST_NAMED;
    }
    if (found == WD_GATEWAY_MORE || !the.method.text || !the.uri.text)
        return 0;
    *line = (struct wd_request_line){ the.method, the.uri };
    return 1;
}

/* The value of the header whose name, with its colon, is `header`, in small letters; NULL: these lines have none. */
static const char *http_header(const char *bytes, size_t n, const char *header)
{
    const size_t length = strlen(header);
    const char *line = bytes, *end = bytes + n;
    while ((line = memchr(line, '\n', (size_t)(end - line))) != NULL) {
        line++;
        if ((size_t)(end - line) < length || (*line | 32) != *header || strncasecmp(line, header, length) != 0)
            continue;
        for (line += length; line < end && *line == ' ';)
            line++;
        return line;
    }
    return NULL;
}

/* Only digits, up to the line's end. */
static int number_of(const char *text, const char *end, uint64_t *number)
{
    const char *at = text;
    for (*number = 0; at < end && *at >= '0' && *at <= '9' && at - text < 18; at++)
        *number = *number * 10 + (uint64_t)(*at - '0');
    return at > text && at < end && *at == '\r';
}

int wd_request_length(const unsigned char *bytes, size_t n, uint64_t *length)
{
    struct wd_request_line line;
    const char *text = (const char *)bytes;
    const char *end = http_line(text, n, &line) == WD_REQUEST_NAMED ? memmem(bytes, n, "\r\n\r\n", 4) : NULL;
    if (!end)
        return 0;
    size_t head = (size_t)(end - text) + 4;
    const char *body = http_header(text, head, "content-length:");
    uint64_t behind = 0;
    if (http_header(text, head, "transfer-encoding:") || http_header(text, head, "upgrade:") ||
        (body && !number_of(body, text + head, &behind)))
        return 0;
    *length = head + behind;
    return 1;
}

int wd_request_expects(const unsigned char *head, size_t n)
{
    return http_header((const char *)head, n, "expect:") != NULL;
}

/* The status of an answer that these bytes begin; NULL: they do not. */
static const char *status_of(const unsigned char *bytes, size_t n)
{
    enum { VERSION = 7, STATUS = 9, STATUS_END = 12 };
    return n >= STATUS_END && memcmp(bytes, "HTTP/1.", VERSION) == 0 ? (const char *)bytes + STATUS : NULL;
}

int wd_request_switches(const unsigned char *bytes, size_t n, int connects)
{
    const char *status = status_of(bytes, n);
    return status && (memcmp(status, "101", 3) == 0 || (connects && *status == '2'));
}

int wd_request_is_interim(const unsigned char *bytes, size_t n)
{
    const char *status = status_of(bytes, n);
    if (!status || *status != '1' || memcmp(status, "101", 3) == 0)
        return 0;
    const unsigned char *end = memmem(bytes, n, "\r\n\r\n", 4);
    return end && end + 4 == bytes + n;
}

const char *wd_request_traceparent(const unsigned char *bytes, size_t n)
{
    struct wd_gateway_request the;
    if (wd_gateway_request(bytes, n, &the) == WD_GATEWAY_FOUND)
        return the.traceparent.length == WD_TRACEPARENT ? the.traceparent.text : NULL;
    const char *text = (const char *)bytes;
    const char *found = http_header(text, n, "traceparent:");
    return found && (size_t)(text + n - found) >= WD_TRACEPARENT ? found : NULL;
}

enum wd_request wd_request_name(const unsigned char *bytes, size_t n, char name[WD_REQUEST_NAME])
{
    struct wd_gateway_request the;
    switch (wd_gateway_request(bytes, n, &the)) {
    case WD_GATEWAY_MORE: return WD_REQUEST_MORE;
    case WD_GATEWAY_FOUND: return by_parameters(&the, n, name);
    default: return http((const char *)bytes, n, name);
    }
}
