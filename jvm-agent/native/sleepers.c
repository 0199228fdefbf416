/* SPDX-License-Identifier: Apache-2.0 */
#include "sleepers.h"

#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

#include "deferred_waits.h"
#include "imports/got_patch.h"
#include "memory/region.h"
#include "owners.h"
#include "threads/thread.h"
#include "unnamed_waits.h"
#include "vm.h"
#include "waker_path.h"

#define SLEEPERS 4096
#define PLACES 8 /* where a condition's sleeper may be; if they are taken its waker goes unseen */

enum phase {
    FREE,
    CLAIMED, /* by its thread, which fills it in */
    ASLEEP,  /* a signal will wake it */
    WAKING,  /* woken; the waker's call path is to come */
    WOKEN,   /* woken; the waker's call path is there */
    LEFT,    /* its wait is over: the waker adds it */
    DROPPED, /* its wait is over, or it sleeps again: the waker frees it */
};

/* A thread that sleeps. Waiter and waker both write to it, and the last one
 * completes the wait, so that the waker's path costs the waiter no time. */
struct sleeper {
    uint64_t state; /* atomic: phase, times it was claimed (24 bits), holder (32 bits) */
    const pthread_cond_t *cond;
};

/* The rest of it, apart: signals that wake none of them, as each unpark's does, look at all places. */
struct meeting {
    struct wd_wait wait;
    struct wd_waker_path path; /* named later, since the waker runs in no state to do so */
};

static struct sleeper *sleepers;
static uint32_t taken; /* atomic: places that are not FREE, or more; mostly none */
static struct meeting *meetings;

/* the calling thread's: the owner of its monitor, last seen, if there was one */
static __thread whodunit_context owner __attribute__((tls_model("initial-exec")));
static __thread int owner_known __attribute__((tls_model("initial-exec")));
static __thread int waits __attribute__((tls_model("initial-exec")));
static __thread struct sleeper *asleep __attribute__((tls_model("initial-exec")));
static __thread JNIEnv *looks_as __attribute__((tls_model("initial-exec")));
static __thread struct wd_capture_look *look __attribute__((tls_model("initial-exec"))); /* still to be filled in */

static int (*cond_wait)(pthread_cond_t *, pthread_mutex_t *) = pthread_cond_wait;
static int (*cond_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *) = pthread_cond_timedwait;
static int (*cond_signal)(pthread_cond_t *) = pthread_cond_signal;

static enum phase phase_of(uint64_t state)
{
    return (enum phase)(state & 0xff);
}

static uint64_t with_phase(uint64_t state, enum phase phase)
{
    return (state & ~(uint64_t)0xff) | phase;
}

static uint64_t state_of(const struct sleeper *s)
{
    return __atomic_load_n(&s->state, __ATOMIC_ACQUIRE);
}

static int change(struct sleeper *s, uint64_t from, uint64_t to)
{
    return __atomic_compare_exchange_n(&s->state, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* Only one party is left. */
static void release(struct sleeper *s)
{
    __atomic_store_n(&s->state, with_phase((uint32_t)state_of(s), FREE), __ATOMIC_RELEASE);
    __atomic_sub_fetch(&taken, 1, __ATOMIC_RELAXED);
}

static struct meeting *meeting_of(const struct sleeper *s)
{
    return &meetings[s - sleepers];
}

static struct sleeper *place(const pthread_cond_t *cond)
{
    return sleepers + ((uintptr_t)cond * 0x9E3779B97F4A7C15u >> 32) % (SLEEPERS - PLACES);
}

static void forget(struct sleeper *s)
{
    for (uint64_t state = state_of(s);; state = state_of(s)) {
        enum phase next = phase_of(state) == WAKING ? DROPPED : FREE;
        if (change(s, state, with_phase(next == FREE ? (uint32_t)state : state, next))) {
            if (next == FREE)
                __atomic_sub_fetch(&taken, 1, __ATOMIC_RELAXED);
            return;
        }
    }
}

static void register_sleeper(const pthread_cond_t *cond)
{
    __atomic_add_fetch(&taken, 1, __ATOMIC_RELAXED);
    for (struct sleeper *s = place(cond), *end = s + PLACES; s < end; s++) {
        uint64_t state = state_of(s), claimed = with_phase((uint32_t)(state + 0x100), CLAIMED);
        if (phase_of(state) == FREE && change(s, state, claimed)) {
            s->cond = cond;
            asleep = s;
            __atomic_store_n(&s->state, with_phase(claimed, ASLEEP), __ATOMIC_RELEASE);
            return;
        }
    }
    __atomic_sub_fetch(&taken, 1, __ATOMIC_RELAXED);
}

/* The caller holds the mutex that goes with the condition, which is its own,
 * and no monitor that it waits for. */
static void fall_asleep(const pthread_cond_t *cond)
{
    if (asleep)
        forget(asleep); /* it woke without getting the monitor: who wakes it next is the holder */
    asleep = NULL;
    owner_known |= wd_owner_context(&owner);
    register_sleeper(cond);
    wd_deferred_waits_add();
    if (look)
        wd_capture_look(looks_as, look);
    look = NULL;
}

/* The sleeper that a signal is about to wake: the caller owes it its path. One that it must find was registered under
 * the mutex that goes with the condition, which the caller has had since. */
static struct sleeper *wake(const pthread_cond_t *cond)
{
    if (__atomic_load_n(&taken, __ATOMIC_RELAXED) == 0)
        return NULL;
    for (struct sleeper *s = place(cond), *end = s + PLACES; s < end; s++) {
        uint64_t state = state_of(s), holder = wd_thread.context;
        if (phase_of(state) == ASLEEP && s->cond == cond && change(s, state, holder << 32 | with_phase(state, WAKING)))
            return s;
    }
    return NULL;
}

static void complete(const struct sleeper *s, struct wd_wait *wait, whodunit_context path)
{
    wait->key.holder = (whodunit_context)(state_of(s) >> 32);
    wait->key.end = WD_WAIT_WOKEN;
    wait->key.holder_path = path;
}

/* The waiter is gone, and the waker cannot name a path. */
static void add_for_waiter(const struct sleeper *s)
{
    struct meeting *m = meeting_of(s);
    whodunit_context path = wd_waker_path_known(&m->path);
    complete(s, &m->wait, path);
    if (path != WHODUNIT_ROOT || m->path.depth == 0 || !wd_unnamed_waits_keep(&m->wait, &m->path))
        wd_waits_add(&m->wait);
}

/* Back from the signal, still inside the JVM: no JNI or JVMTI here. */
static void bring_path(struct sleeper *s)
{
    wd_waker_path_take(&meeting_of(s)->path);
    uint64_t state = state_of(s);
    if (phase_of(state) == WAKING && change(s, state, with_phase(state, WOKEN)))
        return;
    if (phase_of(state_of(s)) == LEFT)
        add_for_waiter(s);
    release(s);
}

static int sleep_until_signalled(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    if (waits)
        fall_asleep(cond);
    return cond_wait(cond, mutex);
}

static int sleep_until_time(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *time)
{
    if (waits)
        fall_asleep(cond);
    return cond_timedwait(cond, mutex, time);
}

static int signal_sleeper(pthread_cond_t *cond)
{
    struct sleeper *s = wake(cond);
    int result = cond_signal(cond);
    if (s)
        bring_path(s);
    return result;
}

int wd_sleepers_watch(void)
{
    void *vm = dlopen("libjvm.so", RTLD_LAZY | RTLD_NOLOAD);
    void *function;
    if (!vm || !(meetings = wd_region_reserve(SLEEPERS * sizeof *meetings)) ||
        !(sleepers = wd_region_reserve(SLEEPERS * sizeof *sleepers)))
        return 0;
    wd_unnamed_waits_prepare();
    /* the signal first: a sleeper that is registered must be found */
    if (!(function = wd_got_patch(vm, "pthread_cond_signal", (void *)signal_sleeper)))
        return 0;
    *(void **)&cond_signal = function;
    if ((function = wd_got_patch(vm, "pthread_cond_wait", (void *)sleep_until_signalled)) != NULL)
        *(void **)&cond_wait = function;
    if ((function = wd_got_patch(vm, "pthread_cond_timedwait", (void *)sleep_until_time)) != NULL)
        *(void **)&cond_timedwait = function;
    return 1;
}

void wd_sleepers_begin(JNIEnv *env, struct wd_capture_look *path)
{
    wd_sleepers_drop();
    looks_as = env;
    look = path;
    owner_known = wd_owner_context(&owner);
    waits = sleepers != NULL;
}

void wd_sleepers_drop(void)
{
    if (asleep)
        forget(asleep);
    asleep = NULL;
    waits = 0;
}

whodunit_context wd_sleepers_end(JNIEnv *env, struct wd_wait *wait)
{
    struct sleeper *s = asleep;
    uint64_t state = s ? state_of(s) : 0;
    if (!s || phase_of(state) == ASLEEP) {
        wd_sleepers_drop();
        wait->key.end = owner_known ? WD_WAIT_WOKEN : WD_WAIT_UNSEEN;
        wait->key.holder = owner_known ? owner : WHODUNIT_ROOT;
        wd_deferred_waits_put(wait);
        return WHODUNIT_ROOT;
    }
    whodunit_context waker = (whodunit_context)(state >> 32);
    asleep = NULL;
    waits = 0;
    if (phase_of(state) == WAKING) {
        meeting_of(s)->wait = *wait;
        if (change(s, state, with_phase(state, LEFT)))
            return waker;
    }
    complete(s, wait, wd_waker_path_context(env, &meeting_of(s)->path));
    wd_deferred_waits_put(wait);
    release(s);
    return waker;
}
