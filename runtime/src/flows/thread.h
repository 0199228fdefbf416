/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread.h: what a thread needs in the translation, at a constant distance from
 * fs. Some members are known to dispatch.S by their offsets.
 */
#ifndef WD_FLOWS_THREAD_H
#define WD_FLOWS_THREAD_H

#include <stddef.h>
#include <stdint.h>

#include "whodunit.h"

/* One memory access, or the begin of a block. */
struct wd_access {
    uint64_t address; /* or the block's number */
    uint64_t value;
    uint64_t learnt; /* which of the learnt ones it is, plus 1 */
    uint64_t unused;
};

/* The log is a ring of 64 KB that lies at a multiple of its size. It begins anywhere in it, behind its first entry,
 * which says whether it was too short. */
enum { WD_LOG_BYTES = 1 << 16 };

/* What the thread has taken over. */
struct wd_taken {
    whodunit_context context, before;
    int32_t holds;
};

/* What each section needs comes first, in two lines of the cache: a server's threads find theirs cold. */
struct wd_flow_thread {
    uint64_t spill[3];          /* 0 */
    uint64_t leads;             /* 24: a return address leads into a copy, until it is taken */
    uint64_t slot;              /* where the return address of the wrapper is that it has gone to */
    struct wd_section *section; /* what it is in, NULL: the processor's */
    uint64_t log;               /* next entry */
    struct wd_access *log_begin;

    struct wd_version *version; /* that it runs */
    uintptr_t *entered;         /* the return address that was made to lead into a copy last */
    uint64_t produced;          /* items, for their serials */
    uint32_t number;            /* of the thread, from 1; 0: not known yet, or too many */
    int32_t busy;               /* our own bookkeeping runs: a signal handler passes through */
    int32_t uncounted;          /* sections until the next one that is counted (sites.h) */
    uint32_t chance;
    int32_t log_may_be_over; /* what its first entry says must be cleared: a page that a section need not touch */
    struct wd_taken taken;   /* taken.h */
    uint64_t target;         /* where an indirect way out of a block leads */

    uint64_t edge;    /* which way out */
    uint64_t gpr[16]; /* 136: saved by dispatch.S, in the order of their numbers */
    uint64_t flags;   /* 264: as lahf and seto give them */
    uint64_t mask;    /* 272: of signals, while dispatch.S runs */
    uint64_t resume;  /* where dispatch.S goes on */
    int64_t budget;   /* instructions that are left, of what is learned */
} __attribute__((aligned(64)));

_Static_assert(offsetof(struct wd_flow_thread, leads) == 24 && offsetof(struct wd_flow_thread, gpr) == 136 &&
                   offsetof(struct wd_flow_thread, flags) == 264 && offsetof(struct wd_flow_thread, mask) == 272,
               "dispatch.S");

extern __thread struct wd_flow_thread wd_flow_thread __attribute__((tls_model("initial-exec")));

#endif
