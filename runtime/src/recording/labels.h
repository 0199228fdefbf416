/* SPDX-License-Identifier: Apache-2.0 */
/*
 * labels.h: which context each sample was taken under (docs/decisions.md, "The
 * handler is wrapped"): when one has been taken, (thread, time of the sample,
 * context) is appended to a ring, within the sampler's signal handler.
 */
#ifndef WD_LABELS_H
#define WD_LABELS_H

#include <stdint.h>

#include "memory/apart.h"
#include "threads/thread.h"

struct wd_label {
    uint64_t time; /* the sampler's clock: CLOCK_MONOTONIC ns */
    uint32_t tid;
    uint32_t context;
    uint32_t kernel_stack; /* sampler/hooks.h; with WD_LABEL_ELSEWHERE the sample's own stack is of another place */
    uint32_t within_ns;    /* not 0: there is no label, and the sample is of a time at most so much after `time` */
    uint64_t waited_ns;    /* sampler/hooks.h */
};

#define WD_LABEL_ELSEWHERE 0x80000000u

/* Before a sampler starts: reserves the ring and asks the sampler to be told of its
 * samples (sampler/hooks.h). `wall`: it samples threads that sleep, too. False if
 * memory ran out. Again at each start of a recording. */
int wd_labels_begin(int wall);

/* Labels the calling thread's last sample anew if it was taken under `from`,
 * for work that names its context only after it has begun to cost CPU time. Not
 * of wall time: there the thread may have been asleep, until that work came. */
WD_APART void wd_labels_move_last(uint32_t from, uint32_t to);
static inline void wd_labels_move(uint32_t from, uint32_t to)
{
    if (__builtin_expect(*(volatile uint32_t *)&wd_thread.label == from, 0))
        wd_labels_move_last(from, to);
}

/* The same for all of the thread's samples after that time, of which there is
 * one: the last WD_RECENT of them, whatever they were taken under. For work of
 * which it is told whose it was when it is done. */
WD_APART void wd_labels_move_since(uint64_t after, uint32_t to);

/* Of its samples but the first `first`. */
WD_APART void wd_labels_move_behind(uint32_t first, uint32_t to);

/* When the recording of a forked child begins: the labels that are in the ring are the parent's. */
void wd_labels_begin_in_child(void);

/* Takes the oldest label; false if there is none. One consumer. */
int wd_labels_take(struct wd_label *label);

/* The calling thread is the recorder's own: what it uses is not the program's, and no sample of it is taken. */
void wd_labels_leave_out(void);

#endif
