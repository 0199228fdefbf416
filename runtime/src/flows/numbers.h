/* SPDX-License-Identifier: Apache-2.0 */
/*
 * numbers.h: the numbers of threads that have been in a section, and their logs.
 * A number is free again when its thread ends.
 */
#ifndef WD_FLOWS_NUMBERS_H
#define WD_FLOWS_NUMBERS_H

#include "flows/thread.h"

/* Once; `ends` is called at the end of each thread that has a number. Returns 0 if there is no memory. */
int wd_numbers_open(void (*ends)(struct wd_flow_thread *thread));

/* Gives the thread a number and a log. Returns 0 if there are too many. */
int wd_number_take(struct wd_flow_thread *thread);

/* In a forked child: of the parent's threads this one goes on. */
void wd_numbers_after_fork(void);

#endif
