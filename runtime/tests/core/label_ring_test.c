/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ring of labels (recording/labels.h): a thread that is stopped anywhere while it appends loses nothing, whatever
 * others append, and the recorder takes, before it goes on. A timer's handler does both at every place of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "health/health.h"
#include "recording/labels.h"
#include "recording/sample_balance.h"
#include "recording/wake.h"
#include "sampler/hooks.h"
#include "threads/thread.h"

enum { STOPS = 50000, MEANWHILE = 3, TIMER_NS = 20000, AT_ONCE = 10000 }; /* fewer than the ring has room for */
enum { MANY = 1000000, NEARLY_FULL = 60000 };
#define FOR_EVER (3600ull * 1000000000u)

__thread struct wd_thread wd_thread;
static volatile int stops, appended, taken, at_once;

unsigned wd_balance_sample(whodunit_context context)
{
    (void)context;
    return 1;
}

void wd_balance_moved(whodunit_context context)
{
    (void)context;
}

static void append(void)
{
    wd_sample_hooks.taken(&(struct wd_sample_origin){ 0 }, 1, 1);
}

static void on_timer(int signal)
{
    struct wd_label label;
    (void)signal;
    stops++;
    at_once = 0;
    for (int i = 0; i < MEANWHILE; i++, appended++)
        append();
    while (wd_labels_take(&label))
        taken++;
}

static timer_t start_timer(void)
{
    timer_t timer;
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM };
    struct itimerspec often = { { 0, TIMER_NS }, { 0, TIMER_NS } };
    signal(SIGALRM, on_timer);
    assert_int_equal(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    assert_int_equal(timer_settime(timer, 0, &often, NULL), 0);
    return timer;
}

static void no_label_is_lost_wherever_its_thread_is_stopped(void **state)
{
    (void)state;
    struct wd_label label;
    sigset_t alarms;
    int here = 0;
    assert_true(wd_labels_begin(0));
    timer_t timer = start_timer();
    while (stops < STOPS) {
        if (at_once < AT_ONCE) {
            append();
            at_once++;
            here++;
        }
    }
    timer_delete(timer);
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigprocmask(SIG_BLOCK, &alarms, NULL);
    while (wd_labels_take(&label))
        taken++;
    assert_int_equal(wd_health_value(WD_HEALTH_LABELS_LOST), 0);
    assert_int_equal(taken, appended + here);
}

static int taken_by_recorder; /* atomic */

static void *nap_and_take(void *unused)
{
    struct wd_label label;
    while (!wd_wake_stopping()) {
        wd_wake_nap(FOR_EVER);
        while (wd_labels_take(&label))
            __atomic_add_fetch(&taken_by_recorder, 1, __ATOMIC_SEQ_CST);
    }
    return unused;
}

/* A recorder that would sleep for ever is told in time: without that, the loop that waits for it does not end. */
static void a_ring_that_fills_ends_the_recorders_nap(void **state)
{
    pthread_t recorder;
    (void)state;
    taken_by_recorder = 0;
    wd_wake_begin();
    assert_true(wd_labels_begin(0));
    assert_int_equal(pthread_create(&recorder, NULL, nap_and_take, NULL), 0);
    for (int i = 0; i < MANY; i++) {
        append();
        while (i - __atomic_load_n(&taken_by_recorder, __ATOMIC_SEQ_CST) > NEARLY_FULL)
            ;
    }
    wd_wake_stop();
    pthread_join(recorder, NULL);
    assert_int_equal(wd_health_value(WD_HEALTH_LABELS_LOST), 0);
    assert_in_range(taken_by_recorder, MANY - NEARLY_FULL, MANY);
}

/* What the sample of that time is called in the end. */
static uint32_t last_label(uint64_t time)
{
    static uint32_t known[4];
    struct wd_label label;
    while (wd_labels_take(&label))
        known[label.time] = label.context;
    return known[time];
}

static void what_the_program_has_said_is_not_labelled_anew(void **state)
{
    enum { RECEIVED = 5, SAID = 6, ANSWERED = 7 };
    static volatile uint64_t time;
    (void)state;
    assert_true(wd_labels_begin(0));
    last_label(0);
    wd_thread = (struct wd_thread){ .sample = &time, .context = RECEIVED };
    for (time = 1; time <= 3; time++) {
        int says = time == 2;
        wd_thread.context = says ? SAID : RECEIVED;
        wd_thread.said = says ? SAID : WHODUNIT_ROOT;
        append();
    }
    wd_labels_move_since(0, ANSWERED);
    assert_int_equal(last_label(1), ANSWERED);
    assert_int_equal(last_label(2), SAID);
    assert_int_equal(last_label(3), ANSWERED);
    wd_thread = (struct wd_thread){ 0 };
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(no_label_is_lost_wherever_its_thread_is_stopped),
                                        cmocka_unit_test(what_the_program_has_said_is_not_labelled_anew),
                                        cmocka_unit_test(a_ring_that_fills_ends_the_recorders_nap) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
