/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/sample_balance.h"

#include <errno.h>
#include <string.h>

#include "contexts/context.h"
#include "health/health.h"
#include "memory/each_message.h"
#include "memory/fork_state.h"
#include "memory/region.h"
#include "sandbox/needs.h"
#include "system/clock.h"

/* Samples that a balance may be off. Work that is shorter than a tick stays at
 * the upper limit; what chance gives too much of may be found again as too little. */
#define MOST_OWED 3
#define MOST_AHEAD 6
#define NONE UINT32_MAX
#define SHORT 25 /* samples in a thread's life: the tick is right for longer ones, but may miss all of these */
/* A thread that works for the same context again and again need not read its clock each time. */
#define STEADY 8
#define UNREAD 16
/* So many readings in a row, which had less than that between them on average, are too dear for who may do without. */
#define READINGS 64
#define WORTH_NS UINT64_C(25000)
#define LET_BE (64 * READINGS) /* works without them, before it is looked at again */
#define UNWATCHED 25           /* samples that a thread misses at once: it was not sampled meanwhile */

static int64_t *balances WD_EACH_MESSAGE; /* in ns, by context */
static uint64_t period WD_FORK_STATE;

/* Of all contexts together, since the start. Many contexts that are owed less than three samples each are owed much. */
static struct {
    _Alignas(64) int64_t ns; /* alone in its line: each charge of each thread changes it */
} of_all;

static __thread struct {
    volatile uint64_t
        since; /* the thread's CPU clock when it was last charged, or sampled outside of work; 0: not known */
    volatile uint64_t before;  /* what it had run since then when the last sample outside of work came */
    volatile uint32_t context; /* of the work, or of what is not yet settled behind its end */
    volatile int working;
    volatile uint64_t charged;    /* of all contexts, in the thread's life */
    volatile int64_t of_work;     /* what this work was charged with, without what its samples stand for */
    volatile uint32_t outside;    /* samples outside of work, likewise */
    volatile uint32_t last;       /* the context of the last of them */
    uint32_t begun;               /* the context of the last work that began */
    volatile uint8_t mixes;       /* it changes its context within its work: how much each has used is not known */
    volatile uint8_t was_outside; /* the last sample, which may still be moved to the work that begins */
    uint8_t has_ended;
    uint8_t steady;          /* works in a row that began under `begun`, up to STEADY */
    volatile uint8_t unread; /* of them, those whose end is not charged yet, together */
    uint8_t readings;
    uint16_t let_be;                /* works that are still to go without */
    uint64_t charged_before;        /* what had been charged before these readings */
    volatile uint32_t charged_last; /* the context */
    volatile uint8_t may_be_due;    /* something was charged since a sample of that context was not due */
    volatile uint64_t own; /* what it had used, without what is charged, when it was last sampled outside of work */
    volatile int64_t owed; /* of that, what no sample stands for */
} thread __attribute__((tls_model("initial-exec")));

void wd_balance_start(uint64_t period_ns)
{
    if (period_ns && !balances)
        balances = wd_region_reserve_own(WD_CONTEXT_END * sizeof *balances);
    __atomic_store_n(&of_all.ns, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&period, balances ? period_ns : 0, __ATOMIC_RELEASE);
}

/* 0 where a sandbox refuses. */
static uint64_t thread_cpu(void)
{
    int saved = errno;
    if (wd_sandbox_refuses(WD_REFUSED_CLOCK))
        return 0;
    uint64_t ns = wd_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    errno = saved;
    return ns;
}

static void move(uint32_t context, int64_t ns)
{
    __atomic_add_fetch(&balances[context], ns, __ATOMIC_RELAXED);
}

static void add(uint32_t context, int64_t ns)
{
    move(context, ns);
    __atomic_add_fetch(&of_all.ns, ns, __ATOMIC_RELAXED);
}

static int64_t balance(uint32_t context)
{
    return __atomic_load_n(&balances[context], __ATOMIC_RELAXED);
}

static void count_reading(void)
{
    if (++thread.readings < READINGS)
        return;
    if (thread.charged - thread.charged_before < READINGS * WORTH_NS)
        thread.let_be = LET_BE;
    thread.readings = 0;
    thread.charged_before = thread.charged;
}

static void charge(uint32_t context)
{
    thread.unread = 0;
    uint64_t now = thread_cpu(), since = thread.since;
    if (since && now) {
        add(context, (int64_t)(now - since));
        thread.of_work += (int64_t)(now - since);
        thread.charged += now - since;
        thread.charged_last = context;
        thread.may_be_due = 1;
        count_reading();
    }
    thread.since = now;
}

static void settle(void)
{
    if (thread.unread)
        charge(thread.context);
}

static void mixed(void)
{
    thread.mixes = 1;
    thread.unread = 0;
    wd_balance_forget();
}

static int is_steady(uint32_t context)
{
    if (context != thread.begun)
        thread.steady = 0;
    else if (thread.steady < STEADY)
        thread.steady++;
    thread.begun = context;
    return thread.steady == STEADY;
}

void wd_balance_begin(uint32_t context)
{
    if (!__atomic_load_n(&period, __ATOMIC_ACQUIRE) || thread.mixes || context >= WD_CONTEXT_END) {
        wd_balance_forget();
        return;
    }
    if (!is_steady(context))
        settle();
    if (!thread.since)
        thread.since = thread_cpu();
    thread.context = context;
    thread.of_work = 0;
    thread.working = 1;
}

void wd_balance_begin_if_cheap(uint32_t context)
{
    if (thread.let_be) {
        thread.let_be--;
        thread.was_outside = 0; /* it stays where it is */
        wd_balance_forget();
    } else {
        wd_balance_begin(context);
    }
}

/* The part of a sample from which on a context gets its next one: of each context another one, evenly spread, so that
 * many with a part of a sample each get as many as they are owed together. */
static int64_t part_of(uint32_t context, uint64_t each)
{
    return (int64_t)(each * (uint16_t)(context * 40503u) >> 16) + 1;
}

static int pay(uint32_t context, uint64_t each)
{
    if (!each || context >= WD_CONTEXT_END)
        return 0;
    int64_t owed = balance(context), most = (int64_t)(MOST_OWED * each);
    if (owed < most && (owed < part_of(context, each) || __atomic_load_n(&of_all.ns, __ATOMIC_RELAXED) < most))
        return 0;
    add(context, -(int64_t)each);
    return 1;
}

static int is_ahead(uint32_t context, uint64_t each)
{
    return balance(context) < -(int64_t)(MOST_AHEAD * each);
}

int wd_balance_is_open(void)
{
    return thread.working || thread.may_be_due;
}

int wd_balance_end(uint32_t context)
{
    uint64_t each = __atomic_load_n(&period, __ATOMIC_ACQUIRE);
    if (thread.working) {
        thread.working = 0; /* from here on the handler does not charge */
        if (context != thread.context)
            mixed();
        else if (each && thread.steady == STEADY && thread.unread < UNREAD)
            thread.unread++;
        else if (each)
            charge(context);
    }
    int is_due = thread.may_be_due && pay(context, each);
    if (!is_due && context == thread.charged_last)
        thread.may_be_due = 0;
    return is_due;
}

void wd_balance_leave(uint32_t to)
{
    int has_worked = thread.working;
    thread.working = 0; /* from here on the handler does not charge */
    int64_t moved = thread.of_work;
    if (has_worked && to < WD_CONTEXT_END) {
        move(thread.context, -moved);
        move(to, moved);
    }
}

void wd_balance_reads_next(void)
{
    thread.steady = 0;
}

void wd_balance_forget(void)
{
    thread.working = 0;
    settle();
    thread.since = 0;
    thread.steady = 0; /* what lies between is not to be charged: the next ends are read */
}

/* How many samples a tick outside of work is to be, from what the thread has used since the last one, without what
 * works were charged with. A thread gets ticks of which others have used a part, and others get its own. */
static unsigned due_outside(uint64_t now, int64_t each)
{
    uint64_t own = now - thread.charged;
    int64_t owed = thread.owed + (int64_t)(own - thread.own);
    if (!thread.own || owed > UNWATCHED * each)
        owed = each;
    unsigned due = owed < -MOST_AHEAD * each ? 0 : owed > MOST_AHEAD * each ? 2 : 1;
    thread.own = own;
    thread.owed = owed - due * each;
    return due;
}

/* It stands for what the thread has run since; that is to be charged only if it is moved. */
static unsigned sampled_outside(uint32_t context, uint64_t each)
{
    settle();
    uint64_t since = thread.since, now = thread_cpu();
    unsigned due = now ? due_outside(now, (int64_t)each) : 1;
    if (due != 1)
        wd_health_add(due ? WD_HEALTH_SAMPLES_REPEATED : WD_HEALTH_SAMPLES_PASSED_OVER, 1);
    thread.outside += due;
    thread.was_outside = 1;
    thread.last = context;
    thread.before = now && since ? now - since : 0;
    thread.since = since ? now : 0;
    thread.context = NONE;
    return due;
}

unsigned wd_balance_sample(uint32_t context)
{
    uint64_t each = __atomic_load_n(&period, __ATOMIC_ACQUIRE);
    if (!each)
        return 1;
    if (!thread.since || context != thread.context || context >= WD_CONTEXT_END) {
        if (thread.working)
            mixed();
        else if (thread.outside < SHORT && context < WD_CONTEXT_END && is_ahead(context, each)) {
            wd_health_add(WD_HEALTH_SAMPLES_PASSED_OVER, 1);
            return 0;
        }
        return sampled_outside(context, each);
    }
    if (thread.working)
        charge(context);
    thread.was_outside = 0;
    if (is_ahead(context, each)) {
        wd_health_add(WD_HEALTH_SAMPLES_PASSED_OVER, 1);
        return 0;
    }
    add(context, -(int64_t)each);
    thread.of_work -= (int64_t)each;
    return 1;
}

void wd_balance_moved(uint32_t context)
{
    uint64_t each = __atomic_load_n(&period, __ATOMIC_ACQUIRE);
    if (each && thread.working && context == thread.context && thread.was_outside) {
        thread.was_outside = 0;
        add(context, (int64_t)(thread.before - each));
        thread.charged += thread.before;
        thread.outside--;
        thread.owed += (int64_t)each;
    }
}

int wd_balance_thread_ends(uint32_t context)
{
    uint64_t each = __atomic_load_n(&period, __ATOMIC_ACQUIRE);
    if (each && context < WD_CONTEXT_END && !thread.has_ended) {
        settle();
        uint64_t used = thread_cpu();
        if (used && used < SHORT * each)
            add(context, (int64_t)(used - thread.charged - thread.outside * each));
    }
    thread.has_ended = 1;
    return pay(context, each);
}

uint32_t wd_balance_last_sampled(void)
{
    return thread.last;
}

void wd_balance_after_fork(void)
{
    period = 0;
    of_all.ns = 0; /* so are the balances */
    memset(&thread, 0, sizeof thread);
}
