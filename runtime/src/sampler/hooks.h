/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hooks.h: what a sampler asks and tells whoever labels its samples. Both run in
 * the sampler's signal handler, on the thread that is sampled: no locks, no
 * allocation.
 */
#ifndef WD_SAMPLE_HOOKS_H
#define WD_SAMPLE_HOOKS_H

#include <stdint.h>

/* What the kernel side knows of samples; all 0 of others. */
struct wd_sample_origin {
    uint32_t kernel_stack; /* its number; 0: the thread was not in the kernel */
    uint32_t times;        /* how many samples it stands for; 0: one */
    uint64_t waited_ns;    /* it is of a wait that was this long, and not of the CPU */
    int elsewhere;         /* the sample's own stack is of another place than that */
    uint32_t context;      /* with `elsewhere`: the thread's when it was told */
};

struct wd_sample_hooks {
    unsigned (*wanted)(void); /* a sample comes: how often it is to be taken */
    /* The calling thread's sample has been taken, if the sampler has not lost it: after the time `before`
     * (CLOCK_MONOTONIC; 0 where the origin says nothing), within so many ns. */
    void (*taken)(const struct wd_sample_origin *origin, uint64_t before, uint64_t within_ns);
    void (*child_has_run)(void); /* in a forked child: the timer of wd_sampler_child_signal has expired */
};

/* Every sample is wanted, and nobody is told, until they are set: before the sampler starts. */
extern struct wd_sample_hooks wd_sample_hooks;

#endif
