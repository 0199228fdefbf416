/* SPDX-License-Identifier: Apache-2.0 */
/* answers.h: which of its requests a server answers on an HTTP/2 connection, by the bytes that it sends. */
#ifndef WD_HTTP2_ANSWERS_H
#define WD_HTTP2_ANSWERS_H

#include "http2/frames.h"

struct wd_http2_answer_listener {
    void (*answers)(void *user, uint32_t stream);
    void (*answered)(void *user, uint32_t stream);     /* all of it has been sent */
    void (*lets_remember)(void *user, uint32_t bytes); /* head.h */
};

struct wd_http2_answers {
    struct wd_frames frames;
    const struct wd_http2_answer_listener *listener;
    void *user;               /* of the listener, while bytes are read */
    unsigned char setting[6]; /* the one that is being read */
    uint32_t setting_length;
};

/* Reads on. False: it cannot be read. */
int wd_http2_answers_read(struct wd_http2_answers *answers, const void *bytes, size_t n, void *user);

/* Passes over bytes that nobody has seen. False: they are not all of one frame. */
int wd_http2_answers_pass(struct wd_http2_answers *answers, uint64_t n, void *user);

#endif
