/* SPDX-License-Identifier: Apache-2.0 */
/*
 * returning.bpf.h: has a function of ours called when a thread is about to go back to
 * user space. Included by <tool>.bpf.c, after vmlinux.h and processes.bpf.h.
 *
 * It is the kernel's task work (Linux 6.18), which costs threads that are not asked for
 * nothing, and comes before a signal that waits for the thread. It wakes nobody, and no
 * call ends because of it.
 */
#ifndef WD_RETURNING_BPF_H
#define WD_RETURNING_BPF_H

#define WD_RETURNING 4096 /* threads of the machine that are asked for at once */
#define PF_EXITING 0x4    /* of task_struct.flags: it will not return */

/* The verifier knows it by its name. vmlinux.h may be of a kernel that has none (see there). */
struct bpf_task_work {
    __u64 opaque;
} __attribute__((aligned(8)));

typedef int (*wd_returned)(struct bpf_map *map, void *key, void *value);

extern int bpf_task_work_schedule_resume_impl(struct task_struct *task, struct bpf_task_work *work, void *map,
                                              wd_returned returned, void *program) __ksym __weak;
extern void bpf_rcu_read_lock(void) __ksym __weak;
extern void bpf_rcu_read_unlock(void) __ksym __weak;

const volatile bool has_task_work = false;

struct returning {
    struct bpf_task_work work;
};

/* By the thread's number. What is in it is asked for. */
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, WD_RETURNING);
    __type(key, __u32);
    __type(value, struct returning);
} returning SEC(".maps");

/* Asks for it; `returned` deletes the key. If there is no room it is not asked for, until the next time. */
static __always_inline void wd_when_returning(struct task_struct *task, wd_returned returned)
{
    __u32 thread = task->pid;
    struct returning none = { 0 };
    if (task->flags & PF_EXITING)
        return;
    if (!bpf_map_lookup_elem(&returning, &thread))
        bpf_map_update_elem(&returning, &thread, &none, BPF_NOEXIST);
    struct returning *mine = bpf_map_lookup_elem(&returning, &thread);
    if (mine)
        bpf_task_work_schedule_resume_impl(task, &mine->work, &returning, returned, NULL);
}

#endif
