/*
 * labels.h: which context each sample was taken under (docs/decisions.md, "The
 * handler is wrapped").
 *
 * The sampler's signal handler is wrapped; after it has taken a sample, the
 * wrapper appends (thread, time of the sample, context) to a ring.
 */
#ifndef WD_LABELS_H
#define WD_LABELS_H

#include <stdint.h>

struct wd_label {
    uint64_t time; /* async-profiler's clock: CLOCK_MONOTONIC ns */
    uint32_t tid;
    uint32_t context;
};

/* Reserves the ring. False if memory ran out. */
int wd_labels_reserve(void);

/* When the sampler is loaded, before it starts: the handlers that it installs from
 * now on are wrapped, on whichever signal it chooses. False if that is impossible. */
int wd_labels_wrap(void);

/* The sampler has started; `wall`: it samples threads that sleep, too. False if it
 * has installed no handler. */
int wd_labels_begin(int wall);

/* The sampler has stopped, or could not start. Puts its own handler back, so that
 * its next start finds the signal as it left it and does not choose another one. */
void wd_labels_end(void);

/* No sample is taken any more, until the sampler starts again, and all that
 * were taken are in the ring. Waits for threads that are at it. */
void wd_labels_rest(void);

/* Labels the calling thread's last sample anew if it was taken under `from`,
 * for work that names its context only after it has begun to cost CPU time. Not
 * of wall time: there the thread may have been asleep, until that work came. */
void wd_labels_move(uint32_t from, uint32_t to);

/* Takes a sample of the calling thread where it is. Nothing if no sampler runs.
 * Whether it is due is the caller's concern (charge.h). */
void wd_labels_sample_here(void);

/* Takes the oldest label; false if there is none. One consumer. */
int wd_labels_take(struct wd_label *label);

#endif
