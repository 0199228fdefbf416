/* SPDX-License-Identifier: Apache-2.0 */
/*
 * waits.bpf.c: for each thread of a recorded process, when it was blocked, woken and
 * ran again, on what it waited, and who woke it. An interval is told of when the
 * thread runs again.
 *
 * Waking may come before the switch that it undoes, from another processor: then the
 * wait has no length, and its waker is the last one.
 *
 * Who wakes is the current thread, unless an interrupt or a softirq runs, which know
 * nothing of the thread that they have interrupted. But what a thread sends to itself
 * (loopback) is received in a softirq of its own.
 */
#include "vmlinux.h"

#include "numbers.bpf.h"
#include "places.bpf.h"
#include "processes.bpf.h"
#include "processor.bpf.h"
#include "waits_on.bpf.h"

#include "interval.h"

char LICENSE[] SEC("license") = "GPL";

#define RING (1u << 25)

#define LONG_NS 20000  /* shorter waits come without stacks */
#define MOST_TAKEN 256 /* stacks of a thread; then one of 64 */
#define FEW_WORDS 32   /* near a stack's end */
#define NEAR_WORDS 32  /* among which callers of a place are told apart */

#define LIBRARIES_FROM (1ull << 32) /* from the program's code: heap is nearer */
#define OWN_STACK (1ull << 18)      /* near the stack pointer */
#define TASK_END (1ull << 47)

enum { RUNS, WAITS, IS_READY };

struct wait {
    __u64 blocked;
    __u64 waking;  /* when it was last woken; 0: not since it ran last */
    __u64 running; /* since when it runs; 0: not known */
    __u64 ran;
    __u64 used, queued; /* its time on processors, and ready for one, when it stopped, by the kernel's account */
    __u32 waker;
    __u32 by;
    __u32 waker_context;
    __u32 context;
    __u32 on;
    __u32 begun, last_begun;
    __u32 begun_before; /* as the thread counts them, when it stopped */
    __u32 state;
    __u32 stack;
    __u32 waker_stack;
    __u32 taken;
    __u32 is_told; /* who it is */
    struct wd_stacks_by_place stacks;
};

struct {
    __uint(type, BPF_MAP_TYPE_TASK_STORAGE);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, int);
    __type(value, struct wait);
} waits SEC(".maps");

/* Threads that are not recorded, and have been told of. */
struct {
    __uint(type, BPF_MAP_TYPE_TASK_STORAGE);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, int);
    __type(value, __u32);
} wakers SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_RINGBUF);
    __uint(max_entries, RING);
} ring SEC(".maps");

__u64 dropped = 0;
__u64 without_waker = 0;
__u64 unseen = 0;
__u32 stacks_taken = 0;

static __always_inline struct wd_process *recorded(struct task_struct *task)
{
    struct wd_process *process = bpf_task_storage_get(&processes, task->group_leader, 0, 0);
    return process && process->waits ? process : NULL;
}

/* The current thread stops. */
static __always_inline void read_work(struct task_struct *task, const struct wd_process *process, struct wait *wait)
{
    struct wd_kernel_thread thread = {};
    if (!wd_read_thread(task, process, &thread, sizeof thread))
        thread.begun = wait->begun_before;
    wait->context = thread.context;
    wait->begun = thread.begun - wait->begun_before;
    wait->begun_before = thread.begun;
    wait->last_begun = thread.last_begun;
}

/* False: the ring is full. */
static __always_inline bool tell_of_thread(struct task_struct *task, __u32 parent, __u64 ended, bool is_recorded)
{
    struct wd_thread_event *event = bpf_ringbuf_reserve(&ring, sizeof *event, 0);
    if (!event)
        return false;
    event->type = WD_EVENT_THREAD;
    event->tid = (__u32)task->pid;
    event->pid = (__u32)task->tgid;
    event->parent = parent;
    event->started = task->start_time;
    event->ended = ended;
    event->here = wd_number_here(task);
    event->own_tid = wd_own_number(task);
    event->own_pid = wd_own_number(task->group_leader);
    event->recorded = is_recorded;
    bpf_probe_read_kernel_str(event->name, sizeof event->name, task->comm);
    bpf_ringbuf_submit(event, BPF_RB_NO_WAKEUP);
    return true;
}

/* Of a recorded process's thread. Who it is has to be told at some time: its intervals mean nothing without. */
static __always_inline struct wait *wait_of(struct task_struct *task)
{
    struct wait *wait = bpf_task_storage_get(&waits, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
    if (wait && !wait->is_told)
        wait->is_told =
            tell_of_thread(task, task->pid == task->tgid ? (__u32)BPF_CORE_READ(task, real_parent, pid) : 0, 0, true);
    return wait;
}

/* The current thread, which is not recorded, is about to be named as who wakes. */
static __always_inline void tell_of_waker(struct task_struct *task)
{
    if (!bpf_task_storage_get(&wakers, task, 0, 0) && tell_of_thread(task, 0, 0, false))
        bpf_task_storage_get(&wakers, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
}

/* Copies the current thread's stack. Returns the number by which intervals name it, 0 if there is no space. */
static __always_inline __u32 take_stack(struct task_struct *task, const struct wd_process *process,
                                        const struct pt_regs *regs)
{
    struct wd_stack_event *event = bpf_ringbuf_reserve(&ring, sizeof *event, 0);
    if (!event)
        return 0;
    __u32 number = __sync_fetch_and_add(&stacks_taken, 1) + 1;
    event->type = WD_EVENT_STACK;
    event->pid = wd_number_here(task->group_leader);
    event->program = process->program;
    event->number = number;
    event->ip = regs->ip;
    event->sp = regs->sp;
    event->bp = regs->bp;
    event->words = WD_STACK_WORDS;
    if (bpf_probe_read_user(event->word, sizeof event->word, (void *)regs->sp) != 0)
        event->words = bpf_probe_read_user(event->word, FEW_WORDS * 8, (void *)regs->sp) == 0 ? FEW_WORDS : 0;
    bpf_ringbuf_submit(event, BPF_RB_NO_WAKEUP);
    return number;
}

/* As wd_code_returns_to, for the calls that compilers make most. */
static __always_inline bool follows_call(__u64 address)
{
    __u8 b[8];
    return bpf_probe_read_user(b, 7, (void *)(address - 7)) == 0 &&
           (b[2] == 0xe8 || (b[5] == 0xff && (b[6] & 0x38) == 0x10) || (b[4] == 0xff && (b[5] & 0xf8) == 0x50) ||
            (b[1] == 0xff && (b[2] & 0x38) == 0x10));
}

struct near {
    __u64 word[NEAR_WORDS];
};

/* Functions that wait in the same way, called from the same one, have one place. What tells them apart are words that
 * point into the program's own code, or behind a call in that of a library: above the program, and not on the stack.
 * Which of them do is a bit for each. Not inlined, as is the next one, or the verifier would give up. */
__noinline __u32 find_caller_words(const struct near *near, __u64 sp, __u64 code, __u64 size)
{
    __u32 found = 0;
    for (int i = 0; near && i < NEAR_WORDS; i++) {
        __u64 word = near->word[i];
        bool elsewhere = word > code + LIBRARIES_FROM && word < TASK_END && word - sp + OWN_STACK > 2 * OWN_STACK;
        if (word - code < size || (elsewhere && follows_call(word)))
            found |= 1u << i;
    }
    return found;
}

__noinline __u64 callers_in(const struct near *near, __u32 which)
{
    __u64 callers = 0;
    for (int i = 0; near && i < NEAR_WORDS; i++)
        if (which >> i & 1)
            callers = (callers ^ near->word[i]) * 0x9e3779b97f4a7c15ull;
    return callers;
}

/* To look behind which words a call is takes a microsecond. Where the words that had one at this place are as they
 * were, so are the callers. */
static __always_inline void find_callers(struct task_struct *task, const struct wd_stacks_by_place *known,
                                         struct wd_place *here)
{
    struct near near;
    if (bpf_probe_read_user(&near, sizeof near, (void *)here->sp) != 0)
        return;
    for (int i = 0; i < WD_PLACES; i++) {
        const struct wd_place *place = &known->of[i].place;
        if (place->ip != here->ip || place->sp != here->sp || !place->caller_words ||
            callers_in(&near, place->caller_words) != place->callers)
            continue;
        here->callers = place->callers;
        here->caller_words = place->caller_words;
        return;
    }
    __u64 code = BPF_CORE_READ(task, mm, start_code), end = BPF_CORE_READ(task, mm, end_code);
    here->caller_words = find_caller_words(&near, here->sp, code, end - code);
    here->callers = callers_in(&near, here->caller_words);
}

/* Where the current thread is. 0: never in user space, as io_uring's workers, or in an exec, or not every stack is
 * taken. */
static __always_inline __u32 stack_of(struct task_struct *task, const struct wd_process *process, struct wait *wait)
{
    struct wd_place here = wd_place_of(task);
    if (!here.ip || BPF_CORE_READ_BITFIELD(task, in_execve))
        return 0;
    find_callers(task, &wait->stacks, &here);
    __u32 stack = wd_stack_at(&wait->stacks, &here);
    if (stack || (wait->taken >= MOST_TAKEN && bpf_get_prandom_u32() % 64))
        return stack;
    stack = take_stack(task, process, (struct pt_regs *)bpf_task_pt_regs(task));
    wait->taken++;
    if (stack)
        wd_keep_stack_at(&wait->stacks, &here, stack);
    return stack;
}

/* ready: how long it was, if nobody was seen to wake it. */
static __always_inline void tell(struct task_struct *task, const struct wait *wait, __u64 ready, __u64 now)
{
    struct wd_interval *event = bpf_ringbuf_reserve(&ring, sizeof *event, 0);
    if (!event) {
        __sync_fetch_and_add(&dropped, 1);
        return;
    }
    event->type = WD_EVENT_INTERVAL;
    event->tid = (__u32)task->pid;
    event->blocked = wait->blocked;
    event->running = now;
    event->ran = wait->ran;
    event->context = wait->context;
    event->begun = wait->begun;
    event->last_begun = wait->last_begun;
    event->stack = event->waker_stack = 0;
    event->woken = wait->blocked;
    event->waker = event->waker_context = 0;
    event->on_by = wait->on;
    if (wait->state == WAITS) {
        if (wait->waking > wait->blocked)
            event->woken = wait->waking < now ? wait->waking : now;
        if (wait->waking) {
            event->waker = wait->waker;
            event->waker_context = wait->waker_context;
            event->on_by |= wait->by << 8;
            if (event->woken - event->blocked >= LONG_NS) {
                event->stack = wait->stack;
                event->waker_stack = wait->waker_stack;
            }
        } else {
            event->woken = ready < now - wait->blocked ? now - ready : wait->blocked;
            if (wait->on == WD_ON_SLEEP)
                event->on_by |= WD_BY_TIMER << 8;
            else
                __sync_fetch_and_add(&without_waker, 1);
        }
    }
    bpf_ringbuf_submit(event, BPF_RB_NO_WAKEUP);
}

/* The kernel may hide from tracing what some threads do, so also the switch from one of them. Then the thread has run
 * since it stopped last for as long as it has used processors. */
static __always_inline void ran_unseen(struct task_struct *task, struct wait *wait, __u64 now, __u64 used)
{
    __u64 ran = used - wait->used;
    wait->running = ran < now - wait->blocked ? now - ran : wait->blocked;
    __sync_fetch_and_add(&unseen, 1);
    tell(task, wait, task->sched_info.run_delay - wait->queued, wait->running);
    wait->waking = 0;
}

static __always_inline void stops(struct task_struct *task, bool waits, __u64 now)
{
    struct wd_process *process = recorded(task);
    struct wait *wait = process ? wait_of(task) : NULL;
    if (!wait)
        return;
    __u64 used = task->se.sum_exec_runtime;
    if (wait->state != RUNS)
        ran_unseen(task, wait, now, used);
    wait->used = used;
    wait->queued = task->sched_info.run_delay;
    wait->ran = wait->running && wait->running < now ? now - wait->running : 0;
    wait->blocked = now;
    read_work(task, process, wait);
    wait->state = waits ? WAITS : IS_READY;
    wait->on = waits ? waits_on(task, wait->on) : WD_ON_PROCESSOR;
    wait->stack = waits ? stack_of(task, process, wait) : 0;
}

/* The thread that this processor is just given to. */
static __always_inline __u64 ready_for(struct task_struct *task)
{
    __u64 since = task->sched_info.last_queued, clock = BPF_CORE_READ(task, se.cfs_rq, rq, clock);
    return since && since < clock ? clock - since : 0;
}

static __always_inline void runs(struct task_struct *task, __u64 now)
{
    struct wait *wait = bpf_task_storage_get(&waits, task, 0, 0);
    if (!wait)
        return;
    if (now < wait->blocked) /* clocks of processors may differ */
        now = wait->blocked;
    if (wait->state != RUNS && recorded(task))
        tell(task, wait, wait->waking ? 0 : ready_for(task), now);
    wait->state = RUNS;
    wait->waking = 0;
    wait->running = now;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(switches, bool preempted, struct task_struct *before, struct task_struct *next, unsigned state)
{
    __u64 now = bpf_ktime_get_ns();
    stops(before, !preempted && state, now);
    runs(next, now);
    return 0;
}

/* Who wakes, or sends. */
struct doer {
    __u32 thread, context, stack;
};

static __always_inline struct doer doer(struct task_struct *current)
{
    struct doer does = { .thread = (__u32)current->pid };
    struct wd_process *process = recorded(current);
    struct wait *own = process ? wait_of(current) : NULL;
    if (process)
        does.context = wd_context_of(current, process);
    else
        tell_of_waker(current);
    if (own)
        does.stack = stack_of(current, process, own);
    return does;
}

SEC("tp_btf/sched_waking")
int BPF_PROG(wakes, struct task_struct *task)
{
    struct wait *wait = bpf_task_storage_get(&waits, task, 0, 0);
    struct processor *at = processor();
    if (!wait || !at)
        return 0;
    struct task_struct *current = bpf_get_current_task_btf();
    __u32 by = woken_by(at);
    wait->waking = bpf_ktime_get_ns();
    wait->waker = wait->waker_context = wait->waker_stack = 0;
    if (by == WD_BY_THREAD && at->softirq) {
        wait->waker = at->sender;
        wait->waker_context = at->sender_context;
        wait->waker_stack = at->sender_stack;
    } else if (by == WD_BY_THREAD && current->pid == 0) {
        by = WD_BY_INTERRUPT;
    } else if (by == WD_BY_THREAD) {
        struct doer does = doer(current);
        wait->waker = does.thread;
        wait->waker_context = does.context;
        wait->waker_stack = does.stack;
    }
    wait->by = by;
    return 0;
}

/* What is sent through the loopback device will be received by a softirq of this processor. */
SEC("tp_btf/netif_rx")
int BPF_PROG(sends, struct sk_buff *buffer)
{
    struct processor *at = processor();
    if (!at || at->softirq || at->irq)
        return 0;
    struct doer does = doer(bpf_get_current_task_btf());
    at->sender = does.thread;
    at->sender_context = does.context;
    at->sender_stack = does.stack;
    return 0;
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(forks, struct task_struct *parent, struct task_struct *child)
{
    if (child->tgid == parent->tgid && recorded(parent))
        tell_of_thread(child, (__u32)parent->pid, 0, true);
    return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(exits, struct task_struct *task)
{
    struct wait *wait = recorded(task) ? wait_of(task) : bpf_task_storage_get(&waits, task, 0, 0);
    if (wait || bpf_task_storage_get(&wakers, task, 0, 0))
        tell_of_thread(task, 0, bpf_ktime_get_ns(), wait != NULL);
    return 0;
}

/* Its contexts and stacks are gone; it asks anew, and is told of anew. */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(executes, struct task_struct *task, int old_pid, struct linux_binprm *binprm)
{
    wd_executes(task, binprm);
    bpf_task_storage_delete(&waits, task);
    return 0;
}
