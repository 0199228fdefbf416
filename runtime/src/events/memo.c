/* SPDX-License-Identifier: Apache-2.0 */
#include "events/memo.h"

struct wd_memo wd_memos[WD_MEMOS] __attribute__((aligned(64)));

void wd_memo_store(whodunit_context context, uintptr_t handler, whodunit_context result)
{
    if (handler >> 48 || context >> 24 || result >> 24)
        return;
    struct wd_memo *m = wd_memo_entry(context, handler);
    uint64_t there = __atomic_load_n(&m->handler, __ATOMIC_RELAXED);
    uint16_t number = (uint16_t)(there + 1);
    if (__atomic_compare_exchange_n(&m->handler, &there, (uint64_t)handler << 16 | number, 0, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
        __atomic_store_n(&m->contexts, (uint64_t)context << 40 | (uint64_t)result << 16 | number, __ATOMIC_RELAXED);
}
