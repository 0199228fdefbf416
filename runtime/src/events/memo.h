/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memo.h: what a handler called under a context leads to, remembered, so that
 * a dispatch and a call cost one look-up. Shared by all threads without a lock;
 * an entry may be lost, never wrong.
 */
#ifndef WD_EVENTS_MEMO_H
#define WD_EVENTS_MEMO_H

#include <stdint.h>

#include "whodunit.h"

/* Two words of one entry belong together if both hold their writer's number:
 *   handler's address (48 bits) | number (16)
 *   context (24) | context that it leads to (24) | number (16)
 * What does not fit is not remembered. */
struct wd_memo {
    uint64_t handler;
    uint64_t contexts;
};

enum { WD_MEMOS = 1024 };
extern struct wd_memo wd_memos[WD_MEMOS];

static inline struct wd_memo *wd_memo_entry(whodunit_context context, uintptr_t handler)
{
    return &wd_memos[((handler ^ ((uint64_t)context << 32)) * 0x9E3779B97F4A7C15u) >> 54];
}

/* True, and *result, if the pair is remembered. */
static inline int wd_memo_find(whodunit_context context, uintptr_t handler, whodunit_context *result)
{
    const struct wd_memo *m = wd_memo_entry(context, handler);
    uint64_t first = __atomic_load_n(&m->handler, __ATOMIC_RELAXED);
    uint64_t second = __atomic_load_n(&m->contexts, __ATOMIC_RELAXED);
    *result = second >> 16 & 0xffffff;
    return first >> 16 == handler && second >> 40 == context && (uint16_t)first == (uint16_t)second && first != 0;
}

/* Whoever comes second of two threads that meet in an entry gives way. */
void wd_memo_store(whodunit_context context, uintptr_t handler, whodunit_context result);

#endif
