/* SPDX-License-Identifier: Apache-2.0 */
/*
 * handler.h: async-profiler's signal handler, wrapped (docs/decisions.md, "The
 * handler is wrapped, not replaced").
 */
#ifndef WD_HANDLER_WRAP_H
#define WD_HANDLER_WRAP_H

#include <signal.h>

/* When the library is loaded, before it is set up: the handler that it installs for our signal
 * (signals/own_signal.h) is wrapped from now on. False if that is impossible. */
int wd_handler_wrap(void *library, int in_jvm);

/* The sampler is about to start; `wall`: it samples time that passes. Its signals come before it has started. */
void wd_handler_expect(int wall);

/* It has. False if it has installed no handler. */
int wd_handler_begin(void);

/* The sampler has stopped, or could not start. Signals may still be on their way. */
void wd_handler_end(void);

/* sampler.h's */
void wd_handler_rest(void);
void wd_handler_sample_here(void);

/* How many threads are inside the sampler. */
int wd_handler_at_work(void);

/* Around a fork, in the parent: between the two no thread is inside the sampler, and
 * the samples that come are taken later. False if a thread stayed there: a child that
 * is forked nevertheless has a sampler that cannot be used. */
int wd_handler_fork_begins(void);
void wd_handler_fork_over(void);

/* In the forked child: nothing is sampled there until wd_handler_starts_in_child,
 * which is called when the library has been stopped. */
void wd_handler_forked(void);
void wd_handler_starts_in_child(void);

/* sampler.h's wd_sampler_child_signal */
int wd_handler_child_signal(union sigval *mark);

#endif
