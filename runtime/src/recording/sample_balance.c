/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/sample_balance.h"

#include <errno.h>
#include <time.h>

#include "fork_state.h"
#include "health.h"
#include "region.h"
#include "sandbox/needs.h"

#define CONTEXTS ((1u << 20) + 2) /* as many as there can be */
/* Samples that a balance may be off. Work that is shorter than a tick stays at
 * the upper limit; what chance gives too much of may be found again as too little. */
#define MOST_OWED 3
#define MOST_AHEAD 6
#define NONE UINT32_MAX
#define SHORT 25 /* samples in a thread's life: the tick is right for longer ones, but may miss all of these */

static int64_t *balances; /* in ns, by context */
static uint64_t period WD_FORK_STATE;

static __thread struct {
    volatile uint64_t
        since; /* the thread's CPU clock when it was last charged, or sampled outside of work; 0: not known */
    volatile uint64_t before;  /* what it had run since then when the last sample outside of work came */
    volatile uint32_t context; /* of the work, or of what is not yet settled behind its end */
    volatile int working;
    volatile uint64_t charged; /* of all contexts, in the thread's life */
    volatile uint32_t outside; /* samples outside of work, likewise */
    volatile uint32_t last;    /* the context of the last of them */
    int has_ended;
    volatile int mixes; /* it changes its context within its work: how much each has used is not known */
} thread __attribute__((tls_model("initial-exec")));

void wd_balance_start(uint64_t period_ns)
{
    if (period_ns && !balances) {
        balances = wd_region_reserve(CONTEXTS * sizeof *balances);
        wd_region_wipe_on_fork(balances, CONTEXTS * sizeof *balances);
    }
    __atomic_store_n(&period, balances ? period_ns : 0, __ATOMIC_RELEASE);
}

/* 0 where a sandbox refuses. */
static uint64_t thread_cpu(void)
{
    struct timespec t = { 0 };
    int saved = errno;
    if (wd_sandbox_refuses(WD_REFUSED_CLOCK))
        return 0;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    errno = saved;
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void add(uint32_t context, int64_t ns)
{
    __atomic_add_fetch(&balances[context], ns, __ATOMIC_RELAXED);
}

static int64_t balance(uint32_t context)
{
    return __atomic_load_n(&balances[context], __ATOMIC_RELAXED);
}

static void charge(uint32_t context)
{
    uint64_t now = thread_cpu(), since = thread.since;
    if (since && now) {
        add(context, (int64_t)(now - since));
        thread.charged += now - since;
    }
    thread.since = now;
}

static void mixed(void)
{
    thread.mixes = 1;
    wd_balance_forget();
}

void wd_balance_begin(uint32_t context)
{
    if (!__atomic_load_n(&period, __ATOMIC_ACQUIRE) || thread.mixes || context >= CONTEXTS) {
        wd_balance_forget();
        return;
    }
    if (!thread.since)
        thread.since = thread_cpu();
    thread.context = context;
    thread.working = 1;
}

static int pay(uint32_t context, uint64_t each)
{
    if (!each || context >= CONTEXTS || balance(context) < (int64_t)(MOST_OWED * each))
        return 0;
    add(context, -(int64_t)each);
    return 1;
}

static int is_ahead(uint32_t context, uint64_t each)
{
    return balance(context) < -(int64_t)(MOST_AHEAD * each);
}

int wd_balance_end(uint32_t context)
{
    uint64_t each = __atomic_load_n(&period, __ATOMIC_ACQUIRE);
    if (thread.working) {
        thread.working = 0; /* from here on the handler does not charge */
        if (context != thread.context)
            mixed();
        else if (each)
            charge(context);
    }
    return pay(context, each);
}

void wd_balance_forget(void)
{
    thread.working = 0;
    thread.since = 0;
}

/* It stands for what the thread has run since; that is to be charged only if it is moved. */
static void sampled_outside(uint32_t context)
{
    thread.outside++;
    thread.last = context;
    uint64_t since = thread.since, now = since ? thread_cpu() : 0;
    thread.before = now ? now - since : 0;
    thread.since = now;
    thread.context = NONE;
}

int wd_balance_sample(uint32_t context)
{
    uint64_t each = __atomic_load_n(&period, __ATOMIC_ACQUIRE);
    if (!each)
        return 1;
    if (!thread.since || context != thread.context || context >= CONTEXTS) {
        if (thread.working)
            mixed();
        else if (thread.outside < SHORT && context < CONTEXTS && is_ahead(context, each)) {
            wd_health_add(WD_HEALTH_SAMPLES_PASSED_OVER, 1);
            return 0;
        }
        sampled_outside(context);
        return 1;
    }
    if (thread.working)
        charge(context);
    if (is_ahead(context, each)) {
        wd_health_add(WD_HEALTH_SAMPLES_PASSED_OVER, 1);
        return 0;
    }
    add(context, -(int64_t)each);
    return 1;
}

void wd_balance_moved(uint32_t context)
{
    uint64_t each = __atomic_load_n(&period, __ATOMIC_ACQUIRE);
    if (each && thread.working && context == thread.context) {
        add(context, (int64_t)(thread.before - each));
        thread.charged += thread.before;
        thread.outside--;
    }
}

int wd_balance_thread_ends(uint32_t context)
{
    uint64_t each = __atomic_load_n(&period, __ATOMIC_ACQUIRE);
    if (each && context < CONTEXTS && !thread.has_ended) {
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
    wd_balance_forget();
    thread.mixes = 0;
}
