/* SPDX-License-Identifier: Apache-2.0 */
/*
 * frames.h: HTTP/2's frames in one direction of a connection, as they pass in
 * pieces of any size (RFC 9113, section 4). Pure: takes no memory and no lock.
 */
#ifndef WD_HTTP2_FRAMES_H
#define WD_HTTP2_FRAMES_H

#include <stddef.h>
#include <stdint.h>

enum {
    WD_FRAME_DATA = 0,
    WD_FRAME_HEADERS = 1,
    WD_FRAME_RST_STREAM = 3,
    WD_FRAME_SETTINGS = 4,
    WD_FRAME_WINDOW_UPDATE = 8,
    WD_FRAME_CONTINUATION = 9,
};
enum {
    WD_FRAME_END_STREAM = 1,
    WD_FRAME_ACK = 1,
    WD_FRAME_END_HEADERS = 4,
    WD_FRAME_PADDED = 8,
    WD_FRAME_PRIORITY = 32
};

#define WD_FRAME_HEADER 9
#define WD_HTTP2_PREFACE 24 /* bytes that a client begins with */

struct wd_frame {
    uint32_t length; /* of what is behind the header */
    uint32_t stream; /* 0: of the whole connection */
    uint8_t type, flags;
};

/* How far a direction has been read. Zero: at a frame's beginning. */
struct wd_frames {
    uint32_t preface; /* bytes of it that are still to come */
    uint32_t left;    /* bytes of the frame that are still to come */
    uint32_t header_length;
    uint8_t header[WD_FRAME_HEADER];
    uint8_t is_lost; /* these are no frames */
    struct wd_frame frame;
};

/* Who is told, in this order: of each frame's beginning, of its bytes piece by piece, of its end. NULL: of none. */
struct wd_frame_reader {
    void (*begins)(void *user, const struct wd_frame *frame);
    void (*bytes)(void *user, const struct wd_frame *frame, const unsigned char *bytes, size_t n);
    void (*ends)(void *user, const struct wd_frame *frame);
};

/* What a client sends: it begins with the preface. */
static inline void wd_frames_begin_at_preface(struct wd_frames *frames)
{
    *frames = (struct wd_frames){ .preface = WD_HTTP2_PREFACE };
}

/* Reads on. What comes behind a frame that is none is not read. */
void wd_frames_read(struct wd_frames *frames, const void *bytes, size_t n, const struct wd_frame_reader *reader,
                    void *user);

/* Passes over bytes that nobody has seen. False: a frame's header may be among them, so it is lost. */
int wd_frames_pass(struct wd_frames *frames, uint64_t n, const struct wd_frame_reader *reader, void *user);

#endif
