/* SPDX-License-Identifier: Apache-2.0 */
/* wrapped.h: what a lock function does about sections, in front of the real one. All of these stand in it itself. */
#ifndef WD_FLOWS_WRAPPED_H
#define WD_FLOWS_WRAPPED_H

#include "flows/section.h"
#include "wrap/locks.h"

/* A function that may return into a copy: by dispatch.S. */
#if __has_attribute(function_return)
#define WD_LOCK_FUNCTION WD_EXPORT __attribute__((function_return("thunk-extern")))
#else
#define WD_LOCK_FUNCTION WD_EXPORT
#endif

/* Where the return address of the function lies in which this stands. */
#define SLOT() ((uintptr_t *)__builtin_dwarf_cfa() - 1)

#define LOCKED(lock, is_taken)                                                \
    if (__builtin_expect(__atomic_load_n(&wd_flows_on, __ATOMIC_RELAXED), 1)) \
    wd_section_locked(SLOT(), (uintptr_t)(lock), is_taken)

#define LOCK(call, lock, is_taken) \
    int result = call;             \
    LOCKED(lock, is_taken);        \
    return result

#define UNLOCK(call)                                  \
    if (__builtin_expect(!wd_flow_thread.section, 1)) \
        return call;                                  \
    int outcome = wd_section_unlocks(SLOT());         \
    int result = call;                                \
    wd_section_unlocked(SLOT(), outcome);             \
    return result

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
    wd_section_waits(SLOT());                         \
    int result = call;                                \
    wd_section_continued(SLOT());                     \
    return result

#define WITHIN_VOID(call)                               \
    if (__builtin_expect(!wd_flow_thread.section, 1)) { \
        call;                                           \
        return;                                         \
    }                                                   \
    wd_section_waits(SLOT());                           \
    call;                                               \
    wd_section_continued(SLOT())

#endif
