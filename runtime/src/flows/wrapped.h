/* SPDX-License-Identifier: Apache-2.0 */
/* wrapped.h: what a lock function does about sections, in front of the real one. All of these stand in it itself. */
#ifndef WD_FLOWS_WRAPPED_H
#define WD_FLOWS_WRAPPED_H

#include "flows/each_section.h"
#include "flows/section.h"
#include "flows/sites.h"
#include "flows/taken.h"
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

/* A lock is waited for. Where its sections take items the thread asks for the next one from here on: what it waits is
 * not for the last one. Returns the site, if it is found at once. */
static inline __attribute__((always_inline)) struct wd_site *wd_locks(const uintptr_t *slot)
{
    if (!__atomic_load_n(&wd_flows_on, __ATOMIC_RELAXED) || wd_flow_thread.section)
        return NULL;
    struct wd_site *site = wd_site_at_once(slot);
    if (site && site->consumes)
        wd_taken_asks();
    return site;
}

/* A lock was taken, or refused: the usual end of it is here. `site`: as it was before. */
static inline __attribute__((always_inline)) void wd_locked_at(uintptr_t *slot, uintptr_t lock, int is_taken,
                                                               struct wd_site *site)
{
    if (!site || site->returns_at || !wd_site_goes_by(site))
        wd_section_locked(slot, lock, is_taken, site && !site->returns_at ? site : NULL);
}

static inline __attribute__((always_inline)) void wd_locked(uintptr_t *slot, uintptr_t lock, int is_taken)
{
    if (__atomic_load_n(&wd_flows_on, __ATOMIC_RELAXED))
        wd_locked_at(slot, lock, is_taken, wd_flow_thread.section ? NULL : wd_site_at_once(slot));
}

#define LOCKED(lock, is_taken) wd_locked(SLOT(), (uintptr_t)(lock), is_taken)

#define LOCK(call, lock, is_taken) \
    int result = call;             \
    LOCKED(lock, is_taken);        \
    return result

/* Of a function that waits for as long as it takes. */
#define LOCKS(site) struct wd_site *site = wd_locks(SLOT())
#define LOCKED_AT(site, lock, is_taken)                  \
    if (__atomic_load_n(&wd_flows_on, __ATOMIC_RELAXED)) \
    wd_locked_at(SLOT(), (uintptr_t)(lock), is_taken, site)

#define WAIT_AND_LOCK(call, lock, is_taken) \
    LOCKS(site);                            \
    int result = call;                      \
    LOCKED_AT(site, lock, is_taken);        \
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
#define UNLOCK_FUNCTION(name, type)                                                                                 \
    static WD_EACH_SECTION WD_MAY_LEAD __attribute__((noinline)) int name##_of_section(type *lock, uintptr_t *slot) \
    {                                                                                                               \
        UNLOCK_OF_SECTION(wd_real.name(lock), slot);                                                                \
    }                                                                                                               \
    WD_EACH_SECTION WD_LOCK_FUNCTION int name(type *lock)                                                           \
    {                                                                                                               \
        if (__builtin_expect(!wd_flow_thread.section, 1))                                                           \
            return wd_real.name(lock);                                                                              \
        return name##_of_section(lock, SLOT());                                                                     \
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
