/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/blocking.h"

#include <pthread.h>

#include "crosstalk/globals.h"
#include "crosstalk/strangers.h"
#include "health/health.h"
#include "memory/fork_state.h"
#include "system/clock.h"

__thread struct wd_blocking wd_blocking __attribute__((tls_model("initial-exec")));
int wd_crosstalk WD_FORK_STATE;

/* To add a wait that was longer lengthens it by less than a thousandth, also while its lock is held. And who has waited
 * for long may hold for long: until the recording has ended. */
#define KEEP_NS 100000
#define PATIENCE_US 100000 /* whether a wait that was broken off goes on is known by then */

static void after_fork(void)
{
    wd_crosstalk = 0;
    wd_blocking.kept = wd_blocking.inside = 0;
    wd_blocking.broken_off = NULL;
    wd_wakers_after_fork();
    wd_waits_after_fork();
}

static int wanted;

int wd_crosstalk_is_wanted(void)
{
    return wanted;
}

void wd_crosstalk_begin(int on)
{
    wanted |= on;
    if (!on || wd_crosstalk)
        return;
    static int watched;
    if (!watched++)
        pthread_atfork(NULL, NULL, after_fork);
    __atomic_store_n(&wd_crosstalk, 1, __ATOMIC_RELEASE);
}

int wd_blocking_counts(whodunit_context context)
{
    struct wd_blocking *thread = &wd_blocking;
    if (thread->looked_at != context) {
        thread->looked_at = context;
        thread->counts = wd_waits_count(context);
    }
    return thread->counts;
}

/* False in a signal handler that has interrupted bookkeeping. */
static int enter(struct wd_blocking *thread)
{
    if (thread->inside)
        return 0;
    thread->inside = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return 1;
}

static void leave(struct wd_blocking *thread)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    thread->inside = 0;
}

static uint32_t now_us(void)
{
    return (uint32_t)(wd_clock_ns(CLOCK_MONOTONIC) / 1000);
}

static uint32_t site_of(uint32_t stack)
{
    return stack ? WD_UNNAMED | stack : 0;
}

static void add_kept(struct wd_blocking *thread)
{
    for (uint32_t i = 0; i < thread->kept; i++)
        wd_waits_add(&thread->wait[i]);
    thread->kept = 0;
    thread->broken_off = NULL;
}

/* Is this the same wait as the one before, which was broken off? */
static int goes_on(const struct wd_blocking *thread, const struct wd_block *block)
{
    const struct wd_wait_key *key = &block->wait.key, *before = &thread->wait[thread->kept - 1].key;
    return thread->broken_off == block->lock && thread->request == wd_thread.begun && before->waiter == key->waiter &&
           before->kind == key->kind && before->waiter_path == key->waiter_path;
}

/* What went before is in the length, but not the time in between. */
static void join_broken_off(struct wd_blocking *thread, struct wd_block *block)
{
    if (block->since && goes_on(thread, block))
        block->since -= thread->wait[--thread->kept].ns;
    else
        add_kept(thread);
    thread->broken_off = NULL;
}

static void stand(struct wd_block *block)
{
    if (block->since)
        block->place =
            wd_lasting_begins(&(struct wd_lasting){ block->wait.key, wd_thread.tid, block->since, block->lock, 0 });
}

void wd_block_begin(struct wd_block *block, enum wd_wait_kind kind, const void *lock, enum wd_waits_for what,
                    const struct wd_caller *caller)
{
    struct wd_blocking *thread = &wd_blocking;
    block->since = 0;
    block->lock = lock;
    block->place = 0;
    block->is_stranger = 0;
    if (!enter(thread))
        return;
    whodunit_context context = wd_thread.context;
    if (wd_blocking_counts(context)) {
        block->since = wd_clock_ns(CLOCK_MONOTONIC);
        wd_waiter_enters(&block->waiter, lock, what);
        block->wait.key = (struct wd_wait_key){ .waiter = context, .kind = kind, .lock = wd_global_lock(lock) };
        block->wait.key.waiter_path = site_of(wd_stack_here(caller));
        block->is_stranger = what == WD_NO_MARK;
    } else {
        block->is_stranger = wd_crosstalk && ((what & ~WD_SHARED) == WD_SIGNAL || what == WD_NO_MARK);
    }
    if (block->is_stranger)
        wd_stranger_enters(lock);
    if (thread->broken_off)
        join_broken_off(thread, block);
    stand(block);
    leave(thread);
}

static void finish(struct wd_wait *wait, uint64_t ns, wd_mark mark, enum wd_block_outcome outcome)
{
    wait->ns = ns;
    if (outcome == WD_BLOCK_TIMEOUT) {
        wait->key.end = WD_WAIT_TIMEOUT;
    } else if (mark == 0 || outcome != WD_BLOCK_OVER) {
        wait->key.end = WD_WAIT_UNSEEN;
    } else {
        wait->key.end = WD_WAIT_WOKEN;
        wait->key.holder = wd_mark_context(mark);
        wait->key.holder_path = site_of(wd_mark_path(mark));
    }
}

/* The wait is added now, or kept until the thread lets go, or until it is known whether it goes on. */
static void put(struct wd_blocking *thread, const struct wd_block *block, enum wd_block_outcome outcome, int keep)
{
    int may_go_on = outcome == WD_BLOCK_TIMEOUT || outcome == WD_BLOCK_INTERRUPTED;
    if (!keep || thread->kept == WD_KEPT)
        add_kept(thread);
    if (!may_go_on && (!keep || block->wait.ns >= KEEP_NS)) {
        wd_waits_add(&block->wait);
        return;
    }
    thread->wait[thread->kept++] = block->wait;
    if (may_go_on) {
        thread->broken_off = block->lock;
        thread->request = wd_thread.begun;
        thread->at_us = now_us();
    }
}

void wd_block_end(struct wd_block *block, enum wd_block_outcome outcome, int keep)
{
    struct wd_blocking *thread = &wd_blocking;
    if (block->is_stranger)
        wd_stranger_leaves(block->lock);
    if (block->since == 0)
        return;
    wd_lasting_ends(block->place);
    uint64_t ns = wd_clock_ns(CLOCK_MONOTONIC) - block->since;
    int alone = enter(thread);
    wd_mark mark = 0;
    if (outcome == WD_BLOCK_OVER)
        mark = wd_waiter_leaves(&block->waiter);
    else
        wd_waiter_gives_up(&block->waiter);
    if (alone && outcome != WD_BLOCK_REFUSED) {
        finish(&block->wait, ns, mark, outcome);
        put(thread, block, outcome, keep);
    }
    if (alone)
        leave(thread);
}

/* What is to be left for the waiters. The stack of a release that is new is
 * unwound when it is over. */
static wd_mark own_mark(struct wd_let_go *go)
{
    uint32_t path = wd_stack_find(go->caller);
    if (path == 0)
        path = go->unwind = wd_stack_new(go->caller);
    return wd_mark_of(wd_thread.context, path);
}

void wd_let_go_begin(struct wd_let_go *go, const void *lock, int exclusive, const struct wd_caller *caller)
{
    *go = (struct wd_let_go){ .caller = caller };
    if (wd_has_waiter(lock))
        wd_waker_releases(lock, own_mark(go), exclusive);
}

void wd_post_begin(struct wd_let_go *go, const void *semaphore, int all_taken, const struct wd_caller *caller)
{
    *go = (struct wd_let_go){ .caller = caller };
    if (wd_has_waiter(semaphore))
        wd_waker_posts(semaphore, own_mark(go), all_taken);
}

void wd_signal_begin(struct wd_let_go *go, const void *address, int all, const struct wd_caller *caller)
{
    *go = (struct wd_let_go){ .caller = caller };
    if (wd_has_waiter(address))
        wd_waker_signals(address, own_mark(go), all);
}

void wd_wake_up_begin(struct wd_wake_up *wake, const void *futex, int most, const struct wd_caller *caller)
{
    wake->go = (struct wd_let_go){ .caller = caller };
    wake->chosen.count = 0;
    if (wd_has_waiter(futex))
        wd_waker_wakes(futex, own_mark(&wake->go), most, &wake->chosen);
}

void wd_wake_up_end(struct wd_wake_up *wake, const void *futex, long woken)
{
    if (woken <= 0)
        wd_waker_withdraws(futex, &wake->chosen);
    wd_let_go_end(&wake->go);
}

void wd_signal_end(struct wd_let_go *go)
{
    wd_stack_fill(go->unwind, go->caller);
}

/* A thread that waits in slices may let go of something between two of them. */
static int may_still_go_on(const struct wd_blocking *thread)
{
    return thread->request == wd_thread.begun && thread->wait[thread->kept - 1].key.waiter == wd_thread.context &&
           now_us() - thread->at_us < PATIENCE_US;
}

static void add_others(struct wd_blocking *thread)
{
    uint32_t last = thread->kept - 1;
    for (uint32_t i = 0; i < last; i++)
        wd_waits_add(&thread->wait[i]);
    thread->wait[0] = thread->wait[last];
    thread->kept = 1;
}

void wd_let_go_end(struct wd_let_go *go)
{
    struct wd_blocking *thread = &wd_blocking;
    wd_stack_fill(go->unwind, go->caller);
    if (thread->kept && enter(thread)) {
        if (thread->broken_off && may_still_go_on(thread))
            add_others(thread);
        else
            add_kept(thread);
        leave(thread);
    }
}

void wd_blocking_over(void)
{
    struct wd_blocking *thread = &wd_blocking;
    if (thread->kept && enter(thread)) {
        add_kept(thread);
        leave(thread);
    }
}
