/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/resemblance.h"

#include <string.h>

#include "channels/pieces.h"

#define HEAD 256    /* bytes of a request that are looked for */
#define OF_HEAD 512 /* places for the shingles of these */
#define CLEARLY 2
#define MUCH 16 /* less may be the end of a message, which resembles others */

/* Sets are small, so that they push little out of the host's caches: two of a thousand shingles share their 32 bits
 * once in ten thousand times. */
static uint32_t shingle(const unsigned char *bytes)
{
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    uint32_t hash = (uint32_t)((value * 0x9E3779B97F4A7C15u) >> 32);
    return hash ? hash : 1;
}

/* False if it is there already. `places` is a power of two. */
static int insert(uint32_t *set, uint32_t places, uint32_t value)
{
    uint32_t at = value & (places - 1);
    for (; set[at]; at = (at + 1) & (places - 1))
        if (set[at] == value)
            return 0;
    set[at] = value;
    return 1;
}

static int has(const uint32_t *set, uint32_t places, uint32_t value)
{
    uint32_t at = value & (places - 1);
    for (; set[at]; at = (at + 1) & (places - 1))
        if (set[at] == value)
            return 1;
    return 0;
}

void wd_sent_look(struct wd_sent *sent, const struct iovec *pieces, size_t count)
{
    sent->length = wd_pieces_copy(pieces, count, sent->bytes, sizeof sent->bytes);
}

/* The first `length` bytes are what is compared. */
static void take_shingles(struct wd_sent *sent, size_t length)
{
    memset(sent->in, 0, sizeof sent->in);
    sent->different = 0;
    for (size_t i = 0; i + WD_SHINGLE <= length; i++)
        sent->different += (uint32_t)insert(sent->in, WD_SENT_SHINGLES, shingle(sent->bytes + i));
}

enum part { LINE, ALL };

/* The first line, or up to the end of HTTP's last header, with that of its line, which an earlier one has as well: what
 * follows is not what tells one from another. */
static uint32_t length_of(enum part part, const unsigned char *bytes, uint32_t length)
{
    const unsigned char *end = part == LINE ? memchr(bytes, '\n', length) : memmem(bytes, length, "\r\n\r\n", 4);
    return end ? (uint32_t)(end - bytes) + (part == ALL ? 2 : 0) : length;
}

static uint32_t length_asked(enum part part, const struct wd_channel *request)
{
    return length_of(part, request->head, request->head_length < HEAD ? request->head_length : HEAD);
}

/* How many different shingles of a request are sent, and how many it has. */
static uint32_t bytes_sent(enum part part, const struct wd_channel *request, const struct wd_sent *sent,
                           uint32_t *different)
{
    uint32_t counted[OF_HEAD] = { 0 };
    uint32_t found = 0, length = length_asked(part, request);
    *different = 0;
    for (uint32_t i = 0; i + WD_SHINGLE <= length; i++) {
        uint32_t value = shingle(request->head + i);
        if (insert(counted, OF_HEAD, value)) {
            ++*different;
            found += (uint32_t)has(sent->in, WD_SENT_SHINGLES, value);
        }
    }
    return found;
}

static int begins_as(enum part part, const struct wd_channel *request, const struct wd_sent *sent)
{
    size_t length = length_asked(part, request);
    return memcmp(request->head, sent->bytes, length < sent->length ? length : sent->length) == 0;
}

struct likest {
    uint32_t request;
    int degree; /* as of wd_resembles */
};

/* What a proxy sends has the bytes of one request, and of the others only what they have in common with that one. */
static struct likest likest(enum part part, const struct wd_candidates *all, struct wd_sent *sent)
{
    uint32_t most[WD_CANDIDATES] = { 0 }, best = 0, best_of = 0, second = 0;
    struct likest found = { 0, 0 };
    take_shingles(sent, part == LINE ? length_of(LINE, sent->bytes, (uint32_t)sent->length) : sent->length);
    for (uint32_t i = 0; i < all->n; i++) {
        uint32_t of, n = bytes_sent(part, wd_channel(all->request[i].fd), sent, &of);
        if (n > most[all->group[i]])
            most[all->group[i]] = n;
        if (n > best) {
            best = n;
            best_of = of < sent->different ? of : sent->different;
            found.request = i;
        }
    }
    for (uint32_t i = 0; i < all->n; i++)
        if (i != all->group[found.request] && most[i] > second)
            second = most[i];
    if (best < second + CLEARLY)
        return found;
    const struct wd_channel *request = wd_channel(all->request[found.request].fd);
    found.degree = 2 * best > best_of && (best >= MUCH || begins_as(part, request, sent)) ? 2 : 1;
    return found;
}

/* A proxy may order headers as another client does than the one that has asked, so the first line goes first. */
int wd_resembles(const struct wd_candidates *all, struct wd_sent *sent, int has_line, struct wd_request_id *found)
{
    struct likest asks = { 0, 0 };
    if (has_line)
        asks = likest(LINE, all, sent);
    struct likest is = asks.degree == 2 ? asks : likest(ALL, all, sent);
    if (asks.degree == 1 && (!is.degree || all->group[is.request] != all->group[asks.request]))
        is = asks;
    *found = all->request[is.request];
    return is.degree;
}

int wd_resembles_others(const struct wd_candidates *all, const struct wd_sent *sent, size_t own,
                        const struct wd_request_id *found)
{
    uint32_t of_found = 0;
    while (of_found < all->n && all->request[of_found].fd != found->fd)
        of_found++;
    for (uint32_t i = 0; i < all->waiting && of_found < all->n; i++) {
        const struct wd_channel *request = wd_channel(all->request[i].fd);
        uint32_t length = request->head_length < HEAD ? request->head_length : HEAD;
        if (all->group[i] != all->group[of_found] && length >= WD_SHINGLE &&
            memmem(sent->bytes + own, sent->length - own, request->head, length))
            return 1;
    }
    return 0;
}
