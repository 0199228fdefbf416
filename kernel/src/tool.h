/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool.h: one BPF program with what belongs to it, as the server knows it. How to add
 * one is in docs/kernel.md. All functions run on the helper's only thread.
 */
#ifndef WD_TOOL_H
#define WD_TOOL_H

#include <stdint.h>

#include "whodunit_kernel.h"

struct wd_kernel_options {
    const char *socket;    /* where recorded processes find us */
    int watched;           /* the process that is recorded first */
    uint64_t interval_ns;  /* between two samples of a CPU; 0: none are taken */
    uint64_t waits_ns;     /* waits above this are sampled; 0: none are */
    const char *intervals; /* the file of all waits; NULL: they are not recorded */
    int verbose;
};

/* Whatever a tool does not need is NULL. */
struct wd_tool {
    const char *name;
    const char *const *tracepoints; /* tp_btf programs that it has, ended by NULL */
    const char *const *functions;   /* of the kernel that its programs call, likewise */
    int (*wanted)(const struct wd_kernel_options *options);
    /* Loads and attaches. NULL, or what the kernel refused (a text that lives on). */
    const char *(*start)(const struct wd_kernel_options *options);
    /* The first recorded process has come, or the last has gone. */
    void (*active)(int any);
    /* A descriptor that is readable when `work` is to be called, -1: none. */
    int (*descriptor)(void);
    void (*work)(void);
    /* Fills what an answer says of the tool (wd_kernel_answer.has …). */
    void (*describe)(struct wd_kernel_answer *answer);
    void (*stop)(void);
};

/* All tools, ended by NULL. */
extern const struct wd_tool *const wd_tools[];

#endif
