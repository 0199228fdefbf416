/* SPDX-License-Identifier: Apache-2.0 */
/*
 * places.bpf.h: where a thread came into the kernel; the same while it is in a system
 * call, and in what is left to do after it. Threads wait and wake at few places,
 * again and again: which stack they had there is remembered. Included by
 * <tool>.bpf.c, after vmlinux.h.
 */
#ifndef WD_PLACES_BPF_H
#define WD_PLACES_BPF_H

#include <bpf/bpf_helpers.h>

#define WD_PLACES 4 /* that are remembered */
#define WD_STACKS_DIFFER 0xffffffffu

struct wd_place {
    __u64 ip, sp;
    __u64 callers;      /* tells those of one place apart; 0 where nobody asks */
    __u32 caller_words; /* by which words on the stack it does: a bit for each, from sp on */
};

struct wd_stacks_by_place {
    struct {
        struct wd_place place;
        __u32 stack;
    } of[WD_PLACES];
    __u32 oldest;
};

static __always_inline struct wd_place wd_place_of(struct task_struct *task)
{
    struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
    return (struct wd_place){ regs->ip, regs->sp, 0, 0 };
}

static __always_inline int wd_is_same_place(const struct wd_place *a, const struct wd_place *b)
{
    return a->ip == b->ip && a->sp == b->sp && a->callers == b->callers;
}

/* 0: it is not known, or there are several. */
static __always_inline __u32 wd_stack_at(const struct wd_stacks_by_place *stacks, const struct wd_place *place)
{
    for (int i = 0; i < WD_PLACES; i++)
        if (wd_is_same_place(&stacks->of[i].place, place))
            return stacks->of[i].stack == WD_STACKS_DIFFER ? 0 : stacks->of[i].stack;
    return 0;
}

/* Not 0. */
static __always_inline void wd_keep_stack_at(struct wd_stacks_by_place *stacks, const struct wd_place *place,
                                             __u32 stack)
{
    for (int i = 0; i < WD_PLACES; i++) {
        if (wd_is_same_place(&stacks->of[i].place, place)) {
            if (stacks->of[i].stack != stack)
                stacks->of[i].stack = WD_STACKS_DIFFER;
            return;
        }
    }
    __u32 oldest = stacks->oldest++ % WD_PLACES;
    if (oldest < WD_PLACES) { /* the verifier does not know it */
        stacks->of[oldest].place = *place;
        stacks->of[oldest].stack = stack;
    }
}

#endif
