/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/between.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "contexts/context.h"
#include "region.h"

#define BUCKETS 256
#define WAYS 8
#define FRAMES 24 /* of the waker's path */
#define PATIENCE 10000

enum { UNMARKED, BEING_MARKED, MARKED };

#define CLAIMED 1 /* a key that nobody has: of process 0 */

/* A waiter. Whoever finds its key may leave one mark, the first. */
struct wd_relative {
    uint64_t key; /* 0: free; set last */
    uint32_t process;
    uint32_t state;
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
    struct wd_wait wait;
    uint64_t since;
} pending __attribute__((tls_model("initial-exec")));

static void after_fork(void)
{
    if (wd_between)
        wd_between = 0;
    pending.since = 0;
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

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static struct wd_relative *bucket_of(wd_between_key key)
{
    return table[(key * 0x9E3779B97F4A7C15u) >> 56];
}

_Static_assert(BUCKETS == 256, "bucket_of takes 8 bits");

/* A process that was killed has left its entry behind. */
static int is_left_behind(const struct wd_relative *r)
{
    int saved = errno;
    pid_t process = (pid_t)__atomic_load_n(&r->process, __ATOMIC_RELAXED);
    int gone = process != 0 && syscall(SYS_kill, process, 0) != 0 && errno == ESRCH;
    errno = saved;
    return gone;
}

static struct wd_relative *claim(wd_between_key key)
{
    struct wd_relative *bucket = bucket_of(key);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < WAYS; i++) {
            uint64_t before = __atomic_load_n(&bucket[i].key, __ATOMIC_RELAXED);
            if (before != 0 && !(pass && is_left_behind(&bucket[i])))
                continue;
            if (!__atomic_compare_exchange_n(&bucket[i].key, &before, CLAIMED, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
                continue;
            if (!before)
                __atomic_fetch_add(wd_between_waiters, 1, __ATOMIC_SEQ_CST);
            bucket[i].process = (uint32_t)getpid();
            __atomic_store_n(&bucket[i].state, UNMARKED, __ATOMIC_RELAXED);
            __atomic_store_n(&bucket[i].key, key, __ATOMIC_SEQ_CST);
            return &bucket[i];
        }
    return NULL;
}

/* The waker's context as one of this process. */
static whodunit_context holder_of(const struct wd_relative *r)
{
    return r->synopsis ? wd_context_remote(r->uid, r->synopsis) : WHODUNIT_ROOT;
}

/* True, and fills in the wait, if somebody has marked it. An entry on which a waker is stuck stays with it. */
static int leave(struct wd_relative *r, struct wd_wait *wait)
{
    for (int i = 0; __atomic_load_n(&r->state, __ATOMIC_ACQUIRE) == BEING_MARKED; i++) {
        if (i == PATIENCE)
            return 0;
        sched_yield();
    }
    /* a late waker finds it marked */
    uint32_t state = __atomic_exchange_n(&r->state, MARKED, __ATOMIC_ACQ_REL);
    if (state == MARKED) {
        wait->key.holder = holder_of(r);
        uint32_t path = wd_stack_of(r->pc, r->frames);
        wait->key.holder_path = path ? WD_UNNAMED | path : 0;
    }
    __atomic_store_n(&r->key, 0, __ATOMIC_RELEASE);
    __atomic_fetch_sub(wd_between_waiters, 1, __ATOMIC_RELEASE);
    return state == MARKED;
}

static void add(struct wd_wait *wait, enum wd_wait_end end, uint64_t ns)
{
    wait->key.end = end;
    wait->ns = ns;
    wd_waits_add(wait);
}

void wd_between_over(void)
{
    if (!pending.since)
        return;
    pending.since = 0; /* first: a handler in which the process ends comes here again */
    add(&pending.wait, WD_WAIT_UNSEEN, pending.wait.ns);
}

static int goes_on(const struct wd_wait *wait)
{
    return pending.since && pending.wait.key.waiter == wait->key.waiter && pending.wait.key.kind == wait->key.kind &&
           pending.wait.key.waiter_path == wait->key.waiter_path;
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
    w->since = now();
    w->on = claim(key);
    w->wait.key = (struct wd_wait_key){ .waiter = context, .kind = kind };
    uint32_t path = wd_stack_here(caller);
    w->wait.key.waiter_path = path ? WD_UNNAMED | path : 0;
    if (goes_on(&w->wait))
        w->since = pending.since;
    else
        wd_between_over();
    pending.since = 0;
    wd_blocking.inside = 0;
}

uint64_t wd_between_end(struct wd_between_wait *w, int woken)
{
    if (!w->since)
        return 0;
    uint64_t ns = now() - w->since;
    wd_blocking.inside = 1;
    int marked = w->on && leave(w->on, &w->wait);
    if (marked) {
        add(&w->wait, WD_WAIT_WOKEN, ns);
    } else if (!woken) {
        add(&w->wait, WD_WAIT_TIMEOUT, ns);
    } else {
        pending.wait = w->wait;
        pending.wait.ns = ns;
        pending.since = w->since;
    }
    wd_blocking.inside = 0;
    return ns;
}

static void mark(struct wd_relative *r, const struct wd_caller *caller)
{
    uint32_t unmarked = UNMARKED;
    if (!__atomic_compare_exchange_n(&r->state, &unmarked, BEING_MARKED, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
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
    __atomic_store_n(&r->state, MARKED, __ATOMIC_RELEASE);
}

void wd_between_wakes_slow(wd_between_key key, const struct wd_caller *caller)
{
    struct wd_blocking *thread = &wd_blocking;
    if (!table || thread->inside)
        return;
    thread->inside = 1;
    struct wd_relative *bucket = bucket_of(key);
    for (int i = 0; i < WAYS; i++)
        if (__atomic_load_n(&bucket[i].key, __ATOMIC_ACQUIRE) == key)
            mark(&bucket[i], caller);
    thread->inside = 0;
}
