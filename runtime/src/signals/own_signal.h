/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own_signal.h: the signal that samples are taken by, which the host never meets
 * (docs/signals.md).
 *
 * It is a real-time signal that the host does not use when the recording starts.
 * From then on the wrappers of libc's functions on signals (wrap/signals.c,
 * wrap/masks.c) keep it out of what the host sets, blocks, waits for and is told.
 */
#ifndef WD_OWN_SIGNAL_H
#define WD_OWN_SIGNAL_H

#include <signal.h>

#define WD_KERNELS_SIGSET (_NSIG / 8) /* bytes of a set that the kernel reads: a host's may end there */

/* Chooses the signal; a second call returns the same. 0 if the host uses them all. */
int wd_own_signal_choose(void);

/* The signal, 0 before it is chosen. Signal-safe. */
int wd_own_signal(void);

/* Is it one of few such signals that the host names, and not just of all? */
int wd_own_signal_is_meant(const sigset_t *named);

/* Are most such signals in the set, this one or not? */
int wd_own_signal_is_of_many(const sigset_t *set);

/* Are most others of its kind? */
int wd_own_signal_others(const sigset_t *set);

/* Chooses another, none of `named`, while nothing is sampled. The former one, which the host may use now; 0: there is
 * no other. */
int wd_own_signal_change(const sigset_t *named);

/* The real functions, for our own use: calls of libc's meet the wrappers. Signal-safe;
 * the mask is the calling thread's, and never the host's view of it. */
int wd_real_sigaction(int signal, const struct sigaction *new, struct sigaction *old);
int wd_real_sigmask(int how, const sigset_t *new, sigset_t *old);

/* Samples are taken on the threads' alternate stacks from now on: the host's own are too small (Go's),
 * or no stacks at all (Erlang's). Signal-safe. */
void wd_own_signal_needs_stack(void);

/* Installs its handler, on the stack that is needed. */
int wd_own_signal_install(const struct sigaction *handler, struct sigaction *old);

/* The calling thread takes samples, whatever mask it was started with. */
void wd_own_signal_unblock(void);

/* Between the two the calling thread takes no sample. *before is the caller's. 0, or
 * -1 and errno where a sandbox refuses: then nothing has changed and nothing is to be undone. */
int wd_own_signal_hold(sigset_t *before);
void wd_own_signal_release(const sigset_t *before);

/* The mask that a call is to wait with, for which the host has said `mask`. NULL stays that; *copy is the caller's. */
const sigset_t *wd_own_signal_with(const sigset_t *mask, sigset_t *copy);

#endif
