/* SPDX-License-Identifier: Apache-2.0 */
#include "http2/answers.h"

#include <string.h>

#define HEADER_TABLE_SIZE 1

static void begins(void *user, const struct wd_frame *frame)
{
    struct wd_http2_answers *the = user;
    the->setting_length = 0;
    if (frame->type == WD_FRAME_DATA || frame->type == WD_FRAME_HEADERS || frame->type == WD_FRAME_RST_STREAM)
        the->listener->answers(the->user, frame->stream);
}

static void read_setting(struct wd_http2_answers *the)
{
    const unsigned char *s = the->setting;
    uint32_t value = (uint32_t)s[2] << 24 | (uint32_t)s[3] << 16 | (uint32_t)s[4] << 8 | s[5];
    if ((s[0] << 8 | s[1]) == HEADER_TABLE_SIZE)
        the->listener->lets_remember(the->user, value);
    the->setting_length = 0;
}

static void bytes_sent(void *user, const struct wd_frame *frame, const unsigned char *bytes, size_t n)
{
    struct wd_http2_answers *the = user;
    if (frame->type != WD_FRAME_SETTINGS || (frame->flags & WD_FRAME_ACK))
        return;
    while (n > 0) {
        size_t missing = sizeof the->setting - the->setting_length, taken = n < missing ? n : missing;
        memcpy(the->setting + the->setting_length, bytes, taken);
        the->setting_length += (uint32_t)taken;
        bytes += taken;
        n -= taken;
        if (the->setting_length == sizeof the->setting)
            read_setting(the);
    }
}

static int ends_stream(const struct wd_frame *frame)
{
    return frame->type == WD_FRAME_RST_STREAM ||
           ((frame->type == WD_FRAME_DATA || frame->type == WD_FRAME_HEADERS) && (frame->flags & WD_FRAME_END_STREAM));
}

static void ends(void *user, const struct wd_frame *frame)
{
    struct wd_http2_answers *the = user;
    if (ends_stream(frame))
        the->listener->answered(the->user, frame->stream);
}

static const struct wd_frame_reader reader = { begins, bytes_sent, ends };

int wd_http2_answers_read(struct wd_http2_answers *answers, const void *bytes, size_t n, void *user)
{
    answers->user = user;
    wd_frames_read(&answers->frames, bytes, n, &reader, answers);
    return !answers->frames.is_lost;
}

int wd_http2_answers_pass(struct wd_http2_answers *answers, uint64_t n, void *user)
{
    answers->user = user;
    return wd_frames_pass(&answers->frames, n, &reader, answers);
}
