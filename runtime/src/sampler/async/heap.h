/* SPDX-License-Identifier: Apache-2.0 */
/*
 * heap.h: what async-profiler asks libc's heap for, as forks of the host see it.
 *
 * Each page of a heap that was ever written has an entry that a fork copies, and that the child gives back. Of the
 * library's in libc's heap most are names of functions and tables for unwinding, which have a place of their own
 * (names.h), and zeroed buffers that nothing uses yet: 16 of 35 kB for call traces, and a table of timers.
 */
#ifndef WD_ASYNC_HEAP_H
#define WD_ASYNC_HEAP_H

/* From then on the library's large buffers are not touched before they are used; `with_names`: its names go to their
 * place. A library that asks in another way than is known is left as it is. */
void wd_heap_redirect(void *library, int with_names);

/* The process ends in a handler of a signal that may have interrupted malloc, whose lock nobody gives back then: what
 * the library frees from now on, at its last stop and in its objects' destructors, is kept. Any thread, signal-safe. */
void wd_heap_keep(void);

#endif
