/* SPDX-License-Identifier: Apache-2.0 */
/*
 * descriptor.h: what a descriptor carries and who follows it, in one word, so
 * that a call on a descriptor with which nobody has to do costs a load and a
 * branch. Atomic, and signal-safe.
 *
 *   bit 31      carries the context of its accept
 *   bit 30      carries the context of the last write to it
 *   bit 29      the followed connection was made here, not accepted
 *   bits 28-21  the protocols that follow what passes, by their number
 *   bits 20-0   the context that it carries
 */
#ifndef WD_DESCRIPTOR_H
#define WD_DESCRIPTOR_H

#include "whodunit.h"

enum { WD_DESCRIPTORS = 1 << 20 }; /* higher ones carry nothing */

#define WD_FD_ACCEPTED 0x80000000u
#define WD_FD_CONNECTED 0x40000000u
#define WD_FD_CLIENT 0x20000000u
#define WD_FD_FOLLOWED 0x1fe00000u
#define WD_FD_CONTEXT 0x001fffffu
#define WD_FD_CARRIED (WD_FD_ACCEPTED | WD_FD_CONNECTED | WD_FD_CONTEXT)

#define WD_FD_PROTOCOLS 8 /* bits of WD_FD_FOLLOWED */
#define WD_FD_PROTOCOL(number) (1u << (21 + (number)))

/* By descriptor; 0: it carries nothing, and nobody follows it. Pages that were
 * never written take no memory. */
extern uint32_t wd_descriptors[WD_DESCRIPTORS];

/* All that carry something or are followed are below it; it only grows. Atomic. */
extern unsigned wd_descriptors_end;

/* What the last descriptor that this thread worked for carries, and the context
 * that this made: under it, to receive from there once more changes nothing. */
struct wd_settled {
    uint32_t carried;
    whodunit_context context;
};
extern __thread struct wd_settled wd_settled __attribute__((tls_model("initial-exec")));

static inline uint32_t wd_descriptor(int fd)
{
    return __builtin_expect((unsigned)fd < WD_DESCRIPTORS, 1) ? __atomic_load_n(&wd_descriptors[fd], __ATOMIC_RELAXED)
                                                              : 0;
}

/* What a word says of the context that is carried: 0 where there is none. */
static inline uint32_t wd_descriptor_carried(uint32_t word)
{
    return word & WD_FD_CARRIED;
}

static inline whodunit_context wd_descriptor_context(uint32_t word)
{
    return word & WD_FD_CONTEXT;
}

/* Before the descriptor's word is something. */
static inline void wd_descriptor_reached(int fd)
{
    unsigned end = __atomic_load_n(&wd_descriptors_end, __ATOMIC_RELAXED);
    while (end <= (unsigned)fd && (unsigned)fd < WD_DESCRIPTORS &&
           !__atomic_compare_exchange_n(&wd_descriptors_end, &end, (unsigned)fd + 1, 1, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
        ;
}

/* Replaces the bits of `mask` by `bits`. */
static inline void wd_descriptor_change(int fd, uint32_t mask, uint32_t bits)
{
    uint32_t word = wd_descriptor(fd);
    if (bits)
        wd_descriptor_reached(fd);
    while ((word & mask) != bits && (unsigned)fd < WD_DESCRIPTORS &&
           !__atomic_compare_exchange_n(&wd_descriptors[fd], &word, (word & ~mask) | bits, 1, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
        ;
}

/* `flag`: WD_FD_ACCEPTED or WD_FD_CONNECTED. A number too large for a context (a
 * program may attach anything) is carried as the overflow. */
static inline void wd_descriptor_carry(int fd, uint32_t flag, whodunit_context context)
{
    wd_descriptor_change(fd, WD_FD_CARRIED, flag | (context & ~WD_FD_CONTEXT ? WHODUNIT_OVERFLOW : context));
}

#endif
