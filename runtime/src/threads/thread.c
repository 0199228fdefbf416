/* SPDX-License-Identifier: Apache-2.0 */
#include "threads/thread.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

#include "memory/each_message.h"
#include "sandbox/needs.h"

__thread struct wd_thread wd_thread __attribute__((tls_model("initial-exec")));
const char *wd_thread_records WD_EACH_MESSAGE;

/* `published` by the name that readers look for. The version hides it from other libraries of the process that define
 * a variable of that name: theirs stays theirs, also where this library is preloaded. */
_Static_assert(offsetof(struct wd_thread, published) == 8, "what the name stands for");
__asm__(".globl wd_thread_published\n"
        ".type wd_thread_published, %tls_object\n"
        ".size wd_thread_published, 8\n"
        ".set wd_thread_published, wd_thread + 8\n"
        ".symver wd_thread_published, otel_thread_ctx_v1@WHODUNIT_THREAD, remove\n");

volatile uint64_t *(*wd_thread_sample_time)(void);
void (*wd_thread_ends)(void);
void (*wd_thread_begins)(void);
static __thread int watched __attribute__((tls_model("initial-exec")));

/* The sampler frees what `sample` points at in a destructor of its own, after this
 * one: a thread's values are destroyed in the order of their keys, and this key
 * is older than the sampler, which preload.c's constructor loads. */
static pthread_key_t ends;
static int ends_are_watched; /* if not, all keys were taken */

static void forget_sampler(void *unused)
{
    (void)unused;
    void (*at_end)(void) = __atomic_load_n(&wd_thread_ends, __ATOMIC_ACQUIRE);
    if (watched && at_end) {
        watched = 0;
        at_end();
    }
    wd_thread.sample = NULL;
    __atomic_signal_fence(__ATOMIC_RELEASE);
}

/* 0 where a sandbox refuses to ask for it: the thread's first sample brings it then. */
static uint32_t number(void)
{
    return wd_sandbox_refuses(WD_REFUSED_TIMERS) ? 0 : (uint32_t)gettid();
}

uint32_t wd_thread_number(void)
{
    if (!wd_thread.tid)
        wd_thread.tid = number();
    return wd_thread.tid;
}

void wd_thread_enter_slow(void)
{
    int saved = errno;
    volatile uint64_t *(*sample_time)(void) = __atomic_load_n(&wd_thread_sample_time, __ATOMIC_ACQUIRE);
    volatile uint64_t *sample = sample_time ? sample_time() : NULL;
    if (sample && ends_are_watched && pthread_setspecific(ends, &ends) == 0) {
        wd_thread.tid = number();
        wd_thread.labelled = *sample;
        __atomic_signal_fence(__ATOMIC_RELEASE);
        wd_thread.sample = sample;
    }
    errno = saved;
}

whodunit_context wd_thread_enter_and_switch(whodunit_context context)
{
    whodunit_context previous = wd_thread.context;
    wd_thread_enter_slow();
    wd_thread_set(context);
    return previous;
}

void wd_thread_watch(void)
{
    if (ends_are_watched && pthread_setspecific(ends, &ends) == 0)
        watched = 1;
}

int wd_threads_can_enter(void)
{
    return ends_are_watched;
}

static void after_fork(void)
{
    wd_thread.tid = number();
}

__attribute__((constructor(101))) static void watch(void)
{
    pthread_atfork(NULL, NULL, after_fork);
    ends_are_watched = pthread_key_create(&ends, forget_sampler) == 0;
}
