/* SPDX-License-Identifier: Apache-2.0 */
/* gateway.h: the parameters with which a web server asks an application: FastCGI, SCGI and uwsgi. Pure. */
#ifndef WD_CHANNELS_GATEWAY_H
#define WD_CHANNELS_GATEWAY_H

#include <stddef.h>

struct wd_text {
    const char *text; /* not ended by NUL; NULL: none */
    size_t length;
};

/* Those that say what a request is. */
struct wd_gateway_request {
    struct wd_text method, uri, script, traceparent;
    int is_complete; /* no more parameters will come */
};

enum wd_gateway {
    WD_GATEWAY_NONE,  /* another protocol */
    WD_GATEWAY_MORE,  /* more bytes are needed */
    WD_GATEWAY_FOUND, /* `found` has the parameters that are there */
};

/* Whether what begins with this byte may be one: a record's version, a length in digits, a kind of application. */
static inline int wd_gateway_may_begin(unsigned char first)
{
    return first < ' ' || (first >= '0' && first <= '9');
}

/* By a request's first `n` bytes, of which `found` points to some. */
enum wd_gateway wd_gateway_request(const unsigned char *bytes, size_t n, struct wd_gateway_request *found);

#endif
