/* SPDX-License-Identifier: Apache-2.0 */
#include "region.h"

#include <sys/mman.h>

#define REGIONS 64 /* what is beyond is only not known */

static struct {
    uintptr_t begin, end; /* the latter is set last */
} regions[REGIONS];
static uint32_t count;

void wd_region_tell(const void *region, size_t bytes)
{
    uintptr_t begin = (uintptr_t)region;
    uint32_t n = __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
    if (n >= REGIONS)
        return;
    regions[n].begin = begin;
    __atomic_store_n(&regions[n].end, begin + ((bytes + 4095) & ~(size_t)4095), __ATOMIC_RELEASE);
}

static void *map(size_t bytes, int sharing)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    wd_region_tell(p, bytes);
    return p;
}

int wd_region_above(uintptr_t address, uintptr_t *begin, uintptr_t *end)
{
    *begin = *end = UINTPTR_MAX;
    for (uint32_t i = 0; i < REGIONS; i++) {
        uintptr_t its_end = __atomic_load_n(&regions[i].end, __ATOMIC_ACQUIRE);
        if (its_end > address && its_end < *end) {
            *begin = regions[i].begin;
            *end = its_end;
        }
    }
    return *end != UINTPTR_MAX;
}

void *wd_region_reserve(size_t bytes)
{
    return map(bytes, MAP_PRIVATE);
}

void *wd_region_share(size_t bytes)
{
    return map(bytes, MAP_SHARED);
}

void wd_region_wipe_on_fork(void *region, size_t bytes)
{
    if (region)
        madvise(region, bytes, MADV_WIPEONFORK);
}
