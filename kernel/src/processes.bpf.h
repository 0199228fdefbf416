/* SPDX-License-Identifier: Apache-2.0 */
/*
 * processes.bpf.h: which processes are recorded, and the table of kernel stacks: maps
 * that all tools share (shared.h). Included by <tool>.bpf.c, after vmlinux.h.
 */
#ifndef WD_PROCESSES_BPF_H
#define WD_PROCESSES_BPF_H

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "shared.h"

#define PF_IO_WORKER 0x10

/* By the leader of the thread group. A forked child has none, until it connects; an exec takes it away. */
struct {
    __uint(type, BPF_MAP_TYPE_TASK_STORAGE);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, int);
    __type(value, struct wd_process);
} processes SEC(".maps");

/* Processes whose program has more rights than who started it: setuid, setgid, capabilities of its file. */
struct {
    __uint(type, BPF_MAP_TYPE_TASK_STORAGE);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, int);
    __type(value, __u32);
} privileged SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(map_flags, BPF_F_MMAPABLE);
    __uint(max_entries, WD_STACKS);
    __type(key, __u32);
    __type(value, struct wd_stack);
} stacks SEC(".maps");

/* The recorded process that a thread belongs to; NULL: it is not recorded. */
static __always_inline struct wd_process *wd_process_of(struct task_struct *task)
{
    struct wd_process *process = bpf_task_storage_get(&processes, task->group_leader, 0, 0);
    return process && process->signal ? process : NULL;
}

/* At sched_process_exec, whose entry belongs to a program that is no more; the same in all tools. */
static __always_inline void wd_executes(struct task_struct *task, struct linux_binprm *binprm)
{
    bpf_task_storage_delete(&processes, task);
    if (BPF_CORE_READ_BITFIELD(binprm, secureexec))
        bpf_task_storage_get(&privileged, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
    else
        bpf_task_storage_delete(&privileged, task);
}

/* The beginning of the current thread's struct wd_kernel_thread. False: it is not there, and all 0. io_uring's workers
 * have the thread pointer of the thread that they were made for, and nothing of their own behind it. In an exec the
 * memory may be that of the next program already. */
static __always_inline bool wd_read_thread(struct task_struct *task, const struct wd_process *process, void *into,
                                           __u32 size)
{
    return !(task->flags & PF_IO_WORKER) && !BPF_CORE_READ_BITFIELD(task, in_execve) &&
           bpf_probe_read_user(into, size, (void *)(task->thread.fsbase + process->context_at)) == 0;
}

/* 0: it has none, or that cannot be read. */
static __always_inline __u32 wd_context_of(struct task_struct *task, const struct wd_process *process)
{
    __u32 context = 0;
    wd_read_thread(task, process, &context, sizeof context);
    return context;
}

static __always_inline void wd_count(struct wd_process *process, enum wd_kernel_count what)
{
    __sync_fetch_and_add(&process->count[what], 1);
}

/* The number of a stack of `bytes` bytes, innermost address first; 0: the table has no room. */
static __always_inline __u32 wd_stack_number(const __u64 *ip, long bytes)
{
    __u64 hash = 0xcbf29ce484222325ull;
    __u32 length = bytes > 0 ? (__u32)bytes / 8 : 0;
    if (length == 0 || length > WD_STACK_DEPTH)
        return 0;
    for (int i = 0; i < WD_STACK_DEPTH && i < length; i++)
        hash = (hash ^ ip[i]) * 0x9e3779b97f4a7c15ull ^ hash >> 29;
    hash |= 1; /* 0: a slot is free */
    for (__u32 i = 0; i < 16; i++) {
        __u32 slot = (__u32)(hash >> 20) + i & WD_STACKS - 1;
        struct wd_stack *stack = bpf_map_lookup_elem(&stacks, &slot);
        if (!stack)
            return 0;
        __u64 has = stack->hash;
        if (has == 0)
            has = __sync_val_compare_and_swap(&stack->hash, 0, hash);
        if (has == hash)
            return slot + 1;
        if (has == 0) {
            for (int j = 0; j < WD_STACK_DEPTH && j < length; j++)
                stack->ip[j] = ip[j];
            stack->length = length;
            return slot + 1;
        }
    }
    return 0;
}

#endif
