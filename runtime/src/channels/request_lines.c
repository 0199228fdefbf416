/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/request_lines.h"

#include <string.h>

#include "contexts/intern.h"
#include "memory/region.h"

#define LINES (1u << 11)

/* Written by one thread at a time, or it is nobody's. */
static struct kept {
    uint32_t sequence; /* odd while it is written; 0: empty */
    uint32_t length;
    whodunit_context remote, context;
    unsigned char bytes[WD_LINE];
} * kept;

__attribute__((constructor(101))) static void reserve(void)
{
    kept = wd_region_reserve_own(LINES * sizeof *kept);
}

struct wd_line wd_line_of(const unsigned char *bytes, size_t n)
{
    struct wd_line line = { bytes, 0, 0 };
    const unsigned char *end =
        n > 0 && bytes[0] >= 'A' && bytes[0] <= 'Z' ? memchr(bytes, '\n', n < WD_LINE ? n : WD_LINE) : NULL;
    if (end && kept) {
        line.length = (uint32_t)(end - bytes) + 1;
        line.hash = wd_hash(0, bytes, line.length);
    }
    return line;
}

static int is_that(const struct kept *k, const struct wd_line *line, whodunit_context remote)
{
    return k->length == line->length && k->remote == remote && memcmp(k->bytes, line->bytes, line->length) == 0;
}

whodunit_context wd_line_context(const struct wd_line *line, whodunit_context remote)
{
    if (line->length == 0)
        return WHODUNIT_ROOT;
    const struct kept *k = &kept[(line->hash ^ remote) % LINES];
    uint32_t sequence = __atomic_load_n(&k->sequence, __ATOMIC_ACQUIRE);
    if (sequence == 0 || sequence % 2 || !is_that(k, line, remote))
        return WHODUNIT_ROOT;
    whodunit_context context = k->context;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return __atomic_load_n(&k->sequence, __ATOMIC_RELAXED) == sequence ? context : WHODUNIT_ROOT;
}

void wd_line_keep(const struct wd_line *line, whodunit_context remote, whodunit_context context)
{
    if (line->length == 0)
        return;
    struct kept *k = &kept[(line->hash ^ remote) % LINES];
    uint32_t sequence = __atomic_load_n(&k->sequence, __ATOMIC_RELAXED);
    if (sequence % 2 ||
        !__atomic_compare_exchange_n(&k->sequence, &sequence, sequence + 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return;
    k->length = line->length;
    k->remote = remote;
    k->context = context;
    memcpy(k->bytes, line->bytes, line->length);
    __atomic_store_n(&k->sequence, sequence + 2, __ATOMIC_RELEASE);
}
