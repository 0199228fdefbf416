/* SPDX-License-Identifier: Apache-2.0 */
#include "region.h"

#include <sys/mman.h>

static void *map(size_t bytes, int sharing)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
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
