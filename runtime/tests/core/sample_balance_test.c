/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The oracle for samples of short work (recording/sample_balance.h): threads that share
 * one processor do work of 0.3, 1 and 15 ms under a context for each, and read
 * their CPU clocks themselves. The real sampler's labels times its period must
 * be what was used, though the tick finds the short ones too rarely.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "contexts/context.h"
#include "health/health.h"
#include "recording/record_writer.h"
#include "recording/recorder.h"
#include "recording/sample_balance.h"
#include "sampler/sampler.h"
#include "scratch.h"
#include "threads/thread.h"

enum { KINDS = 3, THREADS = 6, SECONDS = 6, PERIOD = 4000000 };

static const uint64_t lengths[KINDS] = { 300000, 1000000, 15000000 };
static whodunit_context contexts[KINDS];
static uint64_t used[KINDS];
static int sampled[KINDS];

void wd_records_begin(wd_sink sink, const struct wd_options *options, int is_jvm, uint32_t number)
{
    (void)sink, (void)options, (void)is_jvm, (void)number;
}
void wd_records_label(const struct wd_label *label)
{
    for (int i = 0; i < KINDS; i++)
        sampled[i] += label->context == contexts[i];
}
void wd_records_flush(void)
{
}

static uint64_t at(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void *work(void *arg)
{
    int kind = (int)(intptr_t)arg % KINDS;
    unsigned seed = (unsigned)(intptr_t)arg;
    uint64_t stop = at(CLOCK_MONOTONIC) + SECONDS * 1000000000ull;
    while (at(CLOCK_MONOTONIC) < stop) {
        wd_thread_switch(WHODUNIT_ROOT);
        usleep(kind == KINDS - 1 ? 1000 : (useconds_t)rand_r(&seed) % 2000);
        wd_balance_forget();
        wd_thread_switch(contexts[kind]);
        uint64_t begin = at(CLOCK_THREAD_CPUTIME_ID);
        wd_balance_begin(contexts[kind]);
        while (at(CLOCK_THREAD_CPUTIME_ID) < begin + lengths[kind])
            continue;
        while (wd_balance_end(contexts[kind]))
            wd_sampler_sample_here();
        __atomic_add_fetch(&used[kind], at(CLOCK_THREAD_CPUTIME_ID) - begin, __ATOMIC_RELAXED);
    }
    wd_thread_switch(WHODUNIT_ROOT);
    return NULL;
}

static void record(uint64_t period)
{
    struct wd_options options = {
        .engine = "ctimer", .tier = "charge", .interval_ns = period, .rotate_ns = 2000000000, .record = 1
    };
    snprintf(options.dir, sizeof options.dir, "%s", scratch);
    memset(used, 0, sizeof used);
    memset(sampled, 0, sizeof sampled);
    uint64_t at_end = wd_health_value(WD_HEALTH_SAMPLES_AT_END),
             passed = wd_health_value(WD_HEALTH_SAMPLES_PASSED_OVER);
    assert_int_equal(wd_recorder_start(&options, &(struct wd_host){ 0 }), 0);
    pthread_t threads[THREADS];
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    wd_recorder_stop();
    for (int i = 0; i < KINDS; i++)
        printf("a sample for %.0f ms, work of %.1f ms: used %.1f ms, sampled %.1f ms: %.3f\n", period / 1e6,
               lengths[i] / 1e6, used[i] / 1e6, sampled[i] * (period / 1e6),
               sampled[i] * (double)period / (double)used[i]);
    int taken = sampled[0] + sampled[1] + sampled[2];
    passed = wd_health_value(WD_HEALTH_SAMPLES_PASSED_OVER) - passed;
    printf("  %d samples at the end of work, %d passed over\n",
           (int)(wd_health_value(WD_HEALTH_SAMPLES_AT_END) - at_end), (int)passed);
    assert_true(4 * (int)passed < taken); /* what is taken too often is mended by this, and dear */
}

enum { TICKS = 40 }; /* far more than a context may be ahead */

/* Runs `body` on a thread of its own; its answer. */
static int on_a_thread(void *(*body)(void *))
{
    pthread_t thread;
    void *answer;
    assert_int_equal(pthread_create(&thread, NULL, body, NULL), 0);
    pthread_join(thread, &answer);
    return (int)(intptr_t)answer;
}

static void burn(uint64_t ns)
{
    uint64_t end = at(CLOCK_THREAD_CPUTIME_ID) + ns;
    while (at(CLOCK_THREAD_CPUTIME_ID) < end)
        continue;
}

static whodunit_context shared, other;

static void *ticks_outside_of_work(void *unused)
{
    (void)unused;
    unsigned taken = 0;
    for (int i = 0; i < TICKS; i++) {
        burn(PERIOD);
        taken += wd_balance_sample(shared);
    }
    return (void *)(intptr_t)taken;
}

/* A program may give a command's context to threads whose work has no beginning and no end. */
static void samples_outside_of_work_are_all_taken(void **state)
{
    (void)state;
    shared = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "shared");
    wd_balance_start(PERIOD);
    wd_balance_begin(shared);
    wd_balance_end(shared);
    assert_int_equal(on_a_thread(ticks_outside_of_work), TICKS);
    wd_balance_start(0);
}

static void *ticks_under_two_contexts(void *unused)
{
    (void)unused;
    unsigned taken = 0;
    for (int i = 0; i < TICKS; i++) {
        wd_balance_begin(shared);
        burn(2ull * PERIOD);
        taken += wd_balance_sample(other);
        taken += wd_balance_sample(shared);
        wd_balance_end(shared);
    }
    return (void *)(intptr_t)taken;
}

static void *ends_under_another_context(void *unused)
{
    (void)unused;
    unsigned taken = 0;
    for (int i = 0; i < TICKS; i++) {
        wd_balance_begin(shared);
        burn(PERIOD);
        taken += wd_balance_sample(shared);
        assert_false(wd_balance_end(other));
    }
    return (void *)(intptr_t)taken;
}

/* Such as a server of MySQL whose event loop puts the root back before it waits. */
static void a_thread_that_mixes_contexts_is_left_to_the_tick(void **state)
{
    (void)state;
    shared = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "mixed");
    other = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "other");
    wd_balance_start(PERIOD);
    assert_int_equal(on_a_thread(ticks_under_two_contexts), 2 * TICKS);
    assert_int_equal(on_a_thread(ends_under_another_context), TICKS);
    wd_balance_start(0);
}

static uint64_t used_between_ticks;

static void *ticks_of_which_others_used_a_part(void *unused)
{
    (void)unused;
    unsigned taken = 0;
    for (int i = 0; i < 2 * TICKS; i++) {
        burn(used_between_ticks);
        taken += wd_balance_sample(shared);
    }
    return (void *)(intptr_t)taken;
}

/* The tick finds a thread whenever others, or it, have run for a part of the time since the last. */
static void a_thread_has_as_many_samples_as_it_has_used(void **state)
{
    (void)state;
    wd_balance_start(PERIOD);
    used_between_ticks = PERIOD / 2;
    assert_in_range(on_a_thread(ticks_of_which_others_used_a_part), TICKS, TICKS + 8);
    used_between_ticks = PERIOD * 3 / 2;
    assert_in_range(on_a_thread(ticks_of_which_others_used_a_part), 3 * TICKS - 8, 3 * TICKS + 1);
    wd_balance_start(0);
}

static int clock_reads;

int clock_gettime(clockid_t clock, struct timespec *time)
{
    clock_reads += clock == CLOCK_THREAD_CPUTIME_ID;
    return (int)syscall(SYS_clock_gettime, clock, time);
}

/* Work in turn under each of `kinds` contexts; how often the clock was read for it. */
static int reads_in_turns(int kinds, int turns)
{
    clock_reads = 0;
    for (int i = 0; i < turns; i++) {
        whodunit_context context = i % kinds ? other : shared;
        wd_balance_begin(context);
        assert_false(wd_balance_end(context));
    }
    return clock_reads;
}

static void the_clock_is_read_where_contexts_change(void **state)
{
    (void)state;
    wd_balance_start(PERIOD);
    wd_balance_forget();
    assert_in_range(reads_in_turns(2, 800), 800, 801);
    assert_in_range(reads_in_turns(1, 800), 800 / 17, 800 / 8);
    wd_balance_forget();
    wd_balance_start(0);
}

static int reads_if_cheap(int works, uint64_t ns)
{
    clock_reads = 0;
    for (int i = 0; i < works; i++) {
        whodunit_context context = i % 2 ? other : shared;
        wd_balance_begin_if_cheap(context);
        int before = clock_reads;
        burn(ns);
        clock_reads = before;
        wd_balance_end(context);
    }
    return clock_reads;
}

/* Short works are let be, but for some that are looked at now and then. Then they are longer, which is found out. */
static void *short_works_then_longer_ones(void *unused)
{
    assert_in_range(reads_if_cheap(8320, 0), 1, 300);
    assert_in_range(reads_if_cheap(8320, 50000), 4000, 8400);
    wd_balance_forget();
    return unused;
}

static void a_clock_that_is_dear_is_read_seldom(void **state)
{
    (void)state;
    shared = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "dear");
    other = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "dear, too");
    wd_balance_start(PERIOD);
    on_a_thread(short_works_then_longer_ones);
    wd_balance_start(0);
}

static int due_of(whodunit_context context, uint64_t ns)
{
    int due = 0;
    wd_balance_begin(context);
    burn(ns);
    while (wd_balance_end(context))
        due++;
    return due;
}

/* A loop has worked for another one than it seemed, and a sample was taken meanwhile. */
static void what_turns_out_to_be_anothers_is_charged_with_it(void **state)
{
    (void)state;
    enum { EACH = 100000, WORKS = 300, USED = 300000 };
    whodunit_context seeming = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "seeming");
    whodunit_context real = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "real");
    int due = 0;
    wd_balance_start(EACH);
    for (int i = 0; i < WORKS; i++) {
        wd_balance_begin(seeming);
        burn(USED / 2);
        wd_balance_sample(seeming);
        burn(USED / 2);
        wd_balance_leave(real);
        wd_balance_begin(real);
        while (wd_balance_end(real))
            due++;
    }
    assert_in_range(due + WORKS, WORKS * USED / EACH - 8, WORKS * USED / EACH * 5 / 4);
    assert_in_range(due_of(seeming, 8 * EACH), 5, 12); /* it owes nothing, and nothing is owed to it */
    wd_balance_forget();
    wd_balance_start(0);
}

enum { STEADY_WORKS = 100 };

/* What was not read at each end is not lost, neither to ticks outside of work nor to another context. */
static void work_that_goes_on_is_charged_in_the_end(void **state)
{
    (void)state;
    enum { EACH = 1000, USED = 20000 };
    wd_balance_start(EACH);
    whodunit_context steady = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "steady");
    unsigned due = 0;
    uint64_t used = 0;
    for (int i = 0; i < STEADY_WORKS; i++) {
        uint64_t begin = at(CLOCK_THREAD_CPUTIME_ID);
        wd_balance_begin(steady);
        burn(USED);
        due += (unsigned)wd_balance_end(steady);
        used += at(CLOCK_THREAD_CPUTIME_ID) - begin;
        if (i % 3 == 0)
            wd_balance_sample(WHODUNIT_ROOT);
    }
    wd_balance_begin(other);
    wd_balance_end(other);
    while (wd_balance_end(steady))
        due++;
    assert_in_range(due, used / EACH - 8, used * 5 / 4 / EACH);
    wd_balance_forget();
    wd_balance_start(0);
}

static void what_is_due_is_paid_for(void **state)
{
    (void)state;
    enum { SHORT = 1000, USED = 200 };
    int due = 0;
    shared = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "due");
    wd_balance_start(SHORT);
    wd_balance_begin(shared);
    burn(USED * SHORT);
    assert_true(wd_balance_end(shared));
    while (wd_balance_end(shared))
        due++;
    assert_true(due > USED / 2);
    wd_balance_begin(shared);
    burn(USED * SHORT);
    wd_balance_start(0);
    assert_false(wd_balance_end(shared));
}

/* None is owed a sample, but all together many. */
static void many_contexts_with_a_part_of_a_sample_each(void **state)
{
    (void)state;
    enum { EACH = 200000, CONTEXTS = 200 };
    char name[] = "part 000";
    unsigned due = 0;
    wd_balance_start(EACH);
    wd_balance_forget();
    uint64_t begin = at(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < CONTEXTS; i++) {
        snprintf(name, sizeof name, "part %03d", i);
        whodunit_context context = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, name);
        wd_balance_begin(context);
        burn(EACH / 2);
        while (wd_balance_end(context))
            due++;
    }
    unsigned used = (unsigned)((at(CLOCK_THREAD_CPUTIME_ID) - begin) / EACH);
    assert_in_range(due, used * 4 / 5, used * 6 / 5);
    wd_balance_forget();
    wd_balance_start(0);
}

/* The CPU of a gap that was sampled is the sample's, and is the next work's only if the sample is. */
static void a_gap_is_not_counted_twice(void **state)
{
    (void)state;
    shared = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "gap");
    wd_balance_start(PERIOD);
    wd_balance_forget();
    wd_balance_begin(shared);
    assert_false(wd_balance_end(shared));
    burn(10 * PERIOD);
    assert_true(wd_balance_sample(WHODUNIT_ROOT));
    wd_balance_begin(shared);
    assert_false(wd_balance_end(shared));
    burn(10 * PERIOD);
    assert_true(wd_balance_sample(WHODUNIT_ROOT));
    wd_balance_begin(shared);
    wd_balance_moved(shared);
    assert_true(wd_balance_end(shared));
    wd_balance_start(0);
}

static int refuse_threads;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument)
{
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    return refuse_threads ? EAGAIN : real(thread, attributes, body, argument);
}

/* As where a user may have no more threads. */
static void nothing_is_due_when_the_recorder_could_not_start(void **state)
{
    (void)state;
    struct wd_options options = {
        .engine = "ctimer", .tier = "charge", .interval_ns = PERIOD, .rotate_ns = 2000000000, .record = 1
    };
    snprintf(options.dir, sizeof options.dir, "%s", scratch);
    refuse_threads = 1;
    int result = wd_recorder_start(&options, &(struct wd_host){ 0 });
    refuse_threads = 0;
    assert_int_equal(result, -1);
    shared = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "unrecorded");
    wd_balance_begin(shared);
    burn(10 * PERIOD);
    assert_false(wd_balance_end(shared));
}

static void nothing_is_due_when_the_recorder_has_stopped(void **state)
{
    (void)state;
    shared = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "afterwards");
    wd_balance_begin(shared);
    burn(5 * PERIOD);
    assert_false(wd_balance_end(shared));
}

static int refuse_clocks(void)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_gettime, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof rules / sizeof *rules, rules };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void *is_sandboxed_at_work(void *unused)
{
    (void)unused;
    burn(20 * PERIOD);
    wd_balance_begin(shared);
    if (!refuse_clocks())
        return NULL;
    errno = 0;
    wd_balance_end(shared);
    wd_balance_begin(shared);
    wd_balance_sample(shared);
    return (void *)(intptr_t)(errno == 0 ? 1 : -1);
}

static void *works(void *unused)
{
    (void)unused;
    wd_balance_begin(shared);
    burn(5 * PERIOD);
    return (void *)(intptr_t)wd_balance_end(shared);
}

/* Its clock has not gone back to 0 then; and errno is not the handler's to change. */
static void a_sandbox_may_refuse_the_clock(void **state)
{
    (void)state;
    shared = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "sandbox");
    wd_balance_start(PERIOD);
    int kept = on_a_thread(is_sandboxed_at_work);
    if (kept == 0)
        print_message("no sandbox to be had\n");
    assert_int_not_equal(kept, -1);
    assert_true(on_a_thread(works));
    wd_balance_start(0);
}

static void samples_are_what_was_used(void **state)
{
    (void)state;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (int i = 0; i < KINDS; i++) {
        char name[16];
        snprintf(name, sizeof name, "kind-%d", i);
        contexts[i] = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, name);
    }
    static const uint64_t periods[] = { PERIOD, PERIOD * 5 / 2 }; /* each tick, and some of them */
    for (size_t p = 0; p < sizeof periods / sizeof *periods; p++) {
        record(periods[p]);
        for (int i = 0; i < KINDS; i++)
            assert_in_range((uintmax_t)(sampled[i] - (int)(used[i] / periods[p]) + 10), 0, 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_outside_of_work_are_all_taken),
        cmocka_unit_test(a_thread_that_mixes_contexts_is_left_to_the_tick),
        cmocka_unit_test(a_thread_has_as_many_samples_as_it_has_used),
        cmocka_unit_test(the_clock_is_read_where_contexts_change),
        cmocka_unit_test(a_clock_that_is_dear_is_read_seldom),
        cmocka_unit_test(work_that_goes_on_is_charged_in_the_end),
        cmocka_unit_test(what_turns_out_to_be_anothers_is_charged_with_it),
        cmocka_unit_test(what_is_due_is_paid_for),
        cmocka_unit_test(many_contexts_with_a_part_of_a_sample_each),
        cmocka_unit_test(a_gap_is_not_counted_twice),
        cmocka_unit_test(a_sandbox_may_refuse_the_clock),
        cmocka_unit_test_setup_teardown(samples_are_what_was_used, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(nothing_is_due_when_the_recorder_could_not_start, make_scratch, remove_scratch),
        cmocka_unit_test(nothing_is_due_when_the_recorder_has_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
