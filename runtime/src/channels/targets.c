/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/targets.h"

#include <string.h>

#include "contexts/intern.h"

#define END 6 /* bytes of a target that are looked for, if it is not just the same */

/* In wd_channel.target: above these, which of the channel's requests it is of, from 1. */
#define HASH_BITS 24
#define HASH_MASK ((1u << HASH_BITS) - 1)
#define NUMBER(requests) (((uint64_t)(requests) % UINT16_MAX + 1) << (2 * HASH_BITS))

static uint64_t whole_of(uint64_t hashes)
{
    return hashes & HASH_MASK;
}

static uint64_t end_of(uint64_t hashes)
{
    return hashes >> HASH_BITS & HASH_MASK;
}

static uint64_t hashes_of(const struct wd_request_line *line)
{
    size_t end = line->target.length < END ? line->target.length : END;
    uint32_t method = wd_hash(0, line->method.text, line->method.length);
    uint32_t whole = wd_hash(method, line->target.text, line->target.length);
    uint32_t last = wd_hash(0, line->target.text + line->target.length - end, end);
    return (uint64_t)(last & HASH_MASK) << HASH_BITS | (whole & HASH_MASK);
}

int wd_target_look(const unsigned char *sent, size_t n, struct wd_target *target)
{
    if (!wd_request_asks(sent, n, &target->line))
        return 0;
    target->hashes = hashes_of(&target->line);
    return 1;
}

static int is_same(const struct wd_text *a, const struct wd_text *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* From the first segment on that both have whole. */
static uint32_t common_end(const struct wd_text *a, const struct wd_text *b)
{
    uint32_t n = 0, segments = 0;
    while (n < a->length && n < b->length && a->text[a->length - 1 - n] == b->text[b->length - 1 - n])
        if (a->text[a->length - ++n] == '/')
            segments = n;
    return segments;
}

uint32_t wd_target_alike(struct wd_channel *request, const struct wd_target *target)
{
    uint64_t known = __atomic_load_n(&request->target, __ATOMIC_RELAXED);
    uint64_t number = NUMBER(__atomic_load_n(&request->requests, __ATOMIC_RELAXED));
    struct wd_request_line line;
    int is_known = known >> (2 * HASH_BITS) == number >> (2 * HASH_BITS);
    if (is_known && whole_of(known) != whole_of(target->hashes) && end_of(known) != end_of(target->hashes))
        return 0;
    if (!wd_request_asks(request->head, request->head_length, &line))
        return 0;
    if (!is_known)
        __atomic_store_n(&request->target, number | hashes_of(&line), __ATOMIC_RELAXED);
    if (!is_same(&line.method, &target->line.method))
        return 0;
    return is_same(&line.target, &target->line.target) ? WD_TARGET_WHOLE
                                                       : common_end(&line.target, &target->line.target);
}
