/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/recorder.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "health/diagnostics.h"
#include "health/health.h"
#include "memory/fork_state.h"
#include "own_files/directory.h"
#include "recording/children.h"
#include "recording/engine_choice.h"
#include "recording/files.h"
#include "recording/flusher.h"
#include "recording/gate.h"
#include "recording/labels.h"
#include "recording/recording_directory.h"
#include "recording/rotation.h"
#include "recording/safe_point.h"
#include "recording/sample_balance.h"
#include "recording/ticks.h"
#include "recording/wake.h"
#include "sampler/sampler.h"
#include "sandbox/needs.h"
#include "signals/held.h"
#include "signals/own_signal.h"
#include "symbols/symbols.h"
#include "system/environment.h"
#include "system/pause.h"
#include "threads/thread.h"

#define HANDLERS_PATIENCE_MS 2000
#define FORK_MS 50 /* a fork waits for the flusher's work */

static struct wd_options options;
static struct wd_host host;
static const struct wd_engine *engine;
static pid_t process;               /* that the flusher is a thread of */
static int running WD_FORK_STATE;   /* atomic */
static int beginning WD_FORK_STATE; /* a forked child's recording is about to begin; atomic */

static void flush_until_stopped(void)
{
    wd_flusher_begins();
    wd_sandbox_exempt();
    wd_labels_leave_out();
    wd_sampler_leave_hosts_table();
    if (host.flusher_begins)
        host.flusher_begins();
    wd_rotation_run(&options, &engine);
    wd_files_end();
    wd_balance_start(0); /* or samples would be due for ever */
    __atomic_store_n(&running, 0, __ATOMIC_RELEASE);
    if (host.flusher_ends)
        host.flusher_ends();
}

static void *flush(void *unused)
{
    pthread_setname_np(pthread_self(), "whodunit");
    wd_gate_take();
    flush_until_stopped();
    wd_gate_leave();
    wd_flusher_ends();
    return unused;
}

static const char *begin_files(void)
{
    return wd_files_begin(
        &(struct wd_files){ &options, engine, host.is_jvm, host.before_flush, host.sampler_begins, host.sampler_ends });
}

/* What wd_recorder_start does in a parent. */
static void *begin_in_child(void *unused)
{
    pthread_setname_np(pthread_self(), "whodunit");
    wd_gate_take();
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
    wd_gate_leave();
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

/* A child's recording that is beginning is one that runs: its file may be there. */
static int runs_or_begins(void)
{
    return __atomic_load_n(&beginning, __ATOMIC_ACQUIRE) || wd_recorder_running();
}

/* Of the thread that forks: others may do so at the same time. */
static __thread struct {
    uint64_t mask; /* of signals, if it holds them */
    int holds_signals;
    enum {
        AT_ONCE,
        BEHIND_GATE, /* the flusher rests */
        IN_ORDER,    /* and the child finds everything in order */
    } way;
} forks __attribute__((tls_model("initial-exec")));

/* The kernel breaks a fork off when a signal comes, so that its handler begins here. It may fork too, or end the
 * process: glibc's fork holds a lock that both need, once there are two threads, and one of them is ours. */
static void hold_signals(void)
{
    forks.holds_signals = runs_or_begins() && wd_signals_hold(&forks.mask) == 0;
}

static void release_signals(void)
{
    if (forks.holds_signals)
        wd_signals_release(forks.mask);
}

static void before_fork(void)
{
    int steps = FORK_MS * 10;
    hold_signals();
    forks.way = AT_ONCE;
    if (wd_child_waits)
        wd_safe_point_forks();
    for (; steps > 0 && __atomic_load_n(&beginning, __ATOMIC_ACQUIRE) && !wd_recorder_running(); steps--)
        wd_pause_us(100);
    if (!wd_recorder_running() || host.is_jvm || !engine->in_children)
        return;
    if (!wd_gate_take_within(steps))
        return;
    forks.way = wd_sampler_fork_begins() ? IN_ORDER : BEHIND_GATE;
    if (forks.way == IN_ORDER)
        wd_safe_point_forks();
}

static void after_fork_in_parent(void)
{
    if (wd_recorder_running()) {
        wd_health_add(WD_HEALTH_FORKS, 1);
        if (forks.way != AT_ONCE) {
            wd_sampler_fork_over();
            wd_gate_leave();
        }
    }
    release_signals();
}

/* There is no flusher, and the file is the parent's. */
static void after_fork_in_child(void)
{
    int goes_on = forks.way == IN_ORDER || wd_child_waits;
    wd_sampler_forked();
    wd_balance_after_fork();
    wd_ticks_after_fork();
    wd_health_after_fork();
    running = beginning = 0;
    wd_gate_after_fork();
    wd_flusher_forked();
    if (goes_on)
        wd_child_forked();
    release_signals();
}

static const char *start(void)
{
    if (!wd_threads_can_enter())
        return "out of keys for threads' data";
    wd_engine_choose(&options);
    if (!(engine = wd_engine_of(&options)))
        return "there is no such engine";
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
                           "give a directory that this process may write to (record -o, dir=, WHODUNIT_DIR)");
        return -1;
    }
    if (wd_recording_directory_is_full()) {
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

void wd_recorder_finish(void)
{
    if (!runs_or_begins() || getpid() != process)
        return;
    wd_sampler_ends();
    wd_wake_stop();
    for (int ms = 0; ms < HANDLERS_PATIENCE_MS && runs_or_begins(); ms++)
        wd_pause_us(1000);
}

/* True if the flusher was there and its work is over. */
static int stop(void)
{
    int cancellation;
    if (!wd_flusher_take()) {
        if (wd_recorder_running())
            wd_recorder_finish(); /* another thread stops it, and the process is not to end before */
        return 0;
    }
    if (getpid() != process)
        return 0; /* a child that libc was not asked for has none */
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

static int exits_in_handler;

void wd_recorder_exits(void)
{
    if (wd_flusher_is_there() && getpid() == process)
        exits_in_handler = wd_safe_point_interrupts();
}

void wd_recorder_stop(void)
{
    if (exits_in_handler)
        wd_sampler_ends();
    stop();
}

void wd_recorder_stop_at_once(void)
{
    if ((wd_flusher_is_there() || wd_recorder_running()) && getpid() == process && wd_safe_point(0))
        wd_recorder_stop();
}

int wd_recorder_suspend(void)
{
    int cancellation;
    if (!runs_or_begins() || getpid() != process)
        return 0;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation);
    if (stop())
        wd_flusher_join();
    pthread_setcancelstate(cancellation, NULL);
    return 1;
}

void wd_recorder_give_file(uid_t user)
{
    if (!wd_recorder_running() || getpid() != process)
        return;
    if (wd_gate_take_within(FORK_MS * 10)) {
        wd_files_give(user);
        wd_gate_leave();
    }
}

int wd_recorder_give_up(const char *why, const char *cure)
{
    wd_health_add(WD_HEALTH_RECORDING_ENDED, 1);
    if (!wd_recorder_suspend())
        return 0;
    wd_diagnostics_problem("the recording ends", why, cure, " runs on unrecorded");
    return 1;
}

void wd_recorder_resume(void)
{
    int saved = errno, cancellation;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation);
    begin_recording();
    pthread_setcancelstate(cancellation, NULL);
    errno = saved;
}

pid_t wd_recorder_thread(void)
{
    pid_t number = 0;
    for (int step = 0; step < 1000 && runs_or_begins() && getpid() == process; step++) {
        if ((number = wd_flusher_number()) != 0)
            break;
        wd_pause_us(100); /* it begins just now */
    }
    return number;
}

int wd_recorder_running(void)
{
    return __atomic_load_n(&running, __ATOMIC_ACQUIRE);
}
