/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread_ends.h: what is done when a thread of the host's ends.
 *
 * Threads that live for a few milliseconds are missed by the tick, so what they have used is charged then. And
 * the process ends with its last thread, which libc does not see while ours are there: they end with it.
 */
#ifndef WD_THREAD_ENDS_H
#define WD_THREAD_ENDS_H

/* To be called once, when a recording runs, and not in JVMs. */
void wd_thread_ends_begin(void);

#endif
