/* SPDX-License-Identifier: Apache-2.0 */
/*
 * truth.h: what a thread measures of its own waits. A call's time is what it was on a
 * processor, ready for one, and blocked; the first two the kernel accounts for each
 * thread (its clock of CPU time, /proc/thread-self/schedstat), the rest is the wait.
 * So the figures are the same on a busy machine.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

enum { TRUTH_TIMER = -1, TRUTH_DISK = -2 }; /* who is waited for, if no thread */

struct truth_wait {
    uint64_t began, blocked, ended; /* CLOCK_MONOTONIC ns; began, and for how long, it was blocked */
    int by;
};

/* A thread's own; nobody else writes it. */
struct truth {
    int schedstat;
    uint32_t count;
    struct truth_wait *waits;
    uint64_t for_others; /* ns blocked, without timers */
};

/* Of a thread: its accounts, and when they were so. */
struct truth_call {
    uint64_t at, cpu, ready;
};

uint64_t truth_now(void);

/* By the thread itself, before all else. Ends the program if the kernel does not say how long threads are ready. */
void truth_start(struct truth *truth);

/* Around a call that may wait; `by`: the number of the thread that ended it, or as above. */
struct truth_call truth_before(const struct truth *truth);
void truth_after(struct truth *truth, const struct truth_call *call, int by);

/* A line for each wait that has ended: "wait THREAD BY BEGAN BLOCKED ENDED", in ns. */
void truth_print(const struct truth *truth, int thread, FILE *out);
