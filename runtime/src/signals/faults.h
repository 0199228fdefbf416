/* SPDX-License-Identifier: Apache-2.0 */
/*
 * faults.h: SIGSEGV. The sampler reads stacks where it may fault, and goes on by a
 * handler of its own; a host that replaces that would end with the first such
 * fault. So the sampler's stays, and calls what the host has set if the fault is
 * not its own. Not in JVMs, whose handlers async-profiler knows.
 */
#ifndef WD_FAULTS_H
#define WD_FAULTS_H

#include <signal.h>

/* As sigaction on SIGSEGV, for the sampler: what it finds set passes faults on to the host. */
int wd_faults_sampler_action(const struct sigaction *new, struct sigaction *old);

/* Is the sampler's handler there? Then the host's sigaction on SIGSEGV is the following. Signal-safe. */
int wd_faults_are_ours(void);
int wd_faults_host_action(const struct sigaction *new, struct sigaction *old);

/* Does the host believe that it ignores the signal, of which the kernel knows nothing? */
int wd_faults_host_ignores(void);

#endif
