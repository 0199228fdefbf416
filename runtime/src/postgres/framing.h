/* SPDX-License-Identifier: Apache-2.0 */
/*
 * framing.h: where a message of PostgreSQL's protocol begins and how long it is, of
 * either side's.
 */
#ifndef WD_POSTGRES_FRAMING_H
#define WD_POSTGRES_FRAMING_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define WD_PG_LONGEST 0x40000000 /* message */

/* The framing of one side. */
struct wd_pg_messages {
    uint8_t header[8];
    uint8_t header_length;
    uint32_t left; /* of the payload */
};

static inline uint32_t wd_pg_number(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The letters of messages, each a bit. */
#define WD_PG_LETTER(c) (1ull << ((c) - 'A'))

static inline int wd_pg_is_one_of(uint64_t letters, char code)
{
    return code >= 'A' && code <= 'z' && (letters & WD_PG_LETTER(code));
}

/* Takes the first `size` bytes of a message; true once they are complete. */
static inline int wd_pg_take_header(struct wd_pg_messages *m, uint8_t size, const uint8_t **bytes, size_t *length)
{
    size_t n = (size_t)size - m->header_length;
    if (n > *length)
        n = *length;
    memcpy(m->header + m->header_length, *bytes, n);
    m->header_length += (uint8_t)n;
    *bytes += n;
    *length -= n;
    return m->header_length == size;
}

/* The first bytes of a message, where they lie if they came at once; NULL while they are incomplete. */
static inline const uint8_t *wd_pg_header(struct wd_pg_messages *m, uint8_t size, const uint8_t **bytes, size_t *length)
{
    if (m->header_length > 0 || *length < size)
        return wd_pg_take_header(m, size, bytes, length) ? m->header : NULL;
    const uint8_t *header = *bytes;
    m->header_length = size;
    *bytes += size;
    *length -= size;
    return header;
}

#endif
