/* SPDX-License-Identifier: Apache-2.0 */
/*
 * implementation.h: what a sampler has to offer (sampler.h says what its
 * functions are asked for; hooks.h what it calls itself).
 *
 * One of them is chosen for the life of the process, by the engine. A new one
 * has a folder of its own beside async/, names its engines in engines.c and
 * itself in sampler.c.
 */
#ifndef WD_IMPLEMENTATION_H
#define WD_IMPLEMENTATION_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "sampler/engine.h"

/* One file of samples. */
struct wd_recording {
    const char *path; /* to be created; absolute, or below the recording directory (own_files/directory.h) */
    const struct wd_engine *engine;
    uint64_t interval_ns; /* not shorter than wd_engine_shortest_ns */
    int is_jvm;
};

struct wd_sampler {
    const struct wd_engine *engines; /* ended by one without a name */
    const char *(*load)(void *vm);
    const char *(*start)(const struct wd_recording *recording);
    const char *(*rotate)(const struct wd_recording *next, int *cut);
    void (*rest)(void);
    void (*stop)(void);
    void (*ends)(void);
    int (*emit)(const uint8_t *record, size_t length);
    void (*sample_here)(void);
    void (*leave_hosts_table)(void);
    void (*close)(void);
    int (*cut)(void);
    int (*missed)(void);
    int (*fork_begins)(void);
    void (*fork_over)(void);
    void (*forked)(void);
    int (*child_signal)(union sigval *mark);
    const void *(*code)(void);
    const char *(*missing)(const struct wd_engine *engine);
    const char *(*lost)(void);
    const char *(*passes_over)(void);
    int (*is_watched)(void);
    /* NULL where the sampler is alone: */
    void (*count)(void);
    uint32_t (*kernel_stack)(uint32_t number, char *names, size_t size);
};

#endif
