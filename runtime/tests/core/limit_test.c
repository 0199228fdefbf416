/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A limit on the size of files that the recording would pass: it goes on in
 * more files. The record writer is the test's own, and writes much.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "health.h"
#include "recording/record_writer.h"
#include "recording/recorder.h"
#include "scratch.h"
#include "thread.h"

/* 250 labels a second write less than half of the limit in the shortest life of a file. */
enum { LIMIT = 16 << 20, RECORDS_OF_A_LABEL = 4, FILES = 2 };

static wd_sink sink;

void wd_records_begin(wd_sink to, const struct wd_options *options, int is_jvm, uint32_t number)
{
    (void)options, (void)is_jvm, (void)number;
    sink = to;
}
void wd_records_label(const struct wd_label *label)
{
    (void)label;
    static const uint8_t bytes[2000];
    for (int i = 0; i < RECORDS_OF_A_LABEL; i++)
        sink(bytes, sizeof bytes);
}
void wd_records_flush(void)
{
}

/* How many files there are of a name, none of them larger than the limit. */
static size_t files(const char *name)
{
    char pattern[sizeof scratch + 16];
    struct stat s;
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*%s", scratch, name);
    if (glob(pattern, 0, NULL, &found) != 0)
        return 0;
    for (size_t i = 0; i < found.gl_pathc; i++)
        assert_true(stat(found.gl_pathv[i], &s) != 0 || s.st_size <= LIMIT);
    size_t n = found.gl_pathc;
    globfree(&found);
    return n;
}

static volatile uint64_t burnt;

static void the_recording_goes_on(void **state)
{
    (void)state;
    struct wd_options options = {
        .engine = "ctimer", .tier = "limit", .interval_ns = 4000000, .rotate_ns = 3600000000000u, .record = 1
    };
    struct rlimit before, small;
    snprintf(options.dir, sizeof options.dir, "%s", scratch);
    getrlimit(RLIMIT_FSIZE, &before);
    small = (struct rlimit){ LIMIT, before.rlim_max };
    setrlimit(RLIMIT_FSIZE, &small);
    assert_int_equal(wd_recorder_start(&options, &(struct wd_host){ 0 }), 0);
    wd_thread_enter(); /* its samples have labels */
    while (wd_recorder_running() && files(".jfr") < FILES)
        for (int i = 0; i < 10000000; i++)
            burnt += (uint64_t)i;
    int running = wd_recorder_running();
    wd_recorder_stop();
    setrlimit(RLIMIT_FSIZE, &before);
    assert_true(running);
    assert_true(files(".jfr") > FILES);
    assert_int_equal(files(".part"), 0);
    assert_int_equal(wd_health_value(WD_HEALTH_RECORDING_LOST), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test_setup_teardown(the_recording_goes_on, make_scratch,
                                                                        remove_scratch) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
