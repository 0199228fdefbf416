/* SPDX-License-Identifier: Apache-2.0 */
/* unnamed_waits.c: see unnamed_waits.h. */
#include "unnamed_waits.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "memory/region.h"

#define PLACES 64 /* of 4 KB each; more paths than that are seldom new in a tenth of a second */

enum state {
    FREE,
    FILLED_IN, /* by the waker */
    KEPT,
    NAMED, /* somebody adds it */
};

struct place {
    uint32_t state; /* atomic */
    struct wd_wait wait;
    struct wd_waker_path path;
};

static struct place *places;
static uint32_t kept; /* atomic: places that are not FREE, or more; mostly none */

void wd_unnamed_waits_prepare(void)
{
    places = wd_region_reserve(PLACES * sizeof *places);
}

static int change(struct place *p, uint32_t from, uint32_t to)
{
    return __atomic_compare_exchange_n(&p->state, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static void release(struct place *p)
{
    __atomic_store_n(&p->state, FREE, __ATOMIC_RELEASE);
    __atomic_sub_fetch(&kept, 1, __ATOMIC_RELAXED);
}

int wd_unnamed_waits_keep(const struct wd_wait *wait, const struct wd_waker_path *path)
{
    if (!places)
        return 0;
    __atomic_add_fetch(&kept, 1, __ATOMIC_RELAXED);
    for (struct place *p = places; p < places + PLACES; p++)
        if (change(p, FREE, FILLED_IN)) {
            p->wait = *wait;
            memcpy(&p->path, path, offsetof(struct wd_waker_path, frames) + (size_t)path->depth * sizeof *path->frames);
            __atomic_store_n(&p->state, KEPT, __ATOMIC_RELEASE);
            return 1;
        }
    __atomic_sub_fetch(&kept, 1, __ATOMIC_RELAXED);
    return 0;
}

void wd_unnamed_waits_add(JNIEnv *env)
{
    if (__atomic_load_n(&kept, __ATOMIC_RELAXED) == 0)
        return;
    for (struct place *p = places; p < places + PLACES; p++)
        if (change(p, KEPT, NAMED)) {
            p->wait.key.holder_path = wd_waker_path_context(env, &p->path);
            wd_waits_add(&p->wait);
            release(p);
        }
}
