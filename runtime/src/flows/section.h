/* SPDX-License-Identifier: Apache-2.0 */
/*
 * section.h: a thread's critical sections, from the lock functions' point of
 * view. `slot` is the stack address of the lock function's return address:
 * where a section is to be translated, that is made to lead into the copy.
 *
 * Everything here keeps errno, neither allocates nor locks (but for the
 * translator's own lock), and does nothing in a signal handler that has
 * interrupted a section or one of these functions on the same thread.
 */
#ifndef WD_FLOWS_SECTION_H
#define WD_FLOWS_SECTION_H

#include <stdint.h>

#include "flows/thread.h"

/* 1 while sections are looked at in this process. */
extern int wd_flows_on;

/* How sections are translated that are learned; sections.c begins it. */
extern struct wd_version wd_section_learning;

struct wd_site;

/* The lock at this address was taken by the function that returns by `slot`, or refused. `site`: where that is, if
 * known. */
void wd_section_locked(uintptr_t *slot, uintptr_t lock, int taken, struct wd_site *site);

/* The lock is about to be released: its contents are published now. Returns what wd_section_unlocked needs. */
int wd_section_unlocks(uintptr_t *slot);
void wd_section_unlocked(uintptr_t *slot, int outcome);

/* A condition is about to be waited for, which releases the lock for a while, or signalled. Returns what
 * wd_section_continued, afterwards, need not look for: a thread that has slept finds all of it cold. */
uint8_t *wd_section_waits(uintptr_t *slot);
void wd_section_continued(uintptr_t *slot, uint8_t *code);

/* The section goes on where nobody looks. */
void wd_section_leaves(uintptr_t *slot);

#endif
