/* SPDX-License-Identifier: Apache-2.0 */
/*
 * interrupted.h: what a thread was doing when a sample came together with signals of the host's.
 */
#ifndef WD_INTERRUPTED_H
#define WD_INTERRUPTED_H

/* Where the thread is, or, if the kernel has only just put it at the beginning of a handler, what that has interrupted.
 * From a signal's handler; both are of the type ucontext_t. */
void *wd_interrupted(void *ucontext);

#endif
