/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stop.h: the switch that ends flows in this process. A fault in a copy is a
 * wrong step of ours or the host's own: either way the thread goes on in the
 * host's code, with the host's registers, and no section is looked at any more.
 * If it was the host's own, it faults again there, and finds what it would find
 * without us.
 */
#ifndef WD_FLOWS_STOP_H
#define WD_FLOWS_STOP_H

/* 1 since flows were switched off; atomic. */
extern int wd_flows_stopped;

/* The process is about to give up system calls that sections are looked at by. */
void wd_stop(void);

/* For a signal's handler: true if the thread was in a copy. Signal-safe. */
int wd_stop_at_fault(int signal, void *ucontext);

#endif
