/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scenarios.h: runs scenarios.txt against one implementation of the rendezvous
 * (docs/rendezvous.md). Waiters and holders are letters; a holder's context is
 * its letter, that of '0' is the root, and its path's is PATH_OF(context).
 */
#ifndef SCENARIOS_H
#define SCENARIOS_H

#include <stdint.h>

#define PATH_OF(context) ((context) + 1000u)

struct implementation {
    const char *name; /* as in "for NAME" */
    void (*waits)(char waiter);
    void (*wakes)(uint32_t holder, char waiter);
    void (*path)(uint32_t holder);
    void (*again)(char waiter);
    void (*runs)(char waiter);
    void (*late)(char waiter);
    int (*more)(const char *what, char self, char other); /* NULL, or steps of its own; 0: it has no such step */
};

/* Runs the scenarios that are for the implementation and prints each that
 * fails. The number of failures; the process exits with 2 if it cannot. */
int scenarios_run(const char *file, const struct implementation *implementation);

/* To be called by the implementation: the waiter's wait is added. */
void scenarios_woken(char waiter, uint32_t holder, uint32_t path);
void scenarios_unseen(char waiter);
void scenarios_timeout(char waiter);

#endif
