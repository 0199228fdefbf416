/* SPDX-License-Identifier: Apache-2.0 */
/*
 * publication.h: a thread's context where any other program can read it
 * (docs/publication.md): OpenTelemetry's thread context. Off unless asked for.
 */
#ifndef WD_PUBLICATION_H
#define WD_PUBLICATION_H

#include "options.h"

/* Begins, if the options ask for it; before the process has threads that switch contexts. */
void wd_publication_begin(const struct wd_options *options);

/* In a forked child that is recorded: it says who it is. */
void wd_publication_in_child(void);

#endif
