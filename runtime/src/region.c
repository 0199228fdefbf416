/* SPDX-License-Identifier: Apache-2.0 */
#include "region.h"

#include <sys/mman.h>

void *wd_region_reserve(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

void wd_region_wipe_on_fork(void *region, size_t bytes)
{
    if (region)
        madvise(region, bytes, MADV_WIPEONFORK);
}
