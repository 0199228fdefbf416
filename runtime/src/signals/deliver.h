/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deliver.h: does what an action of the host's says, inside a handler that stands in its place.
 */
#ifndef WD_DELIVER_H
#define WD_DELIVER_H

#include <signal.h>

/* Signal-safe. The default ends the process, by the signal: at once, or where its cause was a fault of the thread's,
 * when it comes again behind the handler's return. */
void wd_deliver(const struct sigaction *action, siginfo_t *info, void *ucontext);

#endif
