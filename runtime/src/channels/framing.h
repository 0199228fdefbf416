/* SPDX-License-Identifier: Apache-2.0 */
/* framing.h: where each of the HTTP/1.x requests ends that a client sends one behind another, or each of the answers:
 * heads of any length, bodies by Content-Length or in chunks. Pure. */
#ifndef WD_CHANNELS_FRAMING_H
#define WD_CHANNELS_FRAMING_H

#include <stddef.h>
#include <stdint.h>

#define WD_FRAMING_LINE 40 /* bytes of a line that are looked at */

enum wd_framing_state {
    WD_FRAMING_BETWEEN, /* the next byte begins a request */
    WD_FRAMING_FIRST,   /* in its first line */
    WD_FRAMING_FIELDS,
    WD_FRAMING_BODY,
    WD_FRAMING_CHUNK_LINE,
    WD_FRAMING_CHUNK,
    WD_FRAMING_TRAILERS,
    WD_FRAMING_LOST, /* the rest cannot be told apart: another protocol's, or wrong */
};

enum wd_framing_of {
    WD_FRAMING_REQUEST,
    WD_FRAMING_ANSWER,
    WD_FRAMING_ANSWER_TO_HEAD, /* which has no body, whatever it says of its length */
};

/* Zero: between two requests. */
struct wd_framing {
    uint8_t state; /* enum wd_framing_state */
    uint8_t of;    /* enum wd_framing_of: of what comes next */
    uint8_t is_chunked, switches;
    uint8_t connects;    /* the request is for a tunnel */
    uint8_t expects;     /* its client may wait until it is told to send the body, of which nothing has come */
    uint8_t is_interim;  /* behind that answer another one follows, to the same request */
    uint8_t is_bodiless; /* that answer's status says so */
    uint8_t line_length; /* of the line that has come so far, as much as is looked at */
    uint64_t left;       /* bytes of the body, or the chunk with its end */
    char line[WD_FRAMING_LINE];
};

/* Reads on, to the end of one at most. Returns how many bytes were read; the state is WD_FRAMING_BETWEEN where
 * it ends behind them. */
size_t wd_framing_read(struct wd_framing *framing, const char *bytes, size_t n);

/* That many bytes have come that nobody can read. */
void wd_framing_pass(struct wd_framing *framing, uint64_t n);

#endif
