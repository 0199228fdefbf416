/* SPDX-License-Identifier: Apache-2.0 */
/*
 * processor.bpf.h: what each processor does that is not its current thread's doing: interrupts, softirqs and timers, by
 * programs at their begins and ends.
 */
#ifndef WD_PROCESSOR_BPF_H
#define WD_PROCESSOR_BPF_H

#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "interval.h"

#define SOFTIRQ_TIMER 1
#define SOFTIRQ_NET_TX 2
#define SOFTIRQ_NET_RX 3
#define SOFTIRQ_BLOCK 4
#define SOFTIRQ_HRTIMER 8

struct processor {
    __u32 softirq; /* its number + 1 */
    __u32 irq;
    __u32 timer;
    __u32 sender; /* who sent what the softirq will receive */
    __u32 sender_context;
    __u32 sender_stack;
};

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct processor);
} processors SEC(".maps");

static __always_inline struct processor *processor(void)
{
    __u32 zero = 0;
    return bpf_map_lookup_elem(&processors, &zero);
}

/* Who wakes what is woken there now. */
static __always_inline __u32 woken_by(const struct processor *at)
{
    if (at->timer)
        return WD_BY_TIMER;
    if (at->irq)
        return WD_BY_INTERRUPT;
    switch (at->softirq) {
    case 0: return WD_BY_THREAD;
    case SOFTIRQ_TIMER + 1:
    case SOFTIRQ_HRTIMER + 1: return WD_BY_TIMER;
    case SOFTIRQ_NET_TX + 1: return WD_BY_NETWORK;
    case SOFTIRQ_NET_RX + 1: return at->sender ? WD_BY_THREAD : WD_BY_NETWORK;
    case SOFTIRQ_BLOCK + 1: return WD_BY_DISK;
    default: return WD_BY_INTERRUPT;
    }
}

SEC("tp_btf/softirq_entry")
int BPF_PROG(softirq_begins, unsigned number)
{
    struct processor *at = processor();
    if (at)
        at->softirq = number + 1;
    return 0;
}

SEC("tp_btf/softirq_exit")
int BPF_PROG(softirq_ends, unsigned number)
{
    struct processor *at = processor();
    if (!at)
        return 0;
    at->softirq = 0;
    if (number == SOFTIRQ_NET_RX)
        at->sender = 0;
    return 0;
}

SEC("tp_btf/irq_handler_entry")
int BPF_PROG(irq_begins, int number, struct irqaction *action)
{
    struct processor *at = processor();
    if (at)
        at->irq = 1;
    return 0;
}

SEC("tp_btf/irq_handler_exit")
int BPF_PROG(irq_ends, int number, struct irqaction *action, int result)
{
    struct processor *at = processor();
    if (at)
        at->irq = 0;
    return 0;
}

SEC("tp_btf/hrtimer_expire_entry")
int BPF_PROG(timer_begins, struct hrtimer *timer, ktime_t *now)
{
    struct processor *at = processor();
    if (at)
        at->timer = 1;
    return 0;
}

SEC("tp_btf/hrtimer_expire_exit")
int BPF_PROG(timer_ends, struct hrtimer *timer)
{
    struct processor *at = processor();
    if (at)
        at->timer = 0;
    return 0;
}

#endif
