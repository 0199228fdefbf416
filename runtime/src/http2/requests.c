/* SPDX-License-Identifier: Apache-2.0 */
#include "http2/requests.h"

#include "http2/head.h"

#define PRIORITY 5 /* bytes that say of what a request depends, before its headers */

int wd_http2_requests_begin(struct wd_http2_requests *requests, const struct wd_http2_listener *listener)
{
    *requests = (struct wd_http2_requests){ .listener = listener, .head = wd_http2_head_new() };
    wd_frames_begin_at_preface(&requests->frames);
    return requests->head != NULL;
}

void wd_http2_requests_end(struct wd_http2_requests *requests)
{
    wd_http2_head_free(requests->head);
    requests->head = NULL;
}

static int is_new(const struct wd_http2_requests *requests, const struct wd_frame *frame)
{
    return frame->stream % 2 == 1 && frame->stream > requests->last;
}

static int has_headers(const struct wd_frame *frame)
{
    return frame->type == WD_FRAME_HEADERS || frame->type == WD_FRAME_CONTINUATION;
}

static void begins(void *user, const struct wd_frame *frame)
{
    struct wd_http2_requests *the = user;
    if (the->is_lost)
        return;
    if (frame->type == WD_FRAME_HEADERS) {
        the->prefix = (frame->flags & WD_FRAME_PADDED ? 1 : 0) + (frame->flags & WD_FRAME_PRIORITY ? PRIORITY : 0);
        wd_http2_head_begin(the->head);
    } else if (frame->type == WD_FRAME_CONTINUATION)
        the->prefix = 0;
    if (has_headers(frame) && frame->length < the->prefix) {
        the->is_lost = 1;
        return;
    }
    the->block_left = frame->length - the->prefix;
    if (frame->type == WD_FRAME_RST_STREAM)
        the->listener->reset(the->user, frame->stream);
    else if (frame->stream && !(has_headers(frame) && is_new(the, frame)))
        the->listener->more(the->user, frame->stream);
}

/* The first byte of what is padded says how many are behind the block. */
static size_t read_prefix(struct wd_http2_requests *the, const struct wd_frame *frame, const unsigned char *bytes,
                          size_t n)
{
    size_t whole = (frame->flags & WD_FRAME_PADDED ? 1 : 0) + (frame->flags & WD_FRAME_PRIORITY ? PRIORITY : 0);
    size_t taken = n < the->prefix ? n : the->prefix;
    if (taken > 0 && the->prefix == whole && (frame->flags & WD_FRAME_PADDED)) {
        the->is_lost |= bytes[0] > the->block_left;
        the->block_left -= the->is_lost ? 0 : bytes[0];
    }
    the->prefix -= (uint32_t)taken;
    return taken;
}

static void read_block(struct wd_http2_requests *the, const struct wd_frame *frame, const unsigned char *bytes,
                       size_t n)
{
    size_t skipped = the->prefix ? read_prefix(the, frame, bytes, n) : 0, left = n - skipped;
    size_t taken = left < the->block_left ? left : the->block_left;
    the->is_lost |= !wd_http2_head_read(the->head, bytes + skipped, taken);
    the->block_left -= (uint32_t)taken;
}

static void bytes_came(void *user, const struct wd_frame *frame, const unsigned char *bytes, size_t n)
{
    struct wd_http2_requests *the = user;
    if (the->is_lost)
        return;
    if (has_headers(frame))
        read_block(the, frame, bytes, n);
    else if (frame->type == WD_FRAME_DATA && !(frame->flags & WD_FRAME_PADDED))
        the->listener->body(the->user, frame->stream, bytes, n);
}

static void ends(void *user, const struct wd_frame *frame)
{
    struct wd_http2_requests *the = user;
    unsigned char text[WD_HTTP2_HEAD];
    size_t n = 0;
    if (the->is_lost || !has_headers(frame) || !(frame->flags & WD_FRAME_END_HEADERS))
        return;
    if (!wd_http2_head_end(the->head, text, sizeof text, &n)) {
        the->is_lost = 1;
        return;
    }
    if (!is_new(the, frame))
        return;
    the->last = frame->stream;
    if (n > 0)
        the->listener->request(the->user, frame->stream, text, n);
}

int wd_http2_requests_read(struct wd_http2_requests *requests, const void *bytes, size_t n, void *user)
{
    static const struct wd_frame_reader reader = { begins, bytes_came, ends };
    requests->user = user;
    if (!requests->is_lost)
        wd_frames_read(&requests->frames, bytes, n, &reader, requests);
    requests->is_lost |= requests->frames.is_lost;
    return !requests->is_lost;
}
