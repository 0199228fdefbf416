/* SPDX-License-Identifier: Apache-2.0 */
/*
 * engine.h: one way of taking samples, as an option names it, and what it can do.
 */
#ifndef WD_ENGINE_H
#define WD_ENGINE_H

struct wd_engine {
    const char *name;  /* the option's value, less than 16 characters */
    int at_ticks;      /* samples at the kernel's ticks, and no more often */
    int wall_time;     /* samples time that passes: of threads that sleep, too */
    int in_children;   /* can be started in a forked child of a process that it samples */
    int kernel_frames; /* stacks begin in the kernel where the thread was there */
};

#endif
