/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forked children of a recorded process: they run on, unrecorded, end when
 * they want to, and never touch the parent's files. And daemons, which close
 * what they did not open. On the real sampler; the record writer is the test's own
 * and writes nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "contexts/context.h"
#include "contexts/wire.h"
#include "health/health.h"
#include "recording/record_writer.h"
#include "recording/recorder.h"
#include "recording/sample_balance.h"
#include "scratch.h"
#include "threads/thread.h"

enum { SPINNERS = 3, FORKS = 300, PATIENCE_MS = 20000 };

void wd_records_begin(wd_sink sink, const struct wd_options *options, int is_jvm, uint32_t number)
{
    (void)sink, (void)options, (void)is_jvm, (void)number;
}
void wd_records_label(const struct wd_label *label)
{
    (void)label;
}
void wd_records_flush(void)
{
}

static volatile int spinning;
static pthread_t spinners[SPINNERS];

static void *spin(void *unused)
{
    wd_thread_switch(wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "spin"));
    while (spinning)
        ;
    return unused;
}

static void start_spinners(void)
{
    spinning = 1;
    for (int i = 0; i < SPINNERS; i++)
        assert_int_equal(pthread_create(&spinners[i], NULL, spin, NULL), 0);
}

static void join_spinners(void)
{
    spinning = 0;
    for (int i = 0; i < SPINNERS; i++)
        pthread_join(spinners[i], NULL);
}

static int record(void **state)
{
    struct wd_options options = {
        .engine = "ctimer", .tier = "fork", .interval_ns = 1000000, .rotate_ns = 1000000000, .record = 1
    };
    if (make_scratch(state) != 0)
        return -1;
    snprintf(options.dir, sizeof options.dir, "%s", scratch);
    fflush(NULL);
    return wd_recorder_start(&options, &(struct wd_host){ 0 });
}

static int stop(void **state)
{
    wd_recorder_stop();
    return remove_scratch(state);
}

static void nap(void)
{
    usleep(1000);
}

/* Its status, or -1 if it had to be killed. */
static int end_of(pid_t child)
{
    int status;
    for (int ms = 0; ms < PATIENCE_MS; ms++, nap())
        if (waitpid(child, &status, WNOHANG) == child)
            return status;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return -1;
}

/* The contents of the first finished file, when there is one. */
static size_t first_file(unsigned char *out, size_t size)
{
    char pattern[sizeof scratch + 16];
    glob_t found;
    size_t n = 0;
    snprintf(pattern, sizeof pattern, "%s/*.jfr", scratch);
    for (int ms = 0; ms < PATIENCE_MS && n == 0; ms++, nap()) {
        if (glob(pattern, 0, NULL, &found) == 0) {
            FILE *f = fopen(found.gl_pathv[0], "rb");
            n = fread(out, 1, size, f);
            fclose(f);
            globfree(&found);
        }
    }
    return n;
}

/* Nobody would take it. */
static int is_sample_due(void)
{
    whodunit_context c = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "child");
    struct timespec used;
    wd_balance_begin(c);
    do /* a child's clock begins at 0; of the longest tick, 10 ms, one is due after three */
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    while (used.tv_sec == 0 && used.tv_nsec < 50000000);
    return wd_balance_end(c);
}

static void a_child_is_a_process_of_its_own(void **state)
{
    (void)state;
    uint64_t before = wd_health_value(WD_HEALTH_FORKS), uid = wd_process_uid();
    pid_t child = fork();
    if (child == 0)
        _exit(wd_recorder_running() || wd_process_uid() == uid || wd_thread.tid != (uint32_t)gettid() ||
              is_sample_due());
    assert_int_equal(end_of(child), 0);
    assert_int_equal(wd_process_uid(), uid);
    assert_true(wd_health_value(WD_HEALTH_FORKS) == before + 1);
}

/* It was forked while the file was open, works on threads of its own, and exits when the file is long finished. */
static void a_child_leaves_the_files_of_its_parent_alone(void **state)
{
    (void)state;
    static unsigned char then[1 << 20], now[1 << 20];
    int go[2];
    assert_int_equal(pipe(go), 0);
    start_spinners();
    usleep(200000);
    pid_t child = fork();
    if (child == 0) {
        char c;
        start_spinners();
        if (read(go[0], &c, 1) == 1)
            join_spinners();
        exit(0);
    }
    size_t n = first_file(then, sizeof then);
    assert_in_range(n, 1, sizeof then - 1);
    assert_int_equal(write(go[1], "x", 1), 1);
    assert_int_equal(end_of(child), 0);
    assert_int_equal(first_file(now, sizeof now), n);
    assert_memory_equal(then, now, n);
    join_spinners();
    close(go[0]);
    close(go[1]);
}

/* Some of them are forked while another thread is in the middle of a sample. */
static void children_of_a_busy_parent_can_exit(void **state)
{
    (void)state;
    int hung = 0, died = 0;
    start_spinners();
    for (int i = 0; i < FORKS && hung == 0; i++) {
        pid_t child = fork();
        if (child == 0)
            exit(0);
        int status = end_of(child);
        hung += status == -1;
        died += status > 0;
    }
    join_spinners();
    printf("%d forks, %d hung, %d died\n", FORKS, hung, died);
    assert_int_equal(hung + died, 0);
}

/* It closes every descriptor, opens its data, and starts its threads, of which the sampler keeps a log. */
static void a_daemon_keeps_its_data_and_its_recording(void **state)
{
    (void)state;
    static unsigned char recorded[1 << 20];
    char data[6] = "", name[sizeof scratch + 16];
    for (int fd = 3; fd < 2048; fd++)
        close(fd);
    snprintf(name, sizeof name, "%s/data", scratch);
    FILE *file = fopen(name, "w+");
    assert_non_null(file);
    assert_int_equal(fwrite("mine", 1, 5, file), 5);
    fflush(file);
    for (int i = 0; i < 20; i++) {
        start_spinners();
        usleep(20000);
        join_spinners();
    }
    size_t n = first_file(recorded, sizeof recorded);
    fseek(file, 0, SEEK_END);
    assert_int_equal(ftell(file), 5);
    rewind(file);
    assert_int_equal(fread(data, 1, sizeof data, file), 5);
    assert_string_equal(data, "mine");
    fclose(file);
    assert_in_range(n, 4096, sizeof recorded - 1);
    assert_memory_equal(recorded, "FLR", 4);
}

static volatile int stopped;

static void *stop_cancelled(void *unused)
{
    pthread_cancel(pthread_self());
    wd_recorder_stop();
    stopped = 1;
    return unused;
}

/* Where it calls exit. */
static void a_cancelled_thread_may_stop_the_recorder(void **state)
{
    (void)state;
    pthread_t thread;
    pthread_create(&thread, NULL, stop_cancelled, NULL);
    pthread_join(thread, NULL);
    assert_true(stopped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_child_is_a_process_of_its_own, record, stop),
        cmocka_unit_test_setup_teardown(a_child_leaves_the_files_of_its_parent_alone, record, stop),
        cmocka_unit_test_setup_teardown(a_daemon_keeps_its_data_and_its_recording, record, stop),
        cmocka_unit_test_setup_teardown(a_cancelled_thread_may_stop_the_recorder, record, stop),
        cmocka_unit_test_setup_teardown(children_of_a_busy_parent_can_exit, record, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
