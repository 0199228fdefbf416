/* SPDX-License-Identifier: Apache-2.0 */
/* giving_way.h: a host that wants the number of our signal for itself. */
#ifndef WD_WRAP_GIVING_WAY_H
#define WD_WRAP_GIVING_WAY_H

#include <signal.h>

/* The calling thread is about to block `named`, or to wait for them; NULL: no change. If the host means our signal by
 * it, that is another one from now on, where the host has one thread; else a line says what it will miss. Keeps errno.
 */
void wd_give_way(const sigset_t *named);

/* What the host's sigaction does. */
void wd_give_way_by(int (*set_action)(int signal, const struct sigaction *new, struct sigaction *old));

#endif
