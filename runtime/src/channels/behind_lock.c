/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/behind_lock.h"

#include "http2/short_lock.h"

/* What the lock of this process's threads is. */
static uint32_t own = 1;

void wd_behind_after_fork(void)
{
    own++;
}

/* The thread is not in this process that held it. */
static void give_up(struct wd_behind *the)
{
    for (uint32_t i = 0; i < the->count; i++)
        if (the->numbers[i] >= WD_DESCRIPTORS)
            wd_channel(the->numbers[i])->open = 0;
    the->count = 0;
    the->has_lost = 1;
    the->framing.state = the->answers.state = WD_FRAMING_LOST;
}

int wd_behind_lock(struct wd_behind *the)
{
    for (int i = 0; i < WD_SHORT_LOCK_PATIENCE; i++) {
        uint32_t holder = __atomic_load_n(&the->lock, __ATOMIC_RELAXED);
        if (holder != own &&
            __atomic_compare_exchange_n(&the->lock, &holder, own, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
            if (holder)
                give_up(the);
            return 1;
        }
        __builtin_ia32_pause();
    }
    return 0;
}

void wd_behind_unlock(struct wd_behind *the)
{
    wd_short_unlock(&the->lock);
}
