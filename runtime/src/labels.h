/*
 * labels.h: which context each sample was taken under (DESIGN D2).
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

/* Wraps the handler that the sampler has just installed for `signal`; does
 * nothing if it is wrapped already. False if there is none to wrap. */
int wd_labels_wrap(int signal);

/* Takes the oldest label; false if there is none. One consumer. */
int wd_labels_take(struct wd_label *label);

#endif
