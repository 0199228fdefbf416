/* SPDX-License-Identifier: Apache-2.0 */
/*
 * marks.h: what a waker leaves for a waiter (wakers.h): its context and call path, in one word. It lies under the
 * address that is waited for, of which 1,024 buckets are told apart by a hash.
 */
#ifndef WD_MARKS_H
#define WD_MARKS_H

#include <stdint.h>

#include "whodunit.h"

/* What a waker leaves: 0 is no mark. */
typedef uint64_t wd_mark;
#define WD_MARKED (1ull << 63)

/* `path` is an id of stacks.h, or 0. */
static inline wd_mark wd_mark_of(whodunit_context context, uint32_t path)
{
    return WD_MARKED | (wd_mark)path << 32 | context;
}
static inline whodunit_context wd_mark_context(wd_mark mark)
{
    return (whodunit_context)mark;
}
static inline uint32_t wd_mark_path(wd_mark mark)
{
    return (uint32_t)(mark >> 32) & 0x7fffffff;
}

#define WD_BUCKETS 1024

static inline uint32_t wd_bucket_of(const void *address)
{
    return (uint32_t)(((uintptr_t)address * 0x9E3779B97F4A7C15u) >> 54);
}

#endif
