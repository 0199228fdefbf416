/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sample_balance.h: samples in proportion to the thread's CPU clock, also of work that
 * is shorter than a tick (docs/decisions.md, "The tick is checked against the
 * clock").
 *
 * CPU-time timers fire at the kernel's tick. The tick is also where the
 * scheduler puts another thread on a processor: short work that had to wait
 * begins right after a tick and has ended before the next, and is seen too
 * rarely; what it lacks goes to long work. So where work has a beginning and an
 * end, the thread's CPU clock is read, and each context has a balance: what its
 * work has used, less what its samples stand for. Too far up, a sample is due at
 * the end of the work; too far down, the next one is passed over. A context's
 * samples are then right to within a few, however many they are, and most of
 * them are the tick's, with the stack that it found. A thread's samples outside
 * of such work are held against its clock in the same way.
 *
 * The clock is a system call. A thread that works for one context again and again
 * reads it after several works only.
 *
 * The functions act on the calling thread; none locks or allocates.
 */
#ifndef WD_SAMPLE_BALANCE_H
#define WD_SAMPLE_BALANCE_H

#include <stdint.h>

/* What a sample stands for, in ns of CPU; 0 turns charging off, and without
 * memory it stays off. For the recorder. */
void wd_balance_start(uint64_t period_ns);

/* Work begins, under `context`, which the thread has. The thread's CPU since
 * the end of its last work is charged with it: waking up for it. A thread that
 * has changed its context within its work is not charged any more: what each
 * context used is not known, and the tick decides alone. */
void wd_balance_begin(uint32_t context);

/* The same, unless reading the clock has lately been dear for what this thread does between two readings: the tick
 * decides alone for a while. */
void wd_balance_begin_if_cheap(uint32_t context);

/* It ends, before the thread leaves its context; nothing if none has begun.
 * True if a sample of the context is due, which is paid for herewith; then to
 * be called again after it has been taken. */
int wd_balance_end(uint32_t context);

/* Has any begun, or is a sample due? Else its end has nothing to do. */
int wd_balance_is_open(void);

/* It turns out to be of another context, whose work begins next, and which is charged with all of it. */
void wd_balance_leave(uint32_t to);

/* The clock is read at the work's end, whatever came before: what follows may turn out to be of another context. */
void wd_balance_reads_next(void);

/* What the thread has run since is nobody's work. */
void wd_balance_forget(void);

/* Runs inside the sampler's signal handler: a sample of `context` comes. How
 * often it is to be taken: 0, 1 or 2 times. One within the thread's work has then
 * been paid for; others are held against what the thread has used besides, also
 * if work of other threads has the context. */
unsigned wd_balance_sample(uint32_t context);

/* The thread's last sample, taken outside of work, turns out to be of
 * `context`, whose work has just begun. */
void wd_balance_moved(uint32_t context);

/* The thread ends, and its last context is `context`. If it was a short one, what it has used and no sample stands for
 * is charged with that. True as wd_balance_end. */
int wd_balance_thread_ends(uint32_t context);

/* The context of the thread's last sample outside of work; 0 if there was none. */
uint32_t wd_balance_last_sampled(void);

/* In a forked child: the balances, and the work of its thread, are the parent's. Off until it is started. */
void wd_balance_after_fork(void);

#endif
