/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A limit on the size of files that the recording would pass: it goes on in
 * more files. A disk that can be written no more: it ends, and says so. The
 * record writer is the test's own, and writes much.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <glob.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "health/health.h"
#include "recording/record_writer.h"
#include "recording/recorder.h"
#include "scratch.h"
#include "threads/thread.h"

/* 250 labels a second write less than half of the limit in the shortest life of a file. */
enum { LIMIT = 16 << 20, RECORDS_OF_A_LABEL = 4, FILES = 2, PATIENCE = 1000 };

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

static void burn(void)
{
    for (int i = 0; i < 10000000; i++)
        burnt += (uint64_t)i;
}

static int start(void)
{
    struct wd_options options = {
        .engine = "ctimer", .tier = "limit", .interval_ns = 4000000, .rotate_ns = 3600000000000u, .record = 1
    };
    snprintf(options.dir, sizeof options.dir, "%s", scratch);
    return wd_recorder_start(&options, &(struct wd_host){ 0 });
}

static void the_recording_goes_on(void **state)
{
    (void)state;
    struct rlimit before, small;
    getrlimit(RLIMIT_FSIZE, &before);
    small = (struct rlimit){ LIMIT, before.rlim_max };
    setrlimit(RLIMIT_FSIZE, &small);
    assert_int_equal(start(), 0);
    wd_thread_enter(); /* its samples have labels */
    while (wd_recorder_running() && files(".jfr") < FILES)
        burn();
    int running = wd_recorder_running();
    wd_recorder_stop();
    setrlimit(RLIMIT_FSIZE, &before);
    assert_true(running);
    assert_true(files(".jfr") > FILES);
    assert_int_equal(files(".part"), 0);
    assert_int_equal(wd_health_value(WD_HEALTH_RECORDING_LOST), 0);
}

/* As of a disk that the kernel does not write to any more: for good. */
static int refuse_writing(int why)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pwritev2, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pwrite64, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)why),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

static void the_recording_ends(void **state)
{
    (void)state;
    char told[4096] = "";
    int pipes[2], before = dup(STDERR_FILENO);
    assert_int_equal(pipe(pipes), 0);
    dup2(pipes[1], STDERR_FILENO);
    int started = start();
    while (wd_recorder_running() && files(".jfr") == 0)
        burn();
    int refused = refuse_writing(EROFS);
    for (int i = 0; i < PATIENCE && refused && wd_recorder_running(); i++)
        burn();
    int goes_on = wd_recorder_running();
    wd_recorder_stop();
    dup2(before, STDERR_FILENO);
    close(pipes[1]);
    ssize_t n = read(pipes[0], told, sizeof told - 1);
    assert_true(started == 0 && refused);
    assert_false(goes_on);
    assert_true(n > 0);
    assert_non_null(strstr(told, "Read-only file system; the file is cut"));
    assert_null(strstr(told, "the server closed it"));
    assert_int_equal(files(".jfr"), 1);
    assert_int_equal(files(".part"), 1);
}

int main(void)
{
    alarm(120);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_recording_goes_on, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(the_recording_ends, make_scratch, remove_scratch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
