/* SPDX-License-Identifier: Apache-2.0 */
/* wrapped.h: what a lock function does about sections, in front of the real one. All of these stand in it itself. */
#ifndef WD_FLOWS_WRAPPED_H
#define WD_FLOWS_WRAPPED_H

#include "flows/section.h"
#include "flows/sites.h"
#include "wrap/locks.h"

/* A function that may return into a copy: by dispatch.S. */
#if __has_attribute(function_return)
#define WD_MAY_LEAD __attribute__((function_return("thunk-extern")))
#else
#define WD_MAY_LEAD
#endif
#define WD_LOCK_FUNCTION WD_EXPORT WD_MAY_LEAD

/* Where the return address of the function lies in which this stands. */
#define SLOT() ((uintptr_t *)__builtin_dwarf_cfa() - 1)

/* A lock was taken, or refused: the usual end of it is here. */
static inline __attribute__((always_inline)) void wd_locked(uintptr_t *slot, uintptr_t lock, int is_taken)
{
    if (!__atomic_load_n(&wd_flows_on, __ATOMIC_RELAXED))
        return;
    struct wd_site *site = wd_flow_thread.section ? NULL : wd_site_at_once(slot);
    if (!site || !wd_site_goes_by(site))
        wd_section_locked(slot, lock, is_taken, site);
}

#define LOCKED(lock, is_taken) wd_locked(SLOT(), (uintptr_t)(lock), is_taken)

#define LOCK(call, lock, is_taken) \
    int result = call;             \
    LOCKED(lock, is_taken);        \
    return result

#define UNLOCK_OF_SECTION(call, slot)       \
    int outcome = wd_section_unlocks(slot); \
    int result = call;                      \
    wd_section_unlocked(slot, outcome);     \
    return result

#define UNLOCK(call)                                  \
    if (__builtin_expect(!wd_flow_thread.section, 1)) \
        return call;                                  \
    UNLOCK_OF_SECTION(call, SLOT())

/* A whole unlock function. Its part for sections stands apart: without one no register is saved. */
#define UNLOCK_FUNCTION(name, type)                                                                 \
    static WD_MAY_LEAD __attribute__((noinline)) int name##_of_section(type *lock, uintptr_t *slot) \
    {                                                                                               \
        UNLOCK_OF_SECTION(wd_real.name(lock), slot);                                                \
    }                                                                                               \
    WD_LOCK_FUNCTION int name(type *lock)                                                           \
    {                                                                                               \
        if (__builtin_expect(!wd_flow_thread.section, 1))                                           \
            return wd_real.name(lock);                                                              \
        return name##_of_section(lock, SLOT());                                                     \
    }

/* The same of a function that returns nothing. */
#define UNLOCK_VOID(call)                               \
    if (__builtin_expect(!wd_flow_thread.section, 1)) { \
        call;                                           \
        return;                                         \
    }                                                   \
    int outcome = wd_section_unlocks(SLOT());           \
    call;                                               \
    wd_section_unlocked(SLOT(), outcome)

/* A section goes on after these. */
#define WITHIN(call)                                  \
    if (__builtin_expect(!wd_flow_thread.section, 1)) \
        return call;                                  \
    uint8_t *code = wd_section_waits(SLOT());         \
    int result = call;                                \
    wd_section_continued(SLOT(), code);               \
    return result

#define WITHIN_VOID(call)                               \
    if (__builtin_expect(!wd_flow_thread.section, 1)) { \
        call;                                           \
        return;                                         \
    }                                                   \
    uint8_t *code = wd_section_waits(SLOT());           \
    call;                                               \
    wd_section_continued(SLOT(), code)

#endif
