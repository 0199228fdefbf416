/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/between.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "contexts/context.h"
#include "memory/region.h"
#include "sandbox/needs.h"
#include "system/clock.h"

#define BUCKETS 256
#define WAYS 8
#define FRAMES 24 /* of the waker's path */
#define PATIENCE 10000
#define COMPUTED_NS 5000000 /* CPU: so much between two waits is no look at something */

/* An entry, after `claim`: its waiter can be found from UNMARKED on, and `leave` makes it FREE. */
enum phase {
    FREE,
    CLAIMED, /* the waiter writes the key */
    UNMARKED,
    BEING_MARKED, /* a waker writes the mark */
    MARKED,
    LEFT, /* the same, but the waiter has gone: the waker makes it FREE */
};

/* A waiter. Whoever finds its key may leave one mark, the first. */
struct wd_relative {
    uint64_t word; /* whose turn it is, the process that it hangs on, and the phase */
    uint64_t key;
    uint64_t uid; /* of the waker's context; synopsis 0: it had none */
    uint32_t synopsis;
    uint32_t frames;
    void *pc[FRAMES];
};

int wd_between;
wd_between_key wd_between_self;

static uint32_t nobody;
uint32_t *wd_between_waiters = &nobody;
static struct wd_relative (*table)[WAYS];

/* A wait that nobody else has ended, until it is known whether it goes on. */
static __thread struct {
    struct wd_wait wait; /* waiter 0: there is none */
    uint64_t cpu_ns;     /* of the thread when it woke; 0: not known */
} pending __attribute__((tls_model("initial-exec")));

static void after_fork(void)
{
    if (wd_between)
        wd_between = 0;
    pending.wait.key.waiter = 0;
}

__attribute__((constructor(101))) static void share(void)
{
    char *region = wd_region_share(4096 + BUCKETS * sizeof *table);
    if (!region)
        return;
    wd_between_waiters = (uint32_t *)region;
    table = (struct wd_relative(*)[WAYS])(region + 4096);
    pthread_atfork(NULL, NULL, after_fork);
}

void wd_between_begins(void)
{
    wd_between_self = wd_between_process(getpid());
    wd_between = wd_crosstalk_is_wanted();
}

static struct wd_relative *bucket_of(wd_between_key key)
{
    return table[(key * 0x9E3779B97F4A7C15u) >> 56];
}

_Static_assert(BUCKETS == 256, "bucket_of takes 8 bits");

/* 32 bits of turn, 29 of process (Linux has 22), 3 of phase. Each claim is another turn. The process is the waiter, and
 * the waker in BEING_MARKED and LEFT: nobody else may take the entry while that one lives. */
#define ONE_TURN ((uint64_t)1 << 32)

static enum phase phase_of(uint64_t word)
{
    return (enum phase)(word & 7);
}

static uint64_t in_phase(uint64_t word, enum phase phase)
{
    return (word & ~(uint64_t)7) | phase;
}

static uint64_t by_process(uint64_t word, pid_t process, enum phase phase)
{
    return (word & -ONE_TURN) | (uint64_t)process << 3 | phase;
}

static int change(struct wd_relative *r, uint64_t *from, uint64_t to)
{
    return __atomic_compare_exchange_n(&r->word, from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* A process that was killed has left its entry behind. */
static int is_left_behind(uint64_t word)
{
    int saved = errno;
    int gone = syscall(SYS_kill, (pid_t)((uint32_t)word >> 3), 0) != 0 && errno == ESRCH;
    errno = saved;
    return gone;
}

/* Whoever is killed may leave the count too high, which costs time, but never too low, which would cost marks. */
static void count_less(void)
{
    __atomic_fetch_sub(wd_between_waiters, 1, __ATOMIC_RELEASE);
}

static void claim(struct wd_between_wait *w, wd_between_key key)
{
    struct wd_relative *bucket = bucket_of(key);
    pid_t self = getpid();
    __atomic_fetch_add(wd_between_waiters, 1, __ATOMIC_SEQ_CST);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < WAYS; i++) {
            uint64_t before = __atomic_load_n(&bucket[i].word, __ATOMIC_ACQUIRE);
            int is_free = phase_of(before) == FREE;
            if (!is_free && !(pass && is_left_behind(before)))
                continue;
            uint64_t claimed = by_process(before + ONE_TURN, self, CLAIMED);
            if (!change(&bucket[i], &before, claimed))
                continue;
            if (!is_free)
                count_less();
            w->on = &bucket[i];
            w->word = in_phase(claimed, UNMARKED);
            __atomic_store_n(&w->on->key, key, __ATOMIC_RELAXED);
            __atomic_store_n(&w->on->word, w->word, __ATOMIC_SEQ_CST);
            return;
        }
    count_less();
    w->on = NULL;
}

/* The waker's context as one of this process. */
static whodunit_context holder_of(const struct wd_relative *r)
{
    return r->synopsis ? wd_context_remote(r->uid, r->synopsis) : WHODUNIT_ROOT;
}

/* True if somebody has marked it: the entry is still the caller's. An entry on which a waker is stuck stays with it. */
static int is_marked(struct wd_between_wait *w)
{
    uint64_t seen = __atomic_load_n(&w->on->word, __ATOMIC_ACQUIRE);
    for (int i = 0; seen != in_phase(w->word, MARKED); i++) {
        if (seen / ONE_TURN != w->word / ONE_TURN)
            return 0; /* the waker was killed, and the entry taken over */
        if (seen == w->word) {
            if (change(w->on, &seen, in_phase(seen, FREE))) {
                count_less();
                return 0;
            }
        } else if (i < PATIENCE) {
            sched_yield();
            seen = __atomic_load_n(&w->on->word, __ATOMIC_ACQUIRE);
        } else if (change(w->on, &seen, in_phase(seen, LEFT))) {
            return 0;
        }
    }
    return 1;
}

/* True, and fills in the wait, if somebody has marked it. */
static int leave(struct wd_between_wait *w)
{
    if (!is_marked(w))
        return 0;
    w->wait.key.holder = holder_of(w->on);
    uint32_t path = wd_stack_of(w->on->pc, w->on->frames);
    w->wait.key.holder_path = path ? WD_UNNAMED | path : 0;
    __atomic_store_n(&w->on->word, in_phase(w->word, FREE), __ATOMIC_RELEASE);
    count_less();
    return 1;
}

static void add(struct wd_wait *wait, enum wd_wait_end end, uint64_t ns)
{
    wait->key.end = end;
    wait->ns = ns;
    wd_waits_add(wait);
}

void wd_between_over(void)
{
    struct wd_wait wait = pending.wait;
    if (!wait.key.waiter)
        return;
    pending.wait.key.waiter = 0; /* first: a handler in which the process ends comes here again */
    add(&wait, WD_WAIT_UNSEEN, wait.ns);
}

/* 0 where a sandbox refuses. */
static uint64_t thread_cpu(void)
{
    return wd_sandbox_refuses(WD_REFUSED_CLOCK) ? 0 : wd_clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* In between it has only looked at something. */
static int goes_on(const struct wd_wait *wait)
{
    return pending.wait.key.waiter == wait->key.waiter && pending.wait.key.kind == wait->key.kind &&
           pending.wait.key.waiter_path == wait->key.waiter_path &&
           (!pending.cpu_ns || thread_cpu() < pending.cpu_ns + COMPUTED_NS);
}

int wd_between_is_to_begin(void)
{
    return pending.wait.key.waiter || wd_blocking_counts(wd_thread.context);
}

void wd_between_begin(struct wd_between_wait *w, enum wd_wait_kind kind, wd_between_key key,
                      const struct wd_caller *caller)
{
    whodunit_context context = wd_thread.context;
    w->since = 0;
    if (!table || wd_blocking.inside || !wd_blocking_counts(context)) {
        wd_between_over();
        return;
    }
    wd_blocking.inside = 1;
    w->since = wd_clock_ns(CLOCK_MONOTONIC);
    claim(w, key);
    w->wait.key = (struct wd_wait_key){ .waiter = context, .kind = kind };
    uint32_t path = wd_stack_here(caller);
    w->wait.key.waiter_path = path ? WD_UNNAMED | path : 0;
    if (goes_on(&w->wait))
        w->since -= pending.wait.ns; /* not the time in between */
    else
        wd_between_over();
    pending.wait.key.waiter = 0;
    wd_blocking.inside = 0;
}

uint64_t wd_between_end(struct wd_between_wait *w, int woken)
{
    if (!w->since)
        return 0;
    uint64_t ns = wd_clock_ns(CLOCK_MONOTONIC) - w->since;
    wd_blocking.inside = 1;
    int marked = w->on && leave(w);
    if (marked) {
        add(&w->wait, WD_WAIT_WOKEN, ns);
    } else if (!woken) {
        add(&w->wait, WD_WAIT_TIMEOUT, ns);
    } else {
        pending.wait = w->wait;
        pending.wait.ns = ns;
        pending.cpu_ns = thread_cpu();
    }
    wd_blocking.inside = 0;
    return ns;
}

/* Its word if it waits for the key, else 0. A key is only written in CLAIMED: whoever changes the entry from just this
 * word changes that key's. */
static uint64_t find(const struct wd_relative *r, wd_between_key key)
{
    uint64_t word = __atomic_load_n(&r->word, __ATOMIC_ACQUIRE);
    return phase_of(word) == UNMARKED && __atomic_load_n(&r->key, __ATOMIC_RELAXED) == key ? word : 0;
}

static void mark(struct wd_relative *r, uint64_t found, const struct wd_caller *caller)
{
    uint64_t mine = by_process(found, getpid(), BEING_MARKED), left = in_phase(mine, LEFT);
    if (!change(r, &(uint64_t){ found }, mine))
        return;
    struct wd_remote abroad = { 0 };
    if (wd_thread.context != WHODUNIT_ROOT)
        abroad = wd_context_abroad(wd_thread.context);
    void *const *pc;
    uint32_t n = wd_stack_frames(wd_stack_here(caller), &pc);
    r->uid = abroad.uid;
    r->synopsis = abroad.synopsis;
    r->frames = n < FRAMES ? n : FRAMES;
    for (uint32_t i = 0; i < r->frames; i++)
        r->pc[i] = pc[i];
    if (!change(r, &mine, in_phase(found, MARKED)) && change(r, &left, in_phase(left, FREE)))
        count_less();
}

void wd_between_wakes_slow(wd_between_key key, const struct wd_caller *caller)
{
    struct wd_blocking *thread = &wd_blocking;
    if (!table || thread->inside)
        return;
    thread->inside = 1;
    struct wd_relative *bucket = bucket_of(key);
    for (int i = 0; i < WAYS; i++) {
        uint64_t found = find(&bucket[i], key);
        if (found)
            mark(&bucket[i], found, caller);
    }
    thread->inside = 0;
}
