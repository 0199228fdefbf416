/* SPDX-License-Identifier: Apache-2.0 */
#include "memory/region.h"

#include <sys/mman.h>

#define REGIONS 64 /* what is beyond is only not known */
#define HUGE_PAGE ((uintptr_t)2 << 20)
#define APART ((uintptr_t)1 << 30)
#define COMMON ((size_t)512 << 10)

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

enum kind { INHERITED, OWN, SHARED, KINDS };

/* What a fork costs grows with the number of mappings. So regions of a kind lie side by side, each below the one
 * before, where the kernel makes one mapping of them. The kinds are far from one another, and from where the kernel
 * maps. */
static void *place(size_t bytes, enum kind kind)
{
    static uintptr_t lowest[KINDS];
    uintptr_t none = 0, start = ((uintptr_t)lowest & -HUGE_PAGE) - (kind + 1) * APART;
    __atomic_compare_exchange_n(&lowest[kind], &none, start, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return (void *)__atomic_sub_fetch(&lowest[kind], (bytes + 4095) & ~(size_t)4095, __ATOMIC_RELAXED);
}

/* Where it can be at its place; anywhere else otherwise. */
static void *map(size_t bytes, enum kind kind)
{
    int sharing = kind == SHARED ? MAP_SHARED : MAP_PRIVATE;
    void *p = mmap(place(bytes, kind), bytes, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
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
    return map(bytes, INHERITED);
}

void *wd_region_reserve_own(size_t bytes)
{
    void *p = map(bytes, OWN);
    if (p)
        madvise(p, bytes, MADV_WIPEONFORK);
    return p;
}

/* Each mapping of shared memory is a file of its own, so all come out of one. */
void *wd_region_share(size_t bytes)
{
    static char *common;
    static size_t used;
    bytes = (bytes + 4095) & ~(size_t)4095;
    if (!common)
        common = map(COMMON, SHARED);
    if (!common || bytes > COMMON - used)
        return map(bytes, SHARED);
    char *region = common + used;
    used += bytes;
    return region;
}
