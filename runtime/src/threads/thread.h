/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread.h: what a thread publishes (docs/decisions.md, "The handler is
 * wrapped"). The record is read by the sampling signal's handler on the same
 * thread, and written by Java through a direct buffer, so its layout is part of
 * the agent's contract.
 */
#ifndef WD_THREAD_H
#define WD_THREAD_H

#include "whodunit.h"

/* As many samples of a thread can be labelled anew at once. */
#define WD_RECENT 16u

struct wd_thread {
    volatile uint32_t context;      /* offset 0: the current context; one plain store switches it */
    uint32_t tid;                   /* offset 4: kernel thread id, 0 until first use */
    const char *volatile published; /* offset 8: the context's record, for anybody to read (publication/records.h) */
    volatile uint32_t begun;        /* offset 16: how often it has begun to work for a request (wd_kernel_thread) */
    volatile uint32_t last_begun;   /* offset 20: the context of the last one */
    volatile uint32_t between; /* offset 24: its context between two requests, if not the root (wd_kernel_thread) */
    uint32_t said;             /* the context that the program has said itself; the root: it has ended that */
    volatile uint64_t *sample; /* where the sampler keeps the time of this thread's last one, NULL until known */
    uint64_t labelled;         /* the handler's: that time when it last wrote a label */
    uint32_t label;            /* the handler's: the context that it wrote */
    uint32_t samples;          /* the handler's: how many it has labelled, but for waits */
    uint32_t said_before; /* what the program had said when it said that; the root: nothing, or that is not known */
    uint64_t recent[WD_RECENT]; /* the handler's: the times of the last ones */
};

/* initial-exec: usable in a signal handler, and in a library that the JVM dlopens */
extern __thread struct wd_thread wd_thread __attribute__((tls_model("initial-exec")));

/* Where the contexts' records begin, each WD_RECORD_SIZE bytes; NULL: none are published. Set once, at the start. */
#define WD_RECORD_SIZE 256
extern const char *wd_thread_records;

/* Makes `context` the calling thread's: the only way to write it, from C. Signal-safe. */
static inline void wd_thread_set(whodunit_context context)
{
    wd_thread.context = context;
    if (__builtin_expect(wd_thread_records != NULL, 0))
        wd_thread.published = context == WHODUNIT_ROOT ? NULL : wd_thread_records + (size_t)context * WD_RECORD_SIZE;
}

/* What follows in the calling thread is work for `context`: for who records its waits, which see nothing of a context
 * that begins and ends between two of them. Signal-safe. */
static inline void wd_thread_begins_work(whodunit_context context)
{
    wd_thread.last_begun = context;
    wd_thread.begun++;
}

/* The thread waits for its next request, under `context`. Signal-safe. */
static inline void wd_thread_is_between(whodunit_context context)
{
    wd_thread.between = context;
}

/* The calling thread's number, the kernel's; 0 where it is not known yet and a sandbox refuses to ask. Signal-safe. */
uint32_t wd_thread_number(void);

/* Where the sampler keeps the time of the calling thread's last sample, or NULL;
 * may allocate. The sampler's side sets it, once and atomically, when it is
 * loaded; nothing samples before. */
extern volatile uint64_t *(*wd_thread_sample_time)(void);

/* To be called, outside signal handlers, before a thread's first context:
 * makes its samples labelled from now on. One load and branch when it was
 * called before, two where nothing samples. */
void wd_thread_enter_slow(void);
static inline int wd_thread_is_to_enter(void)
{
    return __builtin_expect(wd_thread.sample == 0 && __atomic_load_n(&wd_thread_sample_time, __ATOMIC_RELAXED), 0);
}
static inline void wd_thread_enter(void)
{
    if (wd_thread_is_to_enter())
        wd_thread_enter_slow();
}

/* Called once by each thread that is watched, when it ends: before its samples' time is forgotten, in a destructor of
 * its data. Set once, when the recording starts. */
extern void (*wd_thread_ends)(void);

/* Called by each thread of the host's that pthread_create begins, before anything of the host's runs in it. Set once,
 * when the recording starts. */
extern void (*wd_thread_begins)(void);

/* The calling thread is watched from now on. Not in signal handlers. */
void wd_thread_watch(void);

/* To be asked before the sampler is loaded. False: no thread's samples can be labelled. */
int wd_threads_can_enter(void);

/* Makes `context` the calling thread's, returns the previous one. The first time in a function of its own, so that a
 * switch needs no frame. */
whodunit_context wd_thread_enter_and_switch(whodunit_context context);
static inline whodunit_context wd_thread_switch(whodunit_context context)
{
    if (wd_thread_is_to_enter())
        return wd_thread_enter_and_switch(context);
    whodunit_context previous = wd_thread.context;
    wd_thread_set(context);
    return previous;
}

#endif
