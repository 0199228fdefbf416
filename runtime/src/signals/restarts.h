/* SPDX-License-Identifier: Apache-2.0 */
/*
 * restarts.h: a call of the host's that a signal of ours has interrupted. Our handlers ask that the kernel makes it
 * again behind them (SA_RESTART). A signal of the host's that waits for the end of ours finds the thread in front of
 * the call, not in it: one whose handler is to end the call (without SA_RESTART) would not, and a read() for which an
 * alarm was set would go on for ever.
 */
#ifndef WD_RESTARTS_H
#define WD_RESTARTS_H

/* At the end of a handler of ours in which the host's signals wait, with what that has interrupted: if one waits that
 * ends calls, the call returns EINTR. For this it makes WD_REFUSED_RESTARTS's calls, only in front of such a call.
 * Signal-safe; changes errno. */
void wd_restarts_settle(void *ucontext);

/* The call returns EINTR, if it is one that signals end. Signal-safe. */
void wd_restarts_end(void *ucontext);

#endif
