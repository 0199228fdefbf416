/* SPDX-License-Identifier: Apache-2.0 */
/*
 * faults.h: the signals of faults. The sampler reads stacks where it may fault
 * (SIGSEGV), and goes on by a handler of its own; flows execute the host's code
 * in copies, where a fault is not where the host would find it. A host that
 * replaces such a handler would end with the first such fault. So ours stay, and
 * call what the host has set if the fault is not our own. Not in JVMs, whose
 * handlers async-profiler knows.
 */
#ifndef WD_FAULTS_H
#define WD_FAULTS_H

#include <signal.h>

/* Does what the thread does bring the signal, and not the outside? */
static inline int wd_is_synchronous(int signal)
{
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE || signal == SIGTRAP ||
           signal == SIGSYS;
}

/* As sigaction on SIGSEGV, for the sampler: what it finds set passes faults on to the host. */
int wd_faults_sampler_action(const struct sigaction *new, struct sigaction *old);

/* From now on `mend` is asked first at each fault, with the interrupted state: true if it has changed that, and the
 * thread goes on with it. It is called in a signal handler. Once. */
void wd_faults_mend_by(int (*mend)(int signal, void *ucontext));

/* Is our handler there? Then the host's sigaction on the signal is the following. Signal-safe. */
int wd_faults_are_ours(int signal);
int wd_faults_host_action(int signal, const struct sigaction *new, struct sigaction *old);

/* The same in a child that has its parent's memory, or a copy that libc knows nothing of. */
int wd_faults_childs_action(int signal, const struct sigaction *new, struct sigaction *old);

/* Does the host believe that it ignores SIGSEGV, of which the kernel knows nothing? */
int wd_faults_host_ignores(void);

#endif
