/* SPDX-License-Identifier: Apache-2.0 */
#include "http2/frames.h"

#include <string.h>

#define LENGTH_LIMIT (1u << 20) /* who sends longer frames has not been followed from their beginning */

static void parse(struct wd_frames *frames)
{
    const uint8_t *h = frames->header;
    frames->frame = (struct wd_frame){
        .length = (uint32_t)h[0] << 16 | (uint32_t)h[1] << 8 | h[2],
        .type = h[3],
        .flags = h[4],
        .stream = ((uint32_t)h[5] << 24 | (uint32_t)h[6] << 16 | (uint32_t)h[7] << 8 | h[8]) & INT32_MAX,
    };
    frames->left = frames->frame.length;
    frames->is_lost = frames->frame.length > LENGTH_LIMIT;
}

static void tell(void (*callback)(void *, const struct wd_frame *), void *user, const struct wd_frame *frame)
{
    if (callback)
        callback(user, frame);
}

static size_t read_preface(struct wd_frames *frames, size_t n)
{
    size_t taken = n < frames->preface ? n : frames->preface;
    frames->preface -= (uint32_t)taken;
    return taken;
}

static size_t read_header(struct wd_frames *frames, const unsigned char *bytes, size_t n,
                          const struct wd_frame_reader *reader, void *user)
{
    size_t missing = WD_FRAME_HEADER - frames->header_length, taken = n < missing ? n : missing;
    memcpy(frames->header + frames->header_length, bytes, taken);
    frames->header_length += (uint32_t)taken;
    if (frames->header_length < WD_FRAME_HEADER)
        return taken;
    parse(frames);
    if (!frames->is_lost)
        tell(reader->begins, user, &frames->frame);
    return taken;
}

static void end_if_whole(struct wd_frames *frames, const struct wd_frame_reader *reader, void *user)
{
    if (frames->left > 0 || frames->header_length < WD_FRAME_HEADER || frames->is_lost)
        return;
    frames->header_length = 0;
    tell(reader->ends, user, &frames->frame);
}

void wd_frames_read(struct wd_frames *frames, const void *bytes, size_t n, const struct wd_frame_reader *reader,
                    void *user)
{
    const unsigned char *at = bytes, *end = at + n;
    at += read_preface(frames, n);
    while (at < end && !frames->is_lost) {
        if (frames->header_length < WD_FRAME_HEADER) {
            at += read_header(frames, at, (size_t)(end - at), reader, user);
        } else {
            size_t taken = (size_t)(end - at) < frames->left ? (size_t)(end - at) : frames->left;
            if (reader->bytes)
                reader->bytes(user, &frames->frame, at, taken);
            frames->left -= (uint32_t)taken;
            at += taken;
        }
        end_if_whole(frames, reader, user);
    }
}

int wd_frames_pass(struct wd_frames *frames, uint64_t n, const struct wd_frame_reader *reader, void *user)
{
    if (n == 0 || frames->is_lost)
        return !frames->is_lost;
    if (n > frames->left || frames->header_length < WD_FRAME_HEADER) {
        frames->is_lost = 1;
        return 0;
    }
    frames->left -= (uint32_t)n;
    end_if_whole(frames, reader, user);
    return 1;
}
