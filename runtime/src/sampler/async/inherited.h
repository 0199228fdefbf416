/* SPDX-License-Identifier: Apache-2.0 */
/*
 * inherited.h: what async-profiler asks of the kernel in a forked child.
 *
 * There it has the memory of its parent's sampler and believes that it runs: its
 * tables name timers, perf events, mappings and threads that are the parent's. To
 * be started in the child it has to be stopped first, and what it would put away
 * then is not there, or is the host's.
 */
#ifndef WD_INHERITED_H
#define WD_INHERITED_H

/* Puts the library's calls through this file. When it is set up: it patches its own
 * imports then. False if it does not make them as expected. */
int wd_inherited_redirect(void *library);

/* In a forked child: no timers are made for its threads any more. */
void wd_inherited_begin(void);

/* Is the library stopped with what it has inherited? Around its stop. */
void wd_inherited_stopping(int stopping);

/* It is stopped, and what it asks for from now on is its own. */
void wd_inherited_end(void);

/* How many threads the library may start from now on. The last one that it starts
 * with a recording, in a process without a JVM, writes figures of CPU load that
 * nobody reads: it is refused, which the library takes. */
void wd_inherited_allow_threads(int n);

#endif
