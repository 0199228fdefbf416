/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sampler.bpf.c: tells threads of recorded processes that they were found running by
 * a CPU's clock, and how long they have waited, by the sampler's own signal.
 *
 * A thread within the kernel is told as it goes back to user space (task_work.bpf.h): a
 * signal that comes while it is about to sleep would make a call return EINTR. Before
 * Linux 6.18 that is at the exit of calls (sys_exit), and page faults are told later.
 */
#define bpf_task_work bpf_task_work_of_vmlinux /* task_work.bpf.h has its own */
#include "vmlinux.h"
#undef bpf_task_work

#include "functions.bpf.h"
#include "places.bpf.h"
#include "processes.bpf.h"
#include "task_work.bpf.h"

char LICENSE[] SEC("license") = "GPL";

#define PIDTYPE_THREAD 0 /* enum pid_type: PIDTYPE_PID */
#define DUE 8            /* stacks that a thread in a long system call keeps */
#define SYSCALL(regs) ((long)(regs)->orig_ax >= 0)

extern int bpf_send_signal_task(struct task_struct *task, int signal, enum pid_type type, __u64 value) __ksym;

const volatile __u64 waits_from_ns = 0; /* 0: waits are not told of */
const volatile __u64 period_ns = 0;     /* of several shorter waits one is told of */
const volatile __u64 idle_ns = 0;       /* likewise of those between requests; 0: each is told of */

struct ticks {
    __u32 stack;
    __u32 count;
};

struct thread {
    __u64 blocked;   /* since when it sleeps; 0: it does not */
    __u64 used;      /* its time on processors by then, by the kernel's account */
    __u64 waited;    /* ns at this place, of waits that are to be told of */
    __u64 longest;   /* of them */
    __u64 elsewhere; /* likewise, at places that it has left since */
    __u64 carried;   /* ns of short waits that are not told of yet */
    __u64 idle;      /* likewise of waits between requests */
    struct wd_place blocked_at, wait_place, tick_place;
    __u32 context; /* when it blocked */
    __u32 wait_stack;
    __u32 elsewhere_stack;
    __u32 due; /* ticks: entries that are used */
    struct ticks ticks[DUE];
    struct wd_stacks_by_place wait_stacks;
};

struct {
    __uint(type, BPF_MAP_TYPE_TASK_STORAGE);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, int);
    __type(value, struct thread);
} threads SEC(".maps");

struct scratch {
    __u64 ip[WD_STACK_DEPTH];
};

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 2); /* the tick's, the switch's */
    __type(key, __u32);
    __type(value, struct scratch);
} scratches SEC(".maps");

static __always_inline struct scratch *scratch(__u32 whose)
{
    return bpf_map_lookup_elem(&scratches, &whose);
}

static __always_inline int holds_back(struct task_struct *task, __u32 signal)
{
    return (task->blocked.sig[0] >> (signal - 1) & 1) != 0;
}

/* A signal of the host's is about to be delivered. Ours would go before it, and a call that it has interrupted would go
 * on, as our handler asks for, where the host's may have asked for EINTR. */
static __always_inline int is_interrupted(struct task_struct *task, __u32 signal)
{
    __u64 pending = task->pending.signal.sig[0] | task->signal->shared_pending.signal.sig[0];
    return (pending & ~task->blocked.sig[0] & ~(1ull << (signal - 1))) != 0;
}

static __always_inline int tell(struct task_struct *task, struct wd_process *process, __u64 value)
{
    int error = BPF_CORE_READ_BITFIELD(task, in_execve)
                    ? -1
                    : bpf_send_signal_task(task, (int)process->signal, PIDTYPE_THREAD, value);
    return error == 0;
}

static __always_inline void tell_ticks(struct task_struct *task, struct wd_process *process, __u32 where, __u32 stack,
                                       __u32 count)
{
    int told = tell(task, process, wd_kernel_value(WD_KERNEL_IS_TICK | where, stack, count));
    __sync_fetch_and_add(&process->count[told ? WD_KERNEL_SIGNALLED : WD_KERNEL_REFUSED], count);
}

static __always_inline void tell_wait(struct task_struct *task, struct wd_process *process, __u32 where, __u32 stack,
                                      __u64 ns)
{
    __u64 value = wd_kernel_value(WD_KERNEL_IS_WAIT | where, stack, wd_kernel_amount_of_ns(ns));
    wd_count(process, tell(task, process, value) ? WD_KERNEL_SIGNALLED : WD_KERNEL_REFUSED);
}

/* Of ticks at several places none is known to be at the last. */
static __always_inline void keep_tick(struct thread *thread, struct wd_place place, __u32 stack)
{
    if (thread->due && !wd_is_same_place(&thread->tick_place, &place))
        place = (struct wd_place){ 0 };
    thread->tick_place = place;
    for (int i = 0; i < DUE; i++) {
        if (i < thread->due && thread->ticks[i].stack == stack) {
            thread->ticks[i].count++;
            return;
        }
    }
    __u32 to = thread->due < DUE ? thread->due++ : bpf_get_prandom_u32() % DUE;
    if (to < DUE) {
        thread->ticks[to].stack = stack;
        thread->ticks[to].count++; /* of a slot that is used: its ticks are this stack's now, at random */
    }
}

/* A long wait is told of with its length. Shorter ones add up, and that in which `period` is reached stands for
 * them; where in a period a thread begins is random, so that none is favoured. */
static __always_inline __u64 stands_for(__u64 *carried, __u64 waited, __u64 period)
{
    if (waited >= period)
        return waited;
    if (!*carried)
        *carried = (__u64)bpf_get_prandom_u32() * period >> 32;
    *carried += waited;
    if (*carried < period)
        return 0;
    *carried -= period;
    return period;
}

/* Has the current thread worked for requests, and waits for the next one? */
static __always_inline int is_idle(struct task_struct *task, const struct wd_process *process)
{
    struct wd_kernel_thread of = { 0 };
    return wd_read_thread(task, process, &of, sizeof of) && of.begun && (of.context == 0 || of.context == of.between);
}

/* Such waits come with every request, are nobody's, and always at the same few places. */
static __always_inline void add_up_idle(struct task_struct *task, struct wd_process *process, struct thread *thread)
{
    if (thread->waited >= idle_ns || !is_idle(task, process))
        return;
    thread->waited = stands_for(&thread->idle, thread->waited, idle_ns);
    if (!thread->waited)
        wd_count(process, WD_KERNEL_IDLE);
}

/* What nobody is told of, as a wait for signals: a signal of ours would end that. */
static __always_inline void forget(struct wd_process *process, struct thread *thread)
{
    __u64 held = (thread->waited != 0) + (thread->elsewhere != 0);
    for (int i = 0; i < DUE; i++) {
        if (i < thread->due) {
            held += thread->ticks[i].count;
            thread->ticks[i].count = 0;
        }
    }
    __sync_fetch_and_add(&process->count[WD_KERNEL_HELD], held);
    thread->due = 0;
    thread->waited = thread->elsewhere = 0;
}

/* All that the thread is to be told of. What it is no longer at, since nothing told it in time, is told as such: before
 * Linux 6.18 waits of page faults, and of work that is left after a call (a file's last close). */
static __always_inline void settle(struct task_struct *task, struct wd_process *process, struct thread *thread)
{
    if (holds_back(task, process->signal)) {
        forget(process, thread);
        return;
    }
    if (is_interrupted(task, process->signal))
        return; /* it is told of when the thread goes back the next time */
    struct wd_place here = wd_place_of(task);
    __u32 ticked = wd_is_same_place(&thread->tick_place, &here) ? 0 : WD_KERNEL_ELSEWHERE;
    for (int i = 0; i < DUE; i++) {
        if (i < thread->due) {
            tell_ticks(task, process, ticked, thread->ticks[i].stack, thread->ticks[i].count);
            thread->ticks[i].count = 0;
        }
    }
    thread->due = 0;
    if (thread->waited)
        add_up_idle(task, process, thread);
    if (thread->waited)
        tell_wait(task, process, wd_is_same_place(&thread->wait_place, &here) ? 0 : WD_KERNEL_ELSEWHERE,
                  thread->wait_stack, thread->waited);
    if (thread->elsewhere)
        tell_wait(task, process, WD_KERNEL_ELSEWHERE, thread->elsewhere_stack, thread->elsewhere);
    thread->waited = thread->elsewhere = 0;
}

static int goes_back(struct bpf_map *map, void *key, void *value)
{
    struct task_struct *task = bpf_get_current_task_btf();
    bpf_rcu_read_lock();
    bpf_map_delete_elem(&task_works, key);
    struct thread *thread = bpf_task_storage_get(&threads, task, 0, 0);
    struct wd_process *process = wd_process_of(task);
    if (thread && process)
        settle(task, process, thread);
    bpf_rcu_read_unlock();
    return 0;
}

SEC("perf_event")
int tick(struct bpf_perf_event_data *ctx)
{
    struct task_struct *task = bpf_get_current_task_btf();
    struct wd_process *process = wd_process_of(task);
    if (!process)
        return 0;
    wd_count(process, WD_KERNEL_TICKS);
    if (holds_back(task, process->signal)) {
        wd_count(process, WD_KERNEL_HELD);
        return 0;
    }
    __u32 stack = 0;
    int in_kernel = (*(volatile __u64 *)&ctx->regs.cs & 3) == 0; /* the verifier wants the whole word */
    if (in_kernel) {
        struct scratch *at = scratch(0);
        long bytes = at ? bpf_get_stack(ctx, at->ip, sizeof at->ip, 0) : 0;
        if (bytes > 0) {
            at->ip[0] = wd_function_beginning(at->ip[0]);
            stack = wd_stack_number(at->ip, bytes);
        }
        if (!stack)
            wd_count(process, WD_KERNEL_NO_STACK);
    }
    struct thread *thread = bpf_task_storage_get(&threads, task, 0, in_kernel ? BPF_LOCAL_STORAGE_GET_F_CREATE : 0);
    struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
    if (in_kernel && thread && (has_task_work || SYSCALL(regs))) {
        keep_tick(thread, wd_place_of(task), stack);
        wd_task_work_schedule(task, goes_back);
        return 0;
    }
    if (thread && (thread->due || thread->waited || thread->elsewhere))
        settle(task, process, thread);
    tell_ticks(task, process, 0, stack, 1);
    return 0;
}

/* Its handlers are gone, and a signal would end it; what it has waited for was another program's. */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(executes, struct task_struct *task, int old_pid, struct linux_binprm *binprm)
{
    wd_executes(task, binprm);
    bpf_task_storage_delete(&threads, task);
    return 0;
}

/* Of a thread that blocks there, or (not seen) has done so. */
static __always_inline __u32 wait_stack_of(struct task_struct *task, struct thread *thread,
                                           const struct wd_place *place, bool is_seen)
{
    if (!is_seen)
        return wd_stack_at(&thread->wait_stacks, place);
    struct scratch *at = scratch(1);
    long bytes = at ? bpf_get_task_stack(task, at->ip, sizeof at->ip, 0) : 0;
    __u32 stack = bytes > 0 ? wd_stack_number(at->ip, bytes) : 0;
    if (stack)
        wd_keep_stack_at(&thread->wait_stacks, place, stack);
    return stack;
}

/* 0: not before now; clocks of processors may differ. */
static __always_inline __u64 ns_since(__u64 then)
{
    __u64 now = bpf_ktime_get_ns();
    return then && then < now ? now - then : 0;
}

/* At that place. */
static __always_inline void waited(struct task_struct *task, struct thread *thread, struct wd_place place, __u64 ns,
                                   bool is_seen)
{
    struct wd_process *process = ns >= waits_from_ns ? wd_process_of(task) : NULL;
    if (!process)
        return;
    wd_count(process, WD_KERNEL_WAITS);
    __u64 length = stands_for(&thread->carried, ns, period_ns);
    if (!length)
        return;
    if (thread->waited && !wd_is_same_place(&thread->wait_place, &place)) {
        thread->elsewhere += thread->waited;
        thread->elsewhere_stack = thread->wait_stack;
        thread->waited = 0;
    }
    thread->wait_place = place;
    thread->waited += length;
    wd_task_work_schedule(task, goes_back);
    if (length < thread->longest && thread->waited > length)
        return;
    thread->longest = length;
    thread->wait_stack = wait_stack_of(task, thread, &place, is_seen);
    if (is_seen && !thread->wait_stack)
        wd_count(process, WD_KERNEL_NO_STACK);
}

/* The kernel may hide from tracing what some threads do, so also the switch from one of them: this thread has run again
 * since, for as long as it has used processors. If it works for somebody else meanwhile, nobody is told of the wait.
 * What its stack was is known if it has waited there before. */
static __always_inline void ran_unseen(struct task_struct *task, struct wd_process *process, struct thread *thread)
{
    __u64 away = ns_since(thread->blocked), ran = task->se.sum_exec_runtime - thread->used;
    thread->blocked = 0;
    wd_count(process, WD_KERNEL_UNSEEN);
    if (ran < away && wd_context_of(task, process) == thread->context)
        waited(task, thread, thread->blocked_at, away - ran, false);
}

static __always_inline void stops(struct task_struct *task, bool blocks)
{
    struct wd_process *process = wd_process_of(task);
    if (!process)
        return;
    struct thread *thread = bpf_task_storage_get(&threads, task, 0, blocks ? BPF_LOCAL_STORAGE_GET_F_CREATE : 0);
    if (!thread)
        return;
    if (thread->blocked)
        ran_unseen(task, process, thread);
    if (!blocks)
        return;
    thread->context = wd_context_of(task, process);
    thread->blocked_at = wd_place_of(task);
    thread->used = task->se.sum_exec_runtime;
    thread->blocked = bpf_ktime_get_ns();
}

static __always_inline void runs(struct task_struct *task)
{
    struct thread *thread = bpf_task_storage_get(&threads, task, 0, 0);
    if (!thread || !thread->blocked)
        return;
    __u64 ns = ns_since(thread->blocked);
    thread->blocked = 0;
    waited(task, thread, wd_place_of(task), ns, true);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(switches, bool preempted, struct task_struct *before, struct task_struct *next, unsigned state)
{
    stops(before, !preempted && state);
    runs(next);
    return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(leave, struct pt_regs *regs, long result)
{
    struct task_struct *task = bpf_get_current_task_btf();
    struct thread *thread = bpf_task_storage_get(&threads, task, 0, 0);
    if (!thread || (!thread->blocked && !thread->due && !thread->waited && !thread->elsewhere))
        return 0;
    struct wd_process *process = wd_process_of(task);
    if (!process)
        return 0;
    if (thread->blocked)
        ran_unseen(task, process, thread);
    settle(task, process, thread);
    return 0;
}
