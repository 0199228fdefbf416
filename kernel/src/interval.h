/* SPDX-License-Identifier: Apache-2.0 */
/*
 * interval.h: what waits.bpf.c tells waits.c, in the order of time. Times are
 * CLOCK_MONOTONIC ns. The numbers of kinds and wakers are those of the file
 * (docs/format.md, "Intervals").
 */
#ifndef WD_INTERVAL_H
#define WD_INTERVAL_H

#include "whodunit_kernel.h"

enum wd_wait_on {
    WD_ON_OTHER = 0,
    WD_ON_FUTEX,
    WD_ON_EPOLL,
    WD_ON_PIPE,
    WD_ON_SOCKET,
    WD_ON_DISK,
    WD_ON_SLEEP,
    WD_ON_PROCESSOR, /* no wait: another thread was given the processor */
    WD_ON_CHILD,
};

enum wd_woken_by {
    WD_BY_UNKNOWN = 0,
    WD_BY_THREAD,
    WD_BY_TIMER,
    WD_BY_DISK,
    WD_BY_NETWORK,
    WD_BY_INTERRUPT,
};

enum wd_event_type { WD_EVENT_INTERVAL = 1, WD_EVENT_THREAD, WD_EVENT_STACK };

struct wd_interval {
    wd_u32 type; /* WD_EVENT_INTERVAL */
    wd_u32 tid;
    wd_u64 blocked;
    wd_u64 woken;
    wd_u64 running;
    wd_u64 ran; /* ns, before it was blocked */
    wd_u32 waker;
    wd_u32 context;
    wd_u32 waker_context;
    wd_u32 stack;
    wd_u32 waker_stack;
    wd_u32 on_by; /* enum wd_wait_on, and from bit 8 on enum wd_woken_by */
    wd_u32 begun; /* how many requests it has begun to work for since its interval before */
    wd_u32 last_begun;
};

/* A thread has been seen for the first time, or ends. */
struct wd_thread_event {
    wd_u32 type; /* WD_EVENT_THREAD */
    wd_u32 tid;
    wd_u32 pid;
    wd_u32 parent; /* who made it; 0: not known */
    wd_u64 started;
    wd_u64 ended;            /* 0: it has not */
    wd_u32 here;             /* its number in the helper's namespace; 0: it has none there */
    wd_u32 own_tid, own_pid; /* in its own */
    wd_u32 recorded;         /* 0: it only wakes those that are */
    char name[16];
};

#define WD_STACK_WORDS 192

/* Where a thread was in its program: its registers and the innermost part of its stack. */
struct wd_stack_event {
    wd_u32 type;    /* WD_EVENT_STACK */
    wd_u32 pid;     /* in the helper's namespace */
    wd_u64 program; /* that the process executes (wd_process.program) */
    wd_u32 number;  /* by which intervals name it */
    wd_u32 words;   /* how many there are */
    wd_u64 ip, sp, bp;
    wd_u64 word[WD_STACK_WORDS];
};

#endif
