/* SPDX-License-Identifier: Apache-2.0 */
/*
 * requests.h: what a client asks for on an HTTP/2 connection, by the bytes that
 * it sends: each of its streams is a request.
 */
#ifndef WD_HTTP2_REQUESTS_H
#define WD_HTTP2_REQUESTS_H

#include "http2/frames.h"

#define WD_HTTP2_HEAD 1024 /* bytes of a request's head that are looked at */

struct wd_http2_head;

/* Who is told. */
struct wd_http2_listener {
    void (*request)(void *user, uint32_t stream, const unsigned char *head, size_t n); /* as HTTP/1 has it */
    void (*more)(void *user, uint32_t stream); /* of a request, or a larger window for its answer */
    void (*body)(void *user, uint32_t stream, const unsigned char *bytes, size_t n); /* pieces of it */
    void (*reset)(void *user, uint32_t stream);                                      /* it wants no answer any more */
};

struct wd_http2_requests {
    struct wd_frames frames;
    struct wd_http2_head *head;
    const struct wd_http2_listener *listener;
    void *user;          /* of the listener, while bytes are read */
    uint32_t last;       /* the last stream that the client has begun */
    uint32_t prefix;     /* bytes before a header block that are still to come */
    uint32_t block_left; /* bytes of it in this frame that are still to come */
    uint8_t is_lost;     /* the rest cannot be read */
};

/* At the preface. False: no memory is left. Behind it nothing is kept but by wd_http2_requests_end. */
int wd_http2_requests_begin(struct wd_http2_requests *requests, const struct wd_http2_listener *listener);
void wd_http2_requests_end(struct wd_http2_requests *requests);

/* Reads on. False: it cannot be read, now or since earlier. */
int wd_http2_requests_read(struct wd_http2_requests *requests, const void *bytes, size_t n, void *user);

#endif
