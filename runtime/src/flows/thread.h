/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread.h: what a thread needs in the translation, at a constant distance from
 * fs. The first members are known to dispatch.S by their offsets.
 */
#ifndef WD_FLOWS_THREAD_H
#define WD_FLOWS_THREAD_H

#include <stdint.h>

#include "whodunit.h"

/* One memory access, or the begin of a block. */
struct wd_access {
    uint64_t address; /* or the block's number */
    uint64_t value;
    uint64_t learnt; /* which of the learnt ones it is, plus 1 */
    uint64_t unused;
};

/* The log is a ring of 64 KB that lies at a multiple of its size. It begins behind its first entry, which says whether
 * it was too short. */
enum { WD_LOG_BYTES = 1 << 16 };

struct wd_flow_thread {
    uint64_t spill[3]; /* 0 */
    uint64_t gpr[16];  /* 24: saved by dispatch.S, in the order of their numbers */
    uint64_t flags;    /* 152: as lahf and seto give them */
    uint64_t mask;     /* 160: of signals, while dispatch.S runs */
    uint64_t resume;   /* 168: where dispatch.S goes on */
    uint64_t edge;     /* 176: which way out of a block */
    uint64_t target;   /* 184: where an indirect one leads */
    uint64_t log;      /* 192: next entry */
    int64_t budget;    /* 200: instructions that are left */
    uint64_t slot;     /* 208: where the return address of the wrapper is that it has gone to */
    uint64_t leads;    /* 216: a return address leads into a copy, until it is taken */
    struct wd_access *log_begin;
    struct wd_section *section; /* what it is in, NULL: the processor's */
    struct wd_version *version; /* that it runs */
    uint32_t number;            /* of the thread, from 1; 0: not known yet, or too many */
    uint64_t produced;          /* items, for their serials */
    uintptr_t *entered;         /* the return address that was made to lead into a copy last */
    int busy;                   /* our own bookkeeping runs: a signal handler passes through */
    int32_t uncounted;          /* sections until the next one that is counted (sites.h) */
    uint32_t chance;
};

extern __thread struct wd_flow_thread wd_flow_thread __attribute__((tls_model("initial-exec")));

#endif
