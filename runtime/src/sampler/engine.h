/*
 * engine.h: one way of taking samples, as an option names it, and what it can do.
 */
#ifndef WD_ENGINE_H
#define WD_ENGINE_H

struct wd_engine {
    const char *name;  /* the option's value, less than 16 characters */
    int at_ticks;      /* samples at the kernel's ticks, and no more often */
    int wall_time;     /* samples time that passes: of threads that sleep, too */
    int kernel_frames; /* stacks begin in the kernel where the thread was there */
};

#endif
