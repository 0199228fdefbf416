/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deliver.h: does what an action of the host's says, inside a handler that stands in its place.
 */
#ifndef WD_DELIVER_H
#define WD_DELIVER_H

#include <signal.h>

/* The kernel looks at SA_SIGINFO only where there is a handler: the default may have it, as PHP's does, and what is
 * ignored. */
static inline int wd_is_handler(const struct sigaction *action)
{
    return action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
}

/* Signal-safe. The default ends the process, by the signal: at once, or where its cause was a fault of the thread's,
 * when it comes again behind the handler's return. */
void wd_deliver(const struct sigaction *action, siginfo_t *info, void *ucontext);

#endif
