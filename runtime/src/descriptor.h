/*
 * descriptor.h: what a descriptor carries, in one word, so that a call on a
 * descriptor that carries nothing costs a load and a branch. Atomic, and
 * signal-safe.
 *
 * The context and its two flags are rules R4 and R5 of docs/events.md; the
 * third flag is the MySQL carrier's (mysql/connection.h).
 */
#ifndef WD_DESCRIPTOR_H
#define WD_DESCRIPTOR_H

#include "whodunit.h"

enum { WD_DESCRIPTORS = 1 << 20 }; /* higher ones carry nothing */

#define WD_FD_ACCEPTED 0x80000000u  /* carries where its transaction began */
#define WD_FD_CONNECTED 0x40000000u /* carries the context of the last write */
#define WD_FD_MYSQL 0x20000000u     /* an accepted connection that may speak MySQL */
#define WD_FD_FLAGS (WD_FD_ACCEPTED | WD_FD_CONNECTED | WD_FD_MYSQL)

/* By descriptor: flags and a context; 0 carries nothing. Pages that were never
 * written take no memory. */
extern uint32_t wd_descriptors[WD_DESCRIPTORS];

static inline uint32_t wd_descriptor(int fd)
{
    return __builtin_expect((unsigned)fd < WD_DESCRIPTORS, 1) ? __atomic_load_n(&wd_descriptors[fd], __ATOMIC_RELAXED)
                                                              : 0;
}

/* What of a word is the events' part: 0 where it carries no context. */
static inline uint32_t wd_descriptor_events(uint32_t word)
{
    return word & ~WD_FD_MYSQL;
}

static inline whodunit_context wd_descriptor_context(uint32_t word)
{
    return word & ~WD_FD_FLAGS;
}

/* Replaces the bits of `mask` by `bits`. */
static inline void wd_descriptor_change(int fd, uint32_t mask, uint32_t bits)
{
    uint32_t word = wd_descriptor(fd);
    while ((word & mask) != bits && (unsigned)fd < WD_DESCRIPTORS &&
           !__atomic_compare_exchange_n(&wd_descriptors[fd], &word, (word & ~mask) | bits, 1, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
        ;
}

/* One of the first two flags and a context, or 0 and 0. A number too large for
 * a context (a program may attach anything) is carried as the overflow. */
static inline void wd_descriptor_set(int fd, uint32_t flag, whodunit_context context)
{
    wd_descriptor_change(fd, ~WD_FD_MYSQL, flag | (context & WD_FD_FLAGS ? WHODUNIT_OVERFLOW : context));
}

#endif
