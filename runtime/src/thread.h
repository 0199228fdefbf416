/*
 * thread.h: what a thread publishes (DESIGN D2). The record is read by the
 * sampling signal's handler on the same thread, and written by Java through a
 * direct buffer, so its layout is part of the agent's contract.
 */
#ifndef WD_THREAD_H
#define WD_THREAD_H

#include "whodunit.h"

struct wd_thread {
    volatile uint32_t context; /* offset 0: the current context; one plain store switches it */
    uint32_t tid;              /* offset 4: kernel thread id, 0 until first use */
    uint64_t last_sample;      /* the handler's: last async-profiler sample_counter that was labelled */
};

/* initial-exec: usable in a signal handler, and in a library that the JVM dlopens */
extern __thread struct wd_thread wd_thread __attribute__((tls_model("initial-exec")));

#endif
