/* SPDX-License-Identifier: Apache-2.0 */
/*
 * path_trail.h: the compiled frames that a thread's last walk has met, as a
 * hint what its next one will load. Nothing but time depends on it: threads
 * that share a place spoil each other's.
 */
#ifndef WD_PATH_TRAIL_H
#define WD_PATH_TRAIL_H

#include <stdint.h>

#define WD_TRAIL_FRAMES 64 /* those further out are met without a hint */

struct wd_path_trail {
    uint64_t frames[WD_TRAIL_FRAMES]; /* a number of 16 bits, an address of 48; ends at 0 */
};

/* @param thread an address that no other living thread has */
struct wd_path_trail *wd_path_trail_of(const void *thread);

static inline uint64_t wd_path_trail_frame(const struct wd_path_trail *trail, int i)
{
    return __atomic_load_n(&trail->frames[i], __ATOMIC_RELAXED);
}

static inline unsigned wd_path_trail_site(uint64_t frame)
{
    return (unsigned)(frame >> 48);
}

static inline const char *wd_path_trail_address(uint64_t frame)
{
    return (const char *)(uintptr_t)(frame & 0xffffffffffffu);
}

/* Written only where it differs, which is seldom. */
static inline void wd_path_trail_set(struct wd_path_trail *trail, int i, uint64_t frame)
{
    if (i < WD_TRAIL_FRAMES && wd_path_trail_frame(trail, i) != frame)
        __atomic_store_n(&trail->frames[i], frame, __ATOMIC_RELAXED);
}

static inline void wd_path_trail_put(struct wd_path_trail *trail, int i, unsigned site, const char *address)
{
    wd_path_trail_set(trail, i, (uint64_t)site << 48 | (uintptr_t)address);
}

static inline void wd_path_trail_end(struct wd_path_trail *trail, int i)
{
    wd_path_trail_set(trail, i, 0);
}

#endif
