/* SPDX-License-Identifier: Apache-2.0 */
/* request.h: what the first bytes of a request say of its kind: HTTP/1.x, FastCGI, SCGI and uwsgi. Pure, but for
 * routes.h. */
#ifndef WD_CHANNELS_REQUEST_H
#define WD_CHANNELS_REQUEST_H

#include <stdint.h>

#include "channels/gateway.h"
#include "channels/routes.h"

#define WD_REQUEST_NAME (WD_ROUTE_LENGTH + 32)
#define WD_REQUEST_HEAD 1024 /* so much of it is looked at */

enum wd_request {
    WD_REQUEST_OTHER, /* none of these */
    WD_REQUEST_MORE,  /* more bytes are needed */
    WD_REQUEST_NAMED, /* `name` is written */
};

struct wd_request_line {
    struct wd_text method, target;
};

/* What a request's first bytes ask for, by HTTP's first line, a gateway's parameters or the request of HTTP that one of
 * ICAP brings: as they are, but for a target's scheme and host, which are for proxies. False: they do not say it, or
 * not all of it. */
int wd_request_asks(const unsigned char *bytes, size_t n, struct wd_request_line *line);

/* Whether these bytes begin a request of ICAP, which brings another one to be looked at or changed. */
int wd_request_is_icap(const unsigned char *bytes, size_t n);

/* Whether a request that begins with this byte may have a name. */
static inline int wd_request_may_be_named(unsigned char first)
{
    return (first >= 'A' && first <= 'Z') || wd_gateway_may_begin(first);
}

/* `bytes` are the first `n` of what a client has sent since the last answer. */
enum wd_request wd_request_name(const unsigned char *bytes, size_t n, char name[WD_REQUEST_NAME]);

/* Whether these bytes begin HTTP/2's connection preface, so far as they go; at least three. */
int wd_request_is_http2(const unsigned char *bytes, size_t n);

/* Whether they are a TLS client's first message that offers HTTP/2; what was agreed on is not to be seen. */
int wd_request_offers_http2(const unsigned char *bytes, size_t n);

/* How long the HTTP/1.x request is that these bytes begin, head and body. False, and `length` as it was: they do not
 * say it, or not all of its head is there. */
int wd_request_length(const unsigned char *bytes, size_t n, uint64_t *length);

/* Whether the lines of this head ask to be told to send the body. */
int wd_request_expects(const unsigned char *head, size_t n);

/* Whether these bytes are an HTTP/1.x answer behind which another one follows: 100 (Continue) and its like, but for
 * 101, which ends the request. */
int wd_request_is_interim(const unsigned char *bytes, size_t n);

/* Whether they are 101 (Switching Protocols), as before WebSocket's messages; or open the tunnel that CONNECT is asked
 * for. */
int wd_request_switches(const unsigned char *bytes, size_t n, int connects);

/* May they be either, by their status alone? */
static inline int wd_request_may_be_interim(const unsigned char *bytes, size_t n)
{
    return n > 9 && bytes[9] == '1' && bytes[0] == 'H';
}

/* The value of the header traceparent in these bytes, if all of it is there: WD_TRACEPARENT characters; else NULL. */
const char *wd_request_traceparent(const unsigned char *bytes, size_t n);

#endif
