/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The oracle for labels (recording/labels.h): threads work under contexts that
 * they note, with times, in their own books; each label of the real sampler must
 * name the context in whose interval its sample's time lies. The record writer is
 * the test's own, so that labels are seen before they are written.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "contexts/context.h"
#include "recording/record_writer.h"
#include "recording/recorder.h"
#include "scratch.h"
#include "signals/own_signal.h"
#include "threads/thread.h"

enum { THREADS = 4, INTERVALS = 60000, LABELS = 100000 };

struct interval {
    uint64_t begin, end;
    uint32_t context;
};
static struct book {
    uint32_t tid;
    int n;
    struct interval interval[INTERVALS];
} books[THREADS];
static struct wd_label labels[LABELS];
static int label_count;
static int flush_ms;

void wd_records_begin(wd_sink sink, const struct wd_options *options, int is_jvm, uint32_t number)
{
    (void)sink, (void)options, (void)is_jvm, (void)number;
}
void wd_records_label(const struct wd_label *label)
{
    if (label_count < LABELS)
        labels[label_count++] = *label;
}
void wd_records_flush(void)
{
    usleep((useconds_t)flush_ms * 1000);
}

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static volatile uint64_t burnt;

static void *work(void *arg)
{
    struct book *book = arg;
    whodunit_context contexts[8];
    for (int i = 0; i < 8; i++) {
        char name[16];
        snprintf(name, sizeof name, "work-%d", i);
        contexts[i] = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, name);
    }
    wd_thread_switch(contexts[0]);
    book->tid = (uint32_t)gettid();
    unsigned seed = book->tid;
    uint64_t stop = now() + 3000000000u;
    while (book->n < INTERVALS && now() < stop) {
        struct interval *i = &book->interval[book->n++];
        i->context = contexts[rand_r(&seed) % 8];
        wd_thread_switch(i->context);
        i->begin = now();
        for (uint64_t rounds = 20000 + rand_r(&seed) % 200000; rounds > 0; rounds--)
            burnt += rounds;
        i->end = now();
    }
    wd_thread.context = WHODUNIT_ROOT;
    return NULL;
}

static const struct book *book_of(uint32_t tid)
{
    for (int i = 0; i < THREADS; i++)
        if (books[i].tid == tid)
            return &books[i];
    return NULL;
}

static const struct interval *interval_at(const struct book *book, uint64_t time)
{
    for (int i = 0; i < book->n; i++)
        if (book->interval[i].begin <= time && time <= book->interval[i].end)
            return &book->interval[i];
    return NULL;
}

static void every_label_is_right(void **state)
{
    (void)state;
    struct wd_options options = {
        .engine = "cpu-clock", .tier = "labels", .interval_ns = 1000000, .rotate_ns = 1000000000, .record = 1
    };
    if (access("/proc/sys/kernel/perf_event_paranoid", R_OK) != 0)
        strcpy(options.engine, "ctimer");
    snprintf(options.dir, sizeof options.dir, "%s", scratch);
    if (wd_recorder_start(&options, &(struct wd_host){ 0 }) != 0) { /* no perf events in this sandbox */
        strcpy(options.engine, "ctimer");
        assert_int_equal(wd_recorder_start(&options, &(struct wd_host){ 0 }), 0);
    }
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, &books[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    wd_recorder_stop();
    int inside = 0, wrong = 0;
    for (int i = 0; i < label_count; i++) {
        const struct book *book = book_of(labels[i].tid);
        const struct interval *interval = book ? interval_at(book, labels[i].time) : NULL;
        if (!interval)
            continue;
        inside++;
        wrong += interval->context != labels[i].context;
    }
    printf("%s: %d labels, %d inside intervals, %d wrong\n", options.engine, label_count, inside, wrong);
    assert_true(inside > 100);
    assert_int_equal(wrong, 0);
}

static volatile int spinning = 1;

static void *spin(void *samples)
{
    wd_thread_switch(wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "spin"));
    *(volatile uint64_t *volatile *)samples = wd_thread.sample;
    while (spinning)
        ;
    return NULL;
}

static int is_labelled(uint64_t time)
{
    for (int i = 0; i < label_count; i++)
        if (labels[i].time == time)
            return 1;
    return 0;
}

/* The host's threads run on while the last file is written. */
static void the_last_samples_have_labels(void **state)
{
    (void)state;
    struct wd_options options = {
        .engine = "ctimer", .tier = "labels", .interval_ns = 4000000, .rotate_ns = 1000000000, .record = 1
    };
    snprintf(options.dir, sizeof options.dir, "%s", scratch);
    label_count = 0;
    assert_int_equal(wd_recorder_start(&options, &(struct wd_host){ 0 }), 0);
    pthread_t threads[THREADS];
    static volatile uint64_t *volatile last[THREADS]; /* the time of the thread's last sample */
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, spin, (void *)&last[i]);
    for (int i = 0; i < THREADS; i++)
        while (!last[i] || *last[i] == 0)
            usleep(1000);
    flush_ms = 300;
    wd_recorder_stop();
    flush_ms = 0;
    for (int i = 0; i < THREADS; i++)
        assert_true(is_labelled(*last[i]));
    spinning = 0;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

enum { STARTS = 10, SEEN = 100000 };

int __real_wd_real_sigaction(int signal, const struct sigaction *new, struct sigaction *old);

/* The sampler's handler, and what wraps it, are slow to come. */
int __wrap_wd_real_sigaction(int signal, const struct sigaction *new, struct sigaction *old)
{
    if (signal == wd_own_signal() && new)
        usleep(30000);
    return __real_wd_real_sigaction(signal, new, old);
}

static struct {
    int n;
    uint64_t time[SEEN];
} seen[THREADS];
static volatile int noting;

static void *note_samples(void *book)
{
    int i = (int)(intptr_t)book;
    wd_thread_switch(wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "notes"));
    uint64_t last = 0;
    while (noting) {
        wd_thread_switch(wd_thread.context);
        uint64_t time = wd_thread.sample ? *wd_thread.sample : 0;
        if (time != last && seen[i].n < SEEN)
            seen[i].time[seen[i].n++] = last = time;
    }
    return NULL;
}

/* The sampler starts anew for each file: samples that come meanwhile must have labels, too. */
static void the_first_samples_have_labels(void **state)
{
    (void)state;
    struct wd_options options = {
        .engine = "ctimer", .tier = "labels", .interval_ns = 4000000, .rotate_ns = 1000000000, .record = 1
    };
    snprintf(options.dir, sizeof options.dir, "%s", scratch);
    pthread_t threads[THREADS];
    int n = 0, lost = 0;
    label_count = 0;
    noting = 1;
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, note_samples, (void *)i);
    for (int i = 0; i < STARTS; i++) {
        assert_int_equal(wd_recorder_start(&options, &(struct wd_host){ 0 }), 0);
        usleep(50000);
        wd_recorder_stop();
    }
    noting = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        n += seen[i].n;
        for (int k = 0; k < seen[i].n; k++)
            lost += !is_labelled(seen[i].time[k]);
    }
    printf("%d samples of %d starts, %d without label\n", n, STARTS, lost);
    assert_true(n > 0);
    assert_int_equal(lost, 0);
}

/* Under the engine wall it was asleep, and not for what wakes it. */
static void what_a_thread_slept_through_stays_what_it_was(void **state)
{
    (void)state;
    struct wd_options options = {
        .engine = "wall", .tier = "labels", .interval_ns = 4000000, .rotate_ns = 1000000000, .record = 1
    };
    snprintf(options.dir, sizeof options.dir, "%s", scratch);
    whodunit_context idle = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "idle");
    whodunit_context work = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "work");
    label_count = 0;
    assert_int_equal(wd_recorder_start(&options, &(struct wd_host){ 0 }), 0);
    wd_thread_switch(idle);
    for (int i = 0; i < 500 && *(volatile uint32_t *)&wd_thread.label != idle; i++)
        usleep(20000);
    assert_int_equal(wd_thread.label, idle);
    wd_labels_move(idle, work);
    wd_thread_switch(WHODUNIT_ROOT);
    wd_recorder_stop();
    int before = 0;
    for (int i = 0; i < label_count; i++) {
        before += labels[i].context == idle;
        assert_int_not_equal(labels[i].context, work);
    }
    assert_true(before > 0);
}

static pthread_key_t last_of_all;
static volatile uint64_t *at_the_end, *entered_anew;

static void look(void *unused)
{
    (void)unused;
    at_the_end = wd_thread.sample;
    wd_thread_switch(WHODUNIT_ROOT);
    entered_anew = wd_thread.sample;
}

static void *end_with_a_value(void *samples)
{
    wd_thread_switch(wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "ends"));
    *(volatile uint64_t **)samples = wd_thread.sample;
    pthread_setspecific(last_of_all, "");
    return NULL;
}

/* The sampler frees its own when a thread ends, and samples come until the last destructor has run. */
static void a_thread_ends_before_the_samplers_data(void **state)
{
    (void)state;
    struct wd_options options = {
        .engine = "ctimer", .tier = "labels", .interval_ns = 4000000, .rotate_ns = 1000000000, .record = 1
    };
    snprintf(options.dir, sizeof options.dir, "%s", scratch);
    assert_int_equal(wd_recorder_start(&options, &(struct wd_host){ 0 }), 0);
    volatile uint64_t *at_work = NULL;
    pthread_t thread;
    assert_int_equal(pthread_key_create(&last_of_all, look), 0);
    pthread_create(&thread, NULL, end_with_a_value, (void *)&at_work);
    pthread_join(thread, NULL);
    pthread_key_delete(last_of_all);
    wd_recorder_stop();
    assert_non_null(at_work);
    assert_null(at_the_end);
    assert_non_null(entered_anew);
}

static volatile sig_atomic_t host_signals;

static void host_handler(int signal)
{
    (void)signal;
    host_signals++;
}

static uint64_t burn_until(uint64_t end)
{
    while (now() < end)
        for (int i = 0; i < 10000; i++)
            burnt += (uint64_t)i;
    return end;
}

/* A host program may use SIGPROF itself. */
static void the_host_keeps_its_handler(void **state)
{
    (void)state;
    struct wd_options options = {
        .engine = "ctimer", .tier = "host,50%", .interval_ns = 4000000, .rotate_ns = 1000000000, .record = 1
    };
    snprintf(options.dir, sizeof options.dir, "%s", scratch);
    label_count = 0;
    assert_int_equal(wd_recorder_start(&options, &(struct wd_host){ 0 }), 0);
    struct sigaction taken = { .sa_handler = host_handler }, found;
    assert_int_equal(sigaction(SIGPROF, &taken, NULL), 0);
    wd_thread_switch(wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "host"));
    uint64_t middle = burn_until(now() + 2500000000u);
    sigaction(SIGPROF, NULL, &found);
    assert_ptr_equal(found.sa_handler, host_handler);
    burn_until(middle + 1000000000u);
    wd_recorder_stop();
    sigaction(SIGPROF, NULL, &found);
    assert_ptr_equal(found.sa_handler, host_handler);
    int later = 0;
    for (int i = 0; i < label_count; i++)
        later += labels[i].time > middle;
    printf("%d labels, %d of them after the host had taken SIGPROF\n", label_count, later);
    assert_true(later > 0);
    char list[sizeof scratch + 64];
    snprintf(list, sizeof list, "ls '%s'/host,50%%-*.jfr >/dev/null", scratch);
    assert_int_equal(system(list), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_label_is_right, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(the_last_samples_have_labels, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(the_first_samples_have_labels, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(what_a_thread_slept_through_stays_what_it_was, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(a_thread_ends_before_the_samplers_data, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(the_host_keeps_its_handler, make_scratch, remove_scratch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
