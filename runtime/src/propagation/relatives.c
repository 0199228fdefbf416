/* SPDX-License-Identifier: Apache-2.0 */
#include "propagation/relatives.h"

#include <string.h>

#include "contexts/context.h"
#include "contexts/intern.h"
#include "crosstalk/between.h"
#include "memory/region.h"
#include "threads/thread.h"

#define PIECES 1024 /* remembered; a later one takes the place of an earlier one */

/* `key` is 0 while the rest is not valid. */
static struct piece {
    uint64_t key;
    uint64_t uid;
    uint32_t synopsis;
} * pieces;

__attribute__((constructor(101))) static void reserve(void)
{
    pieces = wd_region_share(PIECES * sizeof *pieces);
}

static uint64_t key_of(const char *name)
{
    size_t length = strlen(name);
    return (uint64_t)wd_hash(1, name, length) << 32 | wd_hash(2, name, length) | 1;
}

void wd_relatives_made(const char *name)
{
    whodunit_context context = wd_thread.context;
    if (!pieces)
        return;
    uint64_t key = key_of(name);
    struct piece *p = &pieces[key / 2 % PIECES];
    __atomic_store_n(&p->key, 0, __ATOMIC_SEQ_CST);
    if (context == WHODUNIT_ROOT)
        return;
    struct wd_remote abroad = wd_context_abroad(context);
    __atomic_store_n(&p->uid, abroad.uid, __ATOMIC_RELAXED);
    __atomic_store_n(&p->synopsis, abroad.synopsis, __ATOMIC_RELAXED);
    __atomic_store_n(&p->key, key, __ATOMIC_RELEASE);
}

void wd_relatives_opened(const char *name)
{
    if (!pieces || wd_thread.context != WHODUNIT_ROOT)
        return;
    uint64_t key = key_of(name);
    const struct piece *p = &pieces[key / 2 % PIECES];
    if (__atomic_load_n(&p->key, __ATOMIC_ACQUIRE) != key)
        return;
    struct wd_remote maker = { .uid = __atomic_load_n(&p->uid, __ATOMIC_RELAXED),
                               .synopsis = __atomic_load_n(&p->synopsis, __ATOMIC_RELAXED) };
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (__atomic_load_n(&p->key, __ATOMIC_RELAXED) != key)
        return;
    wd_thread_switch(wd_context_remote(maker.uid, maker.synopsis));
    wd_between_begins();
}
