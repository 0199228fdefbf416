/* SPDX-License-Identifier: Apache-2.0 */
/*
 * numbers.bpf.h: a thread's other numbers: it has one in each namespace of processes
 * that it is in. task_struct.pid is the outermost. Included by <tool>.bpf.c, after
 * vmlinux.h.
 */
#ifndef WD_NUMBERS_BPF_H
#define WD_NUMBERS_BPF_H

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#define WD_NAMESPACES 32 /* MAX_PID_NS_LEVEL */

const volatile __u32 helpers_namespace = 0; /* its inode; 0: the outermost */

static __always_inline struct upid wd_number_at(const struct pid *pid, __u32 level)
{
    struct upid number = { 0 };
    bpf_probe_read_kernel(&number, sizeof number, &pid->numbers[0] + level);
    return number;
}

/* By which the helper knows the thread; 0: it cannot see it. */
static __always_inline __u32 wd_number_here(struct task_struct *task)
{
    if (!helpers_namespace)
        return (__u32)task->pid;
    struct pid *pid = BPF_CORE_READ(task, thread_pid);
    __u32 level = BPF_CORE_READ(pid, level);
    for (__u32 i = 0; i < WD_NAMESPACES && i <= level; i++) {
        struct upid number = wd_number_at(pid, i);
        if (BPF_CORE_READ(number.ns, ns.inum) == helpers_namespace)
            return (__u32)number.nr;
    }
    return 0;
}

/* By which the thread knows itself: the innermost. */
static __always_inline __u32 wd_own_number(struct task_struct *task)
{
    struct pid *pid = BPF_CORE_READ(task, thread_pid);
    return (__u32)wd_number_at(pid, BPF_CORE_READ(pid, level)).nr;
}

#endif
