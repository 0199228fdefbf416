/*
 * descriptor.h: the context that a descriptor carries (rules R4 and R5 of
 * docs/events.md). Written by the wrappers of accept, connect and the sending
 * calls, and cleared by close; single atomic words, signal-safe.
 */
#ifndef WD_EVENTS_DESCRIPTOR_H
#define WD_EVENTS_DESCRIPTOR_H

#include "whodunit.h"

enum { WD_DESCRIPTORS = 1 << 20 };

#define WD_FD_ACCEPTED 0x80000000u  /* carries where its transaction began */
#define WD_FD_CONNECTED 0x40000000u /* carries the context of the last write */

/* By descriptor: one of the flags, and the context; 0 carries nothing. NULL
 * until the library is initialised. */
extern uint32_t *wd_descriptors;

static inline uint32_t wd_descriptor(int fd)
{
    if (__builtin_expect(!wd_descriptors || (unsigned)fd >= WD_DESCRIPTORS, 0))
        return 0;
    return __atomic_load_n(&wd_descriptors[fd], __ATOMIC_RELAXED);
}

static inline void wd_descriptor_set(int fd, uint32_t flag, whodunit_context context)
{
    if (wd_descriptors && (unsigned)fd < WD_DESCRIPTORS)
        __atomic_store_n(&wd_descriptors[fd], flag | context, __ATOMIC_RELAXED);
}

static inline whodunit_context wd_descriptor_context(uint32_t entry)
{
    return entry & ~(WD_FD_ACCEPTED | WD_FD_CONNECTED);
}

#endif
