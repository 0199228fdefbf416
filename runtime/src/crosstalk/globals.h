/* SPDX-License-Identifier: Apache-2.0 */
/*
 * globals.h: locks that are global variables, so that they have a name.
 */
#ifndef WD_GLOBALS_H
#define WD_GLOBALS_H

#include <stdint.h>

/* Notes where the data of the program and its libraries lies. Takes the
 * dynamic linker's lock: for the flusher. */
void wd_globals_refresh(void);

/* Is the lock inside a module's data, by the last refresh? No other process has it, unless the program has mapped
 * something else there. Lock-free, signal-safe. */
int wd_is_global(const void *lock);

/* For wd_wait_key.lock: WD_UNNAMED | id if the lock is inside a module's data,
 * 0 for a lock on the heap or a stack. Lock-free, signal-safe. */
uint32_t wd_global_lock(const void *lock);

/* The address behind an id. */
const void *wd_global_address(uint32_t id);

#endif
