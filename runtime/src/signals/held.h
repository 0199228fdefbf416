/* SPDX-License-Identifier: Apache-2.0 */
/*
 * held.h: signals that wait while the calling thread is where a handler of the host's must not begin: within a sample,
 * and within a fork, whose locks are glibc's and ours. Those of faults do not wait. Nor does glibc's own one by which
 * threads change their user together; the one that cancels a thread does. libc's functions know neither.
 */
#ifndef WD_HELD_H
#define WD_HELD_H

#include <signal.h>
#include <stdint.h>

/* Signal-safe. */
sigset_t wd_signals_to_hold(void);

/* From here on, until the release. *before is the kernel's mask. 0, or -1 and errno where a sandbox refuses: then
 * nothing is to be released. Signal-safe. */
int wd_signals_hold(uint64_t *before);
void wd_signals_release(uint64_t before);

#endif
