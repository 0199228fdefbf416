/* SPDX-License-Identifier: Apache-2.0 */
/*
 * region.h: big zeroed arrays of address space, backed by memory only where
 * touched. They are never freed, so lock-free readers need no reclamation.
 */
#ifndef WD_REGION_H
#define WD_REGION_H

#include <stddef.h>
#include <stdint.h>

/* NULL if the address space is exhausted. */
void *wd_region_reserve(size_t bytes);

/* The same, but in forked children it is zero, which costs a fork less than to copy it. */
void *wd_region_reserve_own(size_t bytes);

/* The same, in memory that forked children have in common with this process. Not by two threads at once. */
void *wd_region_share(size_t bytes);

/* Another mapping of ours that is to be found among them. */
void wd_region_tell(const void *region, size_t bytes);

/* The first of all regions, of this process, that ends above `address`: its bounds; false if there is none. */
int wd_region_above(uintptr_t address, uintptr_t *begin, uintptr_t *end);

#endif
