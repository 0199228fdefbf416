/* SPDX-License-Identifier: Apache-2.0 */
/*
 * whodunit_kernel.h: what a recorded process and the kernel side (whodunit-kernel)
 * say to each other (docs/kernel.md): one packet for each question and each answer,
 * over an AF_UNIX socket whose path is in WHODUNIT_KERNEL, and the value that comes
 * with a signal.
 */
#ifndef WHODUNIT_KERNEL_H
#define WHODUNIT_KERNEL_H

#ifndef __VMLINUX_H__
#include <stdint.h>
typedef uint64_t wd_u64;
typedef int64_t wd_s64;
typedef uint32_t wd_u32;
#else
typedef __u64 wd_u64;
typedef __s64 wd_s64;
typedef __u32 wd_u32;
#endif

#define WD_KERNEL_VERSION 5

/* What a process asks. It is recorded from its BEGIN on, until END, an exec, or the end of the connection. */
enum wd_kernel_ask {
    WD_KERNEL_HELLO = 1, /* nothing: is anybody there? */
    WD_KERNEL_BEGIN,
    WD_KERNEL_END,
    WD_KERNEL_COUNTS,
    WD_KERNEL_STACK, /* the names of a kernel stack */
};

/* What is counted for each process since it began. */
enum wd_kernel_count {
    WD_KERNEL_TICKS,     /* that found a thread of it running */
    WD_KERNEL_SIGNALLED, /* ticks, and waits, of which it was told */
    WD_KERNEL_HELD,      /* ticks, and waits, of threads that hold our signal back: our own, hosts' in sigwait */
    WD_KERNEL_REFUSED,   /* signals that the kernel did not send */
    WD_KERNEL_NO_STACK,  /* ticks in the kernel, and waits, for whose stack the table was full */
    WD_KERNEL_WAITS,     /* above the threshold */
    WD_KERNEL_IDLE,      /* of them, those between requests for which another one stands */
    WD_KERNEL_UNSEEN,    /* waits whose end the kernel kept from tracing */
    WD_KERNEL_COUNT
};

struct wd_kernel_request {
    wd_u32 version;
    wd_u32 ask;
    wd_u32 signal;     /* BEGIN: the sampler's; 0: it is told of nothing, only its waits are recorded */
    wd_u32 number;     /* STACK: its number */
    wd_s64 context_at; /* BEGIN: where a thread's struct wd_kernel_thread is, from its thread pointer */
};

/* What a thread tells of its work; the beginning of the runtime's own record of it. */
struct wd_kernel_thread {
    wd_u32 context;
    wd_u32 tid;
    wd_u64 published;
    wd_u32 begun;      /* how often it has begun to work for a request, modulo 2^32 */
    wd_u32 last_begun; /* the context of the last one */
    wd_u32 between;    /* the context that it has between two requests, where that is not the root; 0: none */
};

#define WD_KERNEL_TEXT 7168

struct wd_kernel_answer {
    wd_u32 error;      /* an errno; 0: none */
    wd_u32 has;        /* HELLO: a bit of enum wd_kernel_has for each thing that is done */
    wd_u64 waits_from; /* HELLO: the threshold of waits in ns */
    wd_u64 count[WD_KERNEL_COUNT];
    wd_u32 names;              /* STACK: how many */
    char text[WD_KERNEL_TEXT]; /* STACK: they, innermost first, each ended by a NUL */
};

enum wd_kernel_has {
    WD_KERNEL_HAS_TICKS = 1,
    WD_KERNEL_HAS_WAITS = 2,
    WD_KERNEL_HAS_INTERVALS = 4,
};

/* A signal's value, from the top: brand, kind, number of the kernel stack (0: none), amount. */
#define WD_KERNEL_BRAND 0xB7u
#define WD_KERNEL_AMOUNT_BITS 30
#define WD_KERNEL_MANTISSA_BITS 24

enum wd_kernel_kind {
    WD_KERNEL_IS_TICK = 0,   /* amount: how many ticks */
    WD_KERNEL_IS_WAIT = 1,   /* amount: ns, as wd_kernel_ns knows them */
    WD_KERNEL_ELSEWHERE = 2, /* beside these: the thread has left where it was, so that its own stack is of no use */
};

static inline wd_u64 wd_kernel_value(wd_u32 kind, wd_u32 stack, wd_u32 amount)
{
    return (wd_u64)WD_KERNEL_BRAND << 56 | (wd_u64)(kind & 3) << 54 | (wd_u64)(stack & 0xffffff) << 30 |
           (amount & 0x3fffffff);
}

static inline int wd_kernel_is_value(wd_u64 value)
{
    return value >> 56 == WD_KERNEL_BRAND;
}

static inline wd_u32 wd_kernel_kind_of(wd_u64 value)
{
    return (wd_u32)(value >> 54) & 3;
}

static inline wd_u32 wd_kernel_stack_of(wd_u64 value)
{
    return (wd_u32)(value >> WD_KERNEL_AMOUNT_BITS) & 0xffffff;
}

static inline wd_u32 wd_kernel_amount_of(wd_u64 value)
{
    return (wd_u32)value & 0x3fffffff;
}

/* A length of time in 30 bits: exact to 1 in 8 million. */
static inline wd_u32 wd_kernel_amount_of_ns(wd_u64 ns)
{
    wd_u32 shift = 0;
    for (int i = 0; i < 40 && ns >> WD_KERNEL_MANTISSA_BITS; i++) {
        ns >>= 1;
        shift++;
    }
    return shift << WD_KERNEL_MANTISSA_BITS | (wd_u32)ns;
}

static inline wd_u64 wd_kernel_ns(wd_u32 amount)
{
    return (wd_u64)(amount & ((1u << WD_KERNEL_MANTISSA_BITS) - 1)) << (amount >> WD_KERNEL_MANTISSA_BITS);
}

#endif
