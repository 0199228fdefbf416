/* SPDX-License-Identifier: Apache-2.0 */
/*
 * inherit.h: what a program that is executed inherits: blocked and ignored signals. The
 * kernel is told what the host believes of ours just before. Signal-safe, also in a
 * child of vfork.
 */
#ifndef WD_INHERIT_H
#define WD_INHERIT_H

#include <signal.h>

struct wd_inherit {
    sigset_t mask;
    struct sigaction own, faults;
    int blocked, own_ignored, faults_ignored;
};

void wd_inherit_begin(struct wd_inherit *before);

/* The mask alone: false if nothing is to be done, else ours is blocked until `wd_own_signal_release`. */
int wd_inherit_mask(sigset_t *before);

/* The program could not be executed. Keeps errno. */
void wd_inherit_undo(const struct wd_inherit *before);

#endif
