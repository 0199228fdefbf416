/* SPDX-License-Identifier: Apache-2.0 */
/*
 * task_work.bpf.h: the kernel's task work, by which a function of ours runs when a
 * thread is about to go back to user space (Linux 6.18). Included by <tool>.bpf.c,
 * after vmlinux.h.
 *
 * It costs other threads nothing, and runs before a pending signal is delivered. It
 * wakes nobody, and no call ends because of it.
 */
#ifndef WD_TASK_WORK_BPF_H
#define WD_TASK_WORK_BPF_H

#include <bpf/bpf_helpers.h>

#define WD_TASK_WORKS 4096 /* threads of the machine that it is scheduled for at once */
#define PF_EXITING 0x4     /* of task_struct.flags: the thread will not go back */

/* The verifier knows it by its name. Who includes this hides that of vmlinux.h, which older kernels have not. */
struct bpf_task_work {
    __u64 opaque;
} __attribute__((aligned(8)));

typedef int (*wd_task_work_function)(struct bpf_map *map, void *key, void *value);

extern int bpf_task_work_schedule_resume_impl(struct task_struct *task, struct bpf_task_work *work, void *map,
                                              wd_task_work_function function, void *program) __ksym __weak;
extern void bpf_rcu_read_lock(void) __ksym;
extern void bpf_rcu_read_unlock(void) __ksym;

const volatile bool has_task_work = false;

struct task_work {
    struct bpf_task_work work;
};

/* By the thread's number. */
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, WD_TASK_WORKS);
    __type(key, __u32);
    __type(value, struct task_work);
} task_works SEC(".maps");

/* `function` has to delete its key. Where there is no task work, or the map is full, it is not scheduled. */
static __always_inline void wd_task_work_schedule(struct task_struct *task, wd_task_work_function function)
{
    __u32 thread = task->pid;
    struct task_work none = { 0 };
    if (!has_task_work || task->flags & PF_EXITING)
        return;
    if (!bpf_map_lookup_elem(&task_works, &thread))
        bpf_map_update_elem(&task_works, &thread, &none, BPF_NOEXIST);
    struct task_work *mine = bpf_map_lookup_elem(&task_works, &thread);
    if (mine) /* one that is scheduled already stays so */
        bpf_task_work_schedule_resume_impl(task, &mine->work, &task_works, function, NULL);
}

#endif
