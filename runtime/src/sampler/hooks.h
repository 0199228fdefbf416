/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hooks.h: what a sampler asks and tells whoever labels its samples. Both run in
 * the sampler's signal handler, on the thread that is sampled: no locks, no
 * allocation.
 */
#ifndef WD_SAMPLE_HOOKS_H
#define WD_SAMPLE_HOOKS_H

struct wd_sample_hooks {
    int (*is_wanted)(void);      /* a sample comes; false: it is not to be taken */
    void (*taken)(void);         /* the calling thread's sample has been taken */
    void (*child_has_run)(void); /* in a forked child: the timer of wd_sampler_child_signal has expired */
};

/* Every sample is wanted, and nobody is told, until they are set: before the sampler starts. */
extern struct wd_sample_hooks wd_sample_hooks;

#endif
