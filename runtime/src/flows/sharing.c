/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/sharing.h"

#include "flows/thread.h"

enum { LOCKS = 1 << 13 };
static const uintptr_t SEVERAL = 1;

static struct taken {
    uintptr_t lock, thread; /* SEVERAL: by more than one */
} locks[LOCKS];

int wd_lock_is_shared(uintptr_t lock)
{
    struct taken *l = &locks[(lock * 0x9E3779B97F4A7C15u) >> 51];
    uintptr_t me = (uintptr_t)&wd_flow_thread;
    uintptr_t thread = __atomic_load_n(&l->thread, __ATOMIC_RELAXED);
    if (__atomic_load_n(&l->lock, __ATOMIC_RELAXED) != lock) {
        __atomic_store_n(&l->lock, lock, __ATOMIC_RELAXED);
        __atomic_store_n(&l->thread, me, __ATOMIC_RELAXED);
        return 0;
    }
    if (thread != me && thread != SEVERAL)
        __atomic_store_n(&l->thread, SEVERAL, __ATOMIC_RELAXED);
    return thread != me;
}
