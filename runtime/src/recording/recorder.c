/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/recorder.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "directory.h"
#include "environment.h"
#include "fork_state.h"
#include "health.h"
#include "recording/children.h"
#include "recording/diagnostics.h"
#include "recording/file_length.h"
#include "recording/files.h"
#include "recording/flusher.h"
#include "recording/idle.h"
#include "recording/labels.h"
#include "recording/recording_directory.h"
#include "recording/safe_point.h"
#include "recording/sample_balance.h"
#include "recording/ticks.h"
#include "recording/wake.h"
#include "sampler/engines.h"
#include "sampler/sampler.h"
#include "sandbox/needs.h"
#include "signals/own_signal.h"
#include "symbols/symbols.h"
#include "thread.h"

#define LOOK_NS 1000000000     /* how often it is looked at what has come, while samples come */
#define WATCH_NS 100000000     /* the same where something is watched that does not say when it needs a look */
#define FREE_BYTES (16u << 20) /* recording stops when the disk has less */
#define HANDLERS_PATIENCE_MS 2000
#define FORK_MS 50 /* a fork waits for the flusher's work */

static struct wd_options options;
static struct wd_host host;
static const struct wd_engine *engine;
static pid_t process;               /* that the flusher is a thread of */
static int running WD_FORK_STATE;   /* atomic */
static int busy WD_FORK_STATE;      /* the flusher's work, or a fork, is going on; atomic */
static int beginning WD_FORK_STATE; /* a forked child's recording is about to begin; atomic */

static uint64_t monotonic(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int disk_is_full(void)
{
    return wd_directory_free() < FREE_BYTES;
}

/* A fork waits for the flusher's work, so that the child finds no lock taken that its own recording needs. Not for
 * ever: the flusher may wait for the linker, and the forking thread be in a library's constructor. */
static int try_to_work(void)
{
    return !__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE);
}

static void work(void)
{
    while (!try_to_work())
        nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
}

static void rest(void)
{
    __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
}

static uint64_t length_ns(void)
{
    return wd_file_length_ns(wd_files_number(), options.rotate_ns);
}

static void tell_of_engine(const char *name, const char *why)
{
    char what[64];
    snprintf(what, sizeof what, "no engine %s", name);
    wd_diagnostics_problem(what, why, "samples come with another one; see docs/kernel.md", "");
}

/* From the next file on. */
static int use_other_engine(const char *why)
{
    tell_of_engine(engine->name, why);
    engine = wd_engine_default();
    snprintf(options.engine, sizeof options.engine, "%s", engine->name);
    if (options.interval_ns < wd_engine_shortest_ns(engine))
        options.interval_ns = wd_engine_shortest_ns(engine);
    wd_files_use(engine);
    return wd_files_next();
}

static void file_begins(uint64_t *opened)
{
    *opened = monotonic();
    wd_idle_file_begins();
}

/* Nothing has come lately: until something does, or the file is long enough. One without content lasts as long as the
 * longest, and is as old as what comes first. */
static void sleep_until_something_comes(uint64_t *opened)
{
    uint64_t age = monotonic() - *opened;
    if (wd_idle_file_is_empty()) {
        if (wd_wake_sleep(options.rotate_ns))
            *opened = monotonic();
    } else if (age < length_ns()) {
        wd_wake_sleep(length_ns() - age);
    }
}

static uint64_t nap_ns(uint64_t opened)
{
    if (wd_sampler_is_watched() || wd_files_are_limited())
        return WATCH_NS;
    uint64_t age = monotonic() - opened, length = length_ns();
    return age + LOOK_NS <= length ? LOOK_NS : age < length ? length - age : 0;
}

/* Until the next look at what has come; true when it is time to stop. */
static int wait_for_stop(uint64_t *opened, int has_come)
{
    rest();
    if (has_come || wd_sampler_is_watched())
        wd_wake_nap(nap_ns(*opened));
    else
        sleep_until_something_comes(opened);
    work();
    return wd_wake_stopping();
}

/* False if nothing is recorded any more. */
static int drain_and_rotate(uint64_t *opened)
{
    const char *lost = wd_sampler_lost();
    if (lost) {
        file_begins(opened);
        return use_other_engine(lost);
    }
    wd_files_drain();
    if (disk_is_full()) {
        wd_diagnostics_end(options.dir, "less than 16 MiB left on the disk", "make room and restart to record again");
        return 0;
    }
    if (wd_sampler_cut())
        return 0;
    uint64_t age = monotonic() - *opened;
    if (age < length_ns() && (age < WD_FILE_SHORTEST_NS || !wd_files_near_limit()))
        return 1;
    if (wd_idle_file_is_empty()) {
        *opened = monotonic();
        return 1;
    }
    int goes_on = wd_files_next();
    file_begins(opened);
    return goes_on;
}

static void flush_until_stopped(void)
{
    wd_flusher_begins();
    wd_sandbox_exempt();
    wd_labels_leave_out();
    wd_sampler_leave_hosts_table();
    if (host.flusher_begins)
        host.flusher_begins();
    uint64_t opened;
    int has_come = 1;
    file_begins(&opened);
    while (!wait_for_stop(&opened, has_come)) {
        has_come = wd_wake_has_come();
        if (!drain_and_rotate(&opened))
            break;
    }
    wd_files_end();
    wd_balance_start(0); /* or samples would be due for ever */
    __atomic_store_n(&running, 0, __ATOMIC_RELEASE);
    if (host.flusher_ends)
        host.flusher_ends();
}

static void *flush(void *unused)
{
    pthread_setname_np(pthread_self(), "whodunit");
    work();
    flush_until_stopped();
    rest();
    wd_flusher_ends();
    return unused;
}

static const char *begin_files(void)
{
    return wd_files_begin(&(struct wd_files){ &options, engine, host.is_jvm, host.before_flush });
}

/* What wd_recorder_start does in a parent. */
static void *begin_in_child(void *unused)
{
    pthread_setname_np(pthread_self(), "whodunit");
    work();
    wd_child_settled();
    wd_labels_begin_in_child();
    wd_files_begin_in_child();
    const char *error = begin_files();
    if (error) {
        wd_diagnostics_end("cannot record a forked child", error, "see docs/troubleshooting.md");
    } else {
        __atomic_store_n(&running, 1, __ATOMIC_RELEASE);
        if (host.child_is_recorded)
            host.child_is_recorded();
    }
    __atomic_store_n(&beginning, 0, __ATOMIC_RELEASE);
    if (!error)
        flush_until_stopped();
    rest();
    wd_flusher_ends();
    return unused;
}

static int start_flusher(void *(*run)(void *))
{
    wd_wake_begin();
    process = getpid();
    return wd_flusher_start(run);
}

static int start_in_child(void)
{
    __atomic_store_n(&beginning, 1, __ATOMIC_RELEASE);
    if (start_flusher(begin_in_child))
        return 1;
    __atomic_store_n(&beginning, 0, __ATOMIC_RELEASE);
    wd_diagnostics_end("cannot record a forked child", "cannot start a thread", "see docs/troubleshooting.md");
    return 0;
}

/* Of the thread that forks: others may do so at the same time. */
static __thread enum {
    AT_ONCE,
    BEHIND_GATE, /* the flusher rests */
    IN_ORDER,    /* and the child finds everything in order */
} forks __attribute__((tls_model("initial-exec")));

static void before_fork(void)
{
    int steps = FORK_MS * 10;
    forks = AT_ONCE;
    if (wd_child_waits)
        wd_safe_point_forks();
    for (; steps > 0 && __atomic_load_n(&beginning, __ATOMIC_ACQUIRE) && !wd_recorder_running(); steps--)
        nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
    if (!wd_recorder_running() || host.is_jvm || !engine->in_children)
        return;
    int has_gate;
    for (; !(has_gate = try_to_work()) && steps > 0; steps--)
        nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
    if (!has_gate)
        return;
    forks = wd_sampler_fork_begins() ? IN_ORDER : BEHIND_GATE;
    if (forks == IN_ORDER)
        wd_safe_point_forks();
}

static void after_fork_in_parent(void)
{
    if (!wd_recorder_running())
        return;
    wd_health_add(WD_HEALTH_FORKS, 1);
    if (forks == AT_ONCE)
        return;
    wd_sampler_fork_over();
    rest();
}

/* There is no flusher, and the file is the parent's. */
static void after_fork_in_child(void)
{
    int goes_on = forks == IN_ORDER || wd_child_waits;
    wd_sampler_forked();
    wd_balance_after_fork();
    wd_ticks_after_fork();
    wd_health_after_fork();
    running = busy = beginning = 0;
    wd_flusher_forked();
    if (goes_on)
        wd_child_forked();
}

void wd_recorder_choose_engine(struct wd_options *of)
{
    const struct wd_engine *asked = wd_engine_find(of->engine), *other = wd_engine_default();
    const char *missing = asked ? wd_sampler_missing(asked) : NULL;
    if (!missing)
        return;
    tell_of_engine(of->engine, missing);
    snprintf(of->engine, sizeof of->engine, "%s", other->name);
}

static const char *start(void)
{
    if (!wd_threads_can_enter())
        return "out of keys for threads' data";
    wd_recorder_choose_engine(&options);
    if (!(engine = wd_engine_find(options.engine)))
        return "there is no such engine";
    if (options.interval_ns < wd_engine_shortest_ns(engine))
        options.interval_ns = wd_engine_shortest_ns(engine);
    if (!wd_labels_begin(engine->wall_time))
        return "out of address space";
    const char *error = wd_sampler_load(engine, NULL);
    if (error)
        return error;
    wd_symbols_hide(wd_sampler_code());
    wd_safe_point_prepare(wd_sampler_code());
    wd_children_watch(start_in_child);
    return begin_files();
}

static int use_directory(void)
{
    if (wd_recording_directory_make(options.dir, sizeof options.dir) != 0 || wd_directory_begin(options.dir) != 0) {
        wd_diagnostics_end(options.dir, wd_error_text(errno),
                           "give a directory that this process may write to (dir=, WHODUNIT_DIR)");
        return -1;
    }
    if (disk_is_full()) {
        wd_diagnostics_end(options.dir, "less than 16 MiB left on the disk", "make room or choose another directory");
        return -1;
    }
    return 0;
}

/* In the recording directory. */
static int begin_recording(void)
{
    /* threads that the sampler starts must not receive the host's signals */
    sigset_t all, previous;
    sigfillset(&all);
    wd_real_sigmask(SIG_BLOCK, &all, &previous);
    const char *error = start();
    if (!error) {
        running = 1;
        if (!start_flusher(flush)) {
            running = 0;
            wd_files_end();
            wd_balance_start(0);
            error = "cannot start a thread";
        }
    }
    wd_real_sigmask(SIG_SETMASK, &previous, NULL);
    if (error) {
        wd_diagnostics_end("cannot record", error, "see docs/troubleshooting.md");
        return -1;
    }
    static int watched;
    if (!watched++)
        pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
    return 0;
}

int wd_recorder_start(const struct wd_options *given, const struct wd_host *given_host)
{
    if (running)
        return 0;
    wd_diagnostics_begin();
    options = *given;
    host = *given_host;
    if (!options.tier[0])
        snprintf(options.tier, sizeof options.tier, "%s", program_invocation_short_name);
    return use_directory() == 0 ? begin_recording() : -1;
}

/* A child's recording that is beginning is one that runs: its file may be there. */
static int runs_or_begins(void)
{
    return __atomic_load_n(&beginning, __ATOMIC_ACQUIRE) || wd_recorder_running();
}

void wd_recorder_finish(void)
{
    if (!runs_or_begins() || getpid() != process)
        return;
    wd_wake_stop();
    for (int ms = 0; ms < HANDLERS_PATIENCE_MS && runs_or_begins(); ms++)
        syscall(SYS_nanosleep, &(struct timespec){ .tv_nsec = 1000000 }, NULL);
}

/* True if the flusher was there and its work is over. */
static int stop(void)
{
    int cancellation;
    if (!wd_flusher_take())
        return 0;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation);
    wd_wake_stop();
    int over = wd_flusher_wait();
    while (!over && __atomic_load_n(&beginning, __ATOMIC_ACQUIRE) && !wd_recorder_running())
        over = wd_flusher_wait(); /* it is at work in a library whose objects the process's end destroys */
    if (!over)
        wd_diagnostics_problem(wd_files_path(), "the recording is not finished",
                               "the process ends; the files before it can be read", "");
    wd_sampler_close();
    wd_diagnostics_tell_kept();
    pthread_setcancelstate(cancellation, NULL);
    return over;
}

void wd_recorder_stop(void)
{
    stop();
}

void wd_recorder_stop_at_once(void)
{
    if (wd_flusher_is_there() && getpid() == process && wd_safe_point(0))
        wd_recorder_stop();
}

int wd_recorder_suspend(void)
{
    if (!runs_or_begins() || getpid() != process)
        return 0;
    if (stop())
        wd_flusher_join();
    return 1;
}

void wd_recorder_give_file(uid_t user)
{
    int may = 0;
    if (!wd_recorder_running() || getpid() != process)
        return;
    for (int steps = FORK_MS * 10; steps > 0 && !(may = try_to_work()); steps--)
        nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
    if (may) {
        wd_files_give(user);
        rest();
    }
}

int wd_recorder_give_up(const char *call)
{
    char why[64];
    if (!wd_recorder_suspend())
        return 0;
    snprintf(why, sizeof why, "the program forbids itself %s()", call);
    wd_diagnostics_problem("the recording ends", why, "allow it in its seccomp filter, or turn that off, to record on",
                           " runs on unrecorded");
    return 1;
}

void wd_recorder_resume(void)
{
    int saved = errno;
    begin_recording();
    errno = saved;
}

pid_t wd_recorder_thread(void)
{
    pid_t number = 0;
    for (int step = 0; step < 1000 && runs_or_begins() && getpid() == process; step++) {
        if ((number = wd_flusher_number()) != 0)
            break;
        nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL); /* it begins just now */
    }
    return number;
}

int wd_recorder_running(void)
{
    return __atomic_load_n(&running, __ATOMIC_ACQUIRE);
}
