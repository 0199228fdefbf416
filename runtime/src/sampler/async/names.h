/* SPDX-License-Identifier: Apache-2.0 */
/*
 * names.h: async-profiler's names of functions and tables for unwinding, as forks of the host see them.
 *
 * They are a megabyte and more, written once, when a library of the host is looked at. In libc's heap each fork would
 * copy their page table entries, and each child would give them back. Here they become pages of a file that has no
 * name, private to each process: forks leave these alone.
 */
#ifndef WD_NAMES_H
#define WD_NAMES_H

#include <stddef.h>

/* Room for them; without it the following have none. Once, before other threads use the library. */
void wd_names_open(void);

/* Memory for as long as the process lives, aligned for anything. NULL: libc's is to be used. */
void *wd_names_take(size_t bytes);

/* The same memory, twice as large, in place or with its contents copied: `now` bytes, all written. NULL: libc's is to
 * be used. */
void *wd_names_double(void *memory, size_t now);

/* Is it of this memory? */
int wd_names_has(const void *memory);

/* What is there is private from now on, and nothing more is taken. Until then it is common to this process and what it
 * has forked. Leaves errno alone. */
void wd_names_seal(void);

#endif
