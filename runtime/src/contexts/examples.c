/* SPDX-License-Identifier: Apache-2.0 */
#include "contexts/examples.h"

#include <string.h>

#include "memory/region.h"

#define ASKED 4096 /* contexts, more than one of which may have a place */
#define OFTEN 64   /* requests of which each is looked at */
#define SELDOM 16  /* and then one of so many */

static wd_name *kept; /* by context; atomic */

/* How often one was wanted, and where it goes on behind UINT8_MAX: who sends no such header is not searched for it each
 * time. What threads do at once may count as one. */
static uint8_t asked[ASKED];

__attribute__((constructor(101))) static void reserve(void)
{
    kept = wd_region_reserve((size_t)WD_CONTEXT_END * sizeof *kept);
}

/* version-trace-span-flags: 2, 32, 16 and 2 digits; a trace of zeros is none. */
static int is_well_formed(const char *text, size_t length)
{
    static const char form[] = "00-tttttttttttttttttttttttttttttttt-ssssssssssssssss-ff";
    _Static_assert(sizeof form - 1 == WD_TRACEPARENT, "the length of all of them");
    int has_trace = 0;
    for (size_t i = 0; i < length && i < WD_TRACEPARENT; i++) {
        int is_digit = (text[i] >= '0' && text[i] <= '9') || (text[i] >= 'a' && text[i] <= 'f');
        if (form[i] == '-' || form[i] == '0' ? text[i] != form[i] : !is_digit)
            return 0;
        has_trace |= form[i] == 't' && text[i] != '0';
    }
    return length == WD_TRACEPARENT && has_trace;
}

static int is_sampled(const char *text)
{
    char last = text[WD_TRACEPARENT - 1];
    return (last <= '9' ? last - '0' : last - 'a' + 10) & 1;
}

static int is_its_turn(whodunit_context context)
{
    uint8_t *place = &asked[context % ASKED], n = __atomic_load_n(place, __ATOMIC_RELAXED);
    __atomic_store_n(place, n == UINT8_MAX ? OFTEN : n + 1, __ATOMIC_RELAXED);
    return n < OFTEN || n % SELDOM == 0;
}

int wd_example_is_wanted(whodunit_context context)
{
    wd_name known = wd_example(context);
    return kept && !(known && is_sampled(wd_name_text(known))) && is_its_turn(context);
}

void wd_example_keep(whodunit_context context, const char *text, size_t length)
{
    if (!kept || context <= WHODUNIT_OVERFLOW || context >= wd_context_count() || !is_well_formed(text, length))
        return;
    wd_name known = wd_example(context);
    if (known && (is_sampled(wd_name_text(known)) || !is_sampled(text)))
        return;
    __atomic_store_n(&kept[context], wd_name_intern(text, length), __ATOMIC_RELEASE);
}

wd_name wd_example(whodunit_context context)
{
    return kept && context < WD_CONTEXT_END ? __atomic_load_n(&kept[context], __ATOMIC_ACQUIRE) : 0;
}
