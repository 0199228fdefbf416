/* SPDX-License-Identifier: Apache-2.0 */
/*
 * measure.bpf.c: how long a function of one process lasts. A call within a call of the
 * same function is part of the outer one.
 */
#include "vmlinux.h"

#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "call_times.h"

char LICENSE[] SEC("license") = "GPL";

struct call {
    __u64 entered; /* when the outermost call began */
    __u64 stack;   /* the stack pointer there: a call further up the stack shows that it was left */
};

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 65536);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, __u64);
    __type(value, struct call);
} calls SEC(".maps");

struct wd_call_times measured;
volatile int on; /* what happens is noted */

SEC("uprobe")
int BPF_KPROBE(enters)
{
    if (!on)
        return 0;
    __u64 thread = bpf_get_current_pid_tgid();
    struct call now = { bpf_ktime_get_ns(), PT_REGS_SP(ctx) };
    struct call *outer = bpf_map_lookup_elem(&calls, &thread);
    if (outer && now.stack < outer->stack)
        return 0;
    if (bpf_map_update_elem(&calls, &thread, &now, BPF_ANY) != 0) {
        __sync_fetch_and_add(&measured.unnoted, 1);
        return 0;
    }
    if (outer) {
        __sync_fetch_and_add(&measured.left, 1);
        __sync_fetch_and_sub(&measured.entered, outer->entered);
    } else {
        __sync_fetch_and_add(&measured.open, 1);
    }
    __sync_fetch_and_add(&measured.entered, now.entered);
    return 0;
}

SEC("uretprobe")
int BPF_KRETPROBE(returns)
{
    __u64 thread = bpf_get_current_pid_tgid();
    struct call *call = bpf_map_lookup_elem(&calls, &thread);
    /* the return address is off the stack: only the outermost call's return is above where it began */
    if (!on || !call || PT_REGS_SP(ctx) <= call->stack)
        return 0;
    __u64 length = bpf_ktime_get_ns() - call->entered;
    __sync_fetch_and_add(&measured.calls, 1);
    __sync_fetch_and_add(&measured.total, length);
    __sync_fetch_and_sub(&measured.entered, call->entered);
    __sync_fetch_and_sub(&measured.open, 1);
    if (length > measured.longest) /* of two at once the shorter may be kept */
        measured.longest = length;
    bpf_map_delete_elem(&calls, &thread);
    return 0;
}

/* A thread that leaves its function for good, by its end or an exec: the call will not return. */
static __always_inline void leave(__u64 thread)
{
    struct call *call = bpf_map_lookup_elem(&calls, &thread);
    if (!on || !call)
        return;
    __sync_fetch_and_add(&measured.left, 1);
    __sync_fetch_and_sub(&measured.open, 1);
    __sync_fetch_and_sub(&measured.entered, call->entered);
    bpf_map_delete_elem(&calls, &thread);
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(exits, struct task_struct *task)
{
    leave(bpf_get_current_pid_tgid());
    return 0;
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(executes, struct task_struct *task, int old_pid, struct linux_binprm *binprm)
{
    leave(bpf_get_current_pid_tgid() >> 32 << 32 | (__u32)old_pid);
    return 0;
}
