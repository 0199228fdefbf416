/* SPDX-License-Identifier: Apache-2.0 */
/*
 * endings.h: signals that end a process by default, but for faults: as servers are told to end, and by a limit,
 * abort() or a pipe that nobody reads. The recording is finished first. The host is told that their default stands, and
 * replaces our handler by its own.
 */
#ifndef WD_ENDINGS_H
#define WD_ENDINGS_H

#include <signal.h>

/* `finish` runs in our handler, also in children, of vfork too: it is signal-safe and ends after a while in any case.
 * Signals that the host has set are left alone. */
void wd_endings_begin(void (*finish)(void));

/* Is it one of them, and have they begun? Signal-safe. */
int wd_endings_has(int signal);

/* As the real sigaction, of one of them. */
int wd_endings_action(int signal, const struct sigaction *new, struct sigaction *old);

/* The host is about to send itself this signal, any: puts our handler back where the kernel has put the default, as
 * SA_RESETHAND makes it do. Signal-safe. */
void wd_endings_renew(int signal);

/* The kernel's defaults are back, for good. */
void wd_endings_end(void);

#endif
