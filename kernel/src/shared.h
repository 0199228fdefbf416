/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shared.h: the maps that all tools share, as both sides know them. The first tool's
 * are created, the others' are the same.
 */
#ifndef WD_SHARED_H
#define WD_SHARED_H

#include "whodunit_kernel.h"

#define WD_STACKS (1u << 14)
#define WD_STACK_DEPTH 62 /* so that a slot has 512 bytes */

/* There is one for each process that has connected, since its last exec. */
struct wd_process {
    wd_u64 program;    /* a number of its own for what the process has executed */
    wd_s64 context_at; /* of a thread's struct wd_kernel_thread, from its thread pointer */
    wd_u32 signal;     /* 0: it is not recorded (any more) */
    wd_u32 waits;      /* its waits are recorded (waits.bpf.c) */
    wd_u64 count[WD_KERNEL_COUNT];
};

struct wd_stack {
    wd_u64 hash; /* 0: free */
    wd_u32 length;
    wd_u32 unused;
    wd_u64 ip[WD_STACK_DEPTH]; /* innermost first */
};

#ifndef __VMLINUX_H__
struct bpf_object;

/* To be called between a tool's open and load. False if that failed. */
int wd_shared_use(struct bpf_object *tool);

/* After the load of the first tool: its maps are the ones. False if they are not there. */
int wd_shared_keep(struct bpf_object *tool);

/* What the maps say and are told of a process, by a descriptor of it (pidfd). 0, or -1 and errno. */

/* The process has connected: its program's number. 0: it cannot be told. */
wd_u64 wd_shared_program(int pidfd);

/* Its `program` is to be that number still, and not one that has more rights than who started it: EACCES. */
int wd_shared_begin(int pidfd, const struct wd_process *process);
int wd_shared_look(int pidfd, struct wd_process *out);
void wd_shared_end(int pidfd, wd_u64 program);

/* A stack by its number; NULL if there is none. */
const struct wd_stack *wd_shared_stack(wd_u32 number);
#endif

#endif
