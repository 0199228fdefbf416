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

/* Where the program goes on. */
long wd_restarts_place(const void *ucontext);

/* The sampler has a call that always ends (poll) made again where its own signal has ended it: by going back from
 * `place`. That is undone where a signal of the host's has ended the call, or is about to: where what was interrupted
 * is not our handler's own frame (`is_ours`), or one waits. Calls and safety as above. */
void wd_restarts_put_back(void *ucontext, long place, int is_ours);

/* The call returns EINTR, if it is one that signals end. Signal-safe. */
void wd_restarts_end(void *ucontext);

#endif
