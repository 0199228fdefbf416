#include "recording/recorder.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "contexts/stage.h"
#include "health.h"
#include "host_threads.h"
#include "recording/diagnostics.h"
#include "recording/labels.h"
#include "recording/record_writer.h"
#include "recording/sample_balance.h"
#include "sampler/engines.h"
#include "sampler/sampler.h"
#include "sandbox/needs.h"
#include "signals/own_signal.h"
#include "symbols/symbols.h"
#include "text.h"
#include "thread.h"

#define DRAIN_NS 100000000     /* how often the ring is emptied */
#define FREE_BYTES (16u << 20) /* recording stops when the disk has less */
#define PATIENCE_S 20          /* at the process's end */
#define HANDLERS_PATIENCE_MS 2000
#define SHORTEST_NS 1000000000u /* file */

static struct wd_options options;
static struct wd_host host;
static const struct wd_engine *engine;
static pid_t process; /* that records */
static pthread_t flusher;
static int running;       /* atomic */
static uint32_t stopping; /* futex */
static uint32_t file;
static char part[PATH_MAX];
static uint64_t labels_in_process;

static void complain(const char *what, const char *why, const char *cure, const char *outcome)
{
    char line[2 * PATH_MAX];
    snprintf(line, sizeof line, "whodunit: %s: %s; %s (pid %d%s)\n", what, why, cure, (int)getpid(), outcome);
    wd_diagnostics_tell(line);
}

/* Told once: what comes after the first reason follows from it. */
static void end_recording(const char *what, const char *why, const char *cure)
{
    static int told;
    if (!told)
        complain(what, why, cure, " runs on unrecorded");
    told = 1;
}

/* Once, and not from where it happens: that may be a signal handler. */
static void tell_of_losses(void)
{
    static int told;
    int why = wd_sampler_missed();
    if (!why || told)
        return;
    told = 1;
    complain(part, strerror(why),
             "the server closed it, and it cannot be opened again: part of the recording is lost; let the server reach "
             "it by this name",
             "");
}

static uint64_t monotonic(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int make_directories(char *path)
{
    for (char *p = path + 1;; p++) {
        char c = *p;
        if (c == '/' || c == 0) {
            *p = 0;
            int failed = mkdir(path, 0777) != 0 && errno != EEXIST;
            *p = c;
            if (failed)
                return -1;
            if (c == 0)
                return access(path, W_OK | X_OK);
        }
    }
}

/* A relative name must keep its meaning when the server changes directory. */
static int prepare_directory(void)
{
    char pattern[sizeof options.dir], *out = options.dir, *end = out + sizeof options.dir - 1;
    snprintf(pattern, sizeof pattern, "%s", options.dir);
    if (pattern[0] != '/' && getcwd(options.dir, sizeof options.dir / 2)) {
        out += strlen(out);
        *out++ = '/';
    }
    for (const char *p = pattern; *p && out < end; p++) {
        if (p[0] == '%' && p[1] == 'p')
            out += snprintf(out, (size_t)(end - out), "%d", (int)getpid()), p++;
        else if (p[0] == '%' && p[1] == 't') {
            time_t now = time(NULL);
            struct tm tm;
            out += strftime(out, (size_t)(end - out), "%Y%m%d-%H%M%S", localtime_r(&now, &tm)), p++;
        } else
            *out++ = *p;
        if (out > end)
            out = end;
    }
    *out = 0;
    return make_directories(options.dir);
}

static int disk_is_full(void)
{
    struct statvfs fs;
    return statvfs(options.dir, &fs) == 0 && (uint64_t)fs.f_bavail * fs.f_frsize < FREE_BYTES;
}

/* A limit on the size of files is met with more files. Half of it is for what the sampler keeps until a file's end. */
static int nears_limit(void)
{
    struct rlimit limit;
    struct stat s;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && stat(part, &s) == 0 &&
           (rlim_t)s.st_size > limit.rlim_cur / 2;
}

/* The stage as a file name knows it; its record keeps the name as it is. */
static void stage_in_file_name(char *out, size_t size)
{
    wd_text_copy(out, size, options.stage);
    for (char *p = out; (p = strchr(p, '/')) != NULL;)
        *p = '_';
}

static void name_file(void)
{
    char stage[sizeof options.stage];
    stage_in_file_name(stage, sizeof stage);
    snprintf(part, sizeof part, "%s/%s-%d-%016llx-%u.jfr.part", options.dir, stage, (int)getpid(),
             (unsigned long long)wd_stage_uid(), file);
}

static struct wd_recording recording(void)
{
    return (struct wd_recording){
        .path = part, .engine = engine, .interval_ns = options.interval_ns, .is_jvm = host.is_jvm
    };
}

static void begin_file(void)
{
    wd_balance_start(engine->at_ticks ? options.interval_ns : 0);
    wd_records_begin(wd_sampler_emit, &options, host.is_jvm, file);
}

static const char *open_file(void)
{
    name_file();
    const struct wd_recording first = recording();
    const char *error = wd_sampler_start(&first);
    if (error)
        unlink(part);
    else
        begin_file();
    return error;
}

static void drain(void)
{
    struct wd_label label;
    while (wd_labels_take(&label)) {
        wd_records_label(&label);
        labels_in_process++;
    }
}

/* A process that did next to nothing (a shell, a wrapper script) leaves no file. */
static int worth_keeping(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    uint64_t cpu = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000u +
                   (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    return labels_in_process > 0 || file > 0 || cpu > 50000 || wd_health_value(WD_HEALTH_WAITS_RECORDED) > 0;
}

static void fill_file(void)
{
    drain();
    if (host.before_flush)
        host.before_flush();
    wd_records_flush();
}

/* True, and told, if all that was recorded is gone, or where the process cannot reach it any more. */
static int directory_is_gone(void)
{
    if (access(options.dir, F_OK) == 0 || errno != ENOENT)
        return 0;
    end_recording(options.dir, "the directory was removed, or cannot be reached from here any more (chroot)",
                  "its last file is not finished; give a directory that stays");
    return 1;
}

static void finish(const char *path, int cut, int whole)
{
    char finished[PATH_MAX];
    snprintf(finished, sizeof finished, "%.*s", (int)(strlen(path) - strlen(".part")), path);
    if (cut) /* not to be taken for a finished one */
        end_recording(path, strerror(cut),
                      "the file is cut; make room, or lift the limit, and restart to record again");
    else if (whole && rename(path, finished) != 0 && !directory_is_gone())
        complain(path, strerror(errno), "the file keeps its name; let the server's user write to the directory", "");
}

static void close_file(void)
{
    wd_sampler_rest(); /* the labels of samples that came meanwhile had no file to go to */
    fill_file();
    uint64_t lost = wd_health_value(WD_HEALTH_RECORDING_LOST);
    wd_sampler_stop();
    tell_of_losses();
    int cut = wd_sampler_cut(), whole = wd_health_value(WD_HEALTH_RECORDING_LOST) == lost; /* or its end is missing */
    if (!cut && !worth_keeping()) {
        unlink(part);
        return;
    }
    finish(part, cut, whole);
    file++; /* for who records again */
}

/* False if nothing is recorded any more. */
static int next_file(void)
{
    static char filled[PATH_MAX];
    int cut;
    fill_file(); /* the labels of samples that come meanwhile are written to the next file */
    uint64_t lost = wd_health_value(WD_HEALTH_RECORDING_LOST);
    memcpy(filled, part, sizeof filled);
    file++;
    name_file();
    const struct wd_recording next = recording();
    const char *error = wd_sampler_rotate(&next, &cut);
    if (!error || !directory_is_gone())
        tell_of_losses();
    finish(filled, cut, wd_health_value(WD_HEALTH_RECORDING_LOST) == lost);
    if (error) {
        unlink(part);
        end_recording("cannot go on recording", error, "what was recorded so far is kept; see docs/troubleshooting.md");
    }
    if (cut || error)
        return 0;
    begin_file();
    return 1;
}

/* Sleeps until the next drain; true when it is time to stop. */
static int wait_for_stop(void)
{
    struct timespec pause = { 0, DRAIN_NS };
    if (__atomic_load_n(&stopping, __ATOMIC_ACQUIRE) == 0)
        syscall(SYS_futex, &stopping, FUTEX_WAIT_PRIVATE, 0, &pause, NULL, 0);
    return __atomic_load_n(&stopping, __ATOMIC_ACQUIRE) != 0;
}

/* The first files are short: a process that is killed, or ends by a signal, loses its last one. */
static uint64_t length_ns(void)
{
    uint64_t growing = SHORTEST_NS << (file < 6 ? file : 6);
    return growing < options.rotate_ns ? growing : options.rotate_ns;
}

static void *flush(void *unused)
{
    (void)unused;
    pthread_setname_np(pthread_self(), "whodunit");
    wd_sandbox_exempt();
    wd_sampler_leave_hosts_table();
    if (host.flusher_begins)
        host.flusher_begins();
    uint64_t opened = monotonic();
    while (!wait_for_stop()) {
        drain();
        tell_of_losses();
        if (disk_is_full()) {
            end_recording(options.dir, "less than 16 MiB left on the disk", "make room and restart to record again");
            break;
        }
        if (wd_sampler_cut())
            break;
        uint64_t age = monotonic() - opened;
        if (age < length_ns() && (age < SHORTEST_NS || !nears_limit()))
            continue;
        if (!next_file()) {
            part[0] = 0;
            break;
        }
        opened = monotonic();
    }
    if (part[0])
        close_file();
    wd_balance_start(0); /* or samples would be due for ever */
    __atomic_store_n(&running, 0, __ATOMIC_RELEASE);
    if (host.flusher_ends)
        host.flusher_ends();
    return NULL;
}

static void count_in_parent(void)
{
    if (wd_recorder_running())
        wd_health_add(WD_HEALTH_FORKS, 1);
}

/* In a forked child there is no flusher, and the file is the parent's. */
static void forget_in_child(void)
{
    wd_sampler_forked();
    wd_balance_start(0);
    running = 0;
    flusher = 0;
    part[0] = 0;
}

static const char *start(void)
{
    if (!wd_threads_can_enter())
        return "out of keys for threads' data";
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
    return open_file();
}

int wd_recorder_start(const struct wd_options *given, const struct wd_host *given_host)
{
    if (running)
        return 0;
    wd_diagnostics_begin();
    options = *given;
    host = *given_host;
    process = getpid();
    if (!options.stage[0])
        snprintf(options.stage, sizeof options.stage, "%s", program_invocation_short_name);
    if (prepare_directory() != 0) {
        end_recording(options.dir, strerror(errno),
                      "give a directory that this process may write to (dir=, WHODUNIT_DIR)");
        return -1;
    }
    if (disk_is_full()) {
        end_recording(options.dir, "less than 16 MiB left on the disk", "make room or choose another directory");
        return -1;
    }
    /* threads that the sampler starts must not receive the host's signals */
    sigset_t all, previous;
    sigfillset(&all);
    wd_real_sigmask(SIG_BLOCK, &all, &previous);
    const char *error = start();
    if (!error) {
        running = 1;
        stopping = 0;
        wd_host_threads_ours(1);
        int refused = pthread_create(&flusher, NULL, flush, NULL);
        wd_host_threads_ours(0);
        if (refused) {
            running = 0;
            wd_sampler_stop();
            wd_balance_start(0);
            unlink(part);
            error = "cannot start a thread";
        }
    }
    wd_real_sigmask(SIG_SETMASK, &previous, NULL);
    if (error) {
        end_recording("cannot record", error, "see docs/troubleshooting.md");
        return -1;
    }
    static int watched;
    if (!watched++)
        pthread_atfork(NULL, count_in_parent, forget_in_child);
    return 0;
}

/* The exiting thread may hold what the flusher needs: the dynamic linker's lock,
 * if it exits while it loads a library. */
static int join(pthread_t thread)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += PATIENCE_S;
    return pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &until) != ETIMEDOUT;
}

static void let_it_stop(void)
{
    __atomic_store_n(&stopping, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &stopping, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

void wd_recorder_finish(void)
{
    if (!wd_recorder_running())
        return;
    let_it_stop();
    for (int ms = 0; ms < HANDLERS_PATIENCE_MS && wd_recorder_running(); ms++)
        syscall(SYS_nanosleep, &(struct timespec){ .tv_nsec = 1000000 }, NULL);
}

void wd_recorder_stop(void)
{
    pthread_t thread = __atomic_exchange_n(&flusher, 0, __ATOMIC_ACQ_REL);
    int cancellation;
    if (!thread)
        return;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation);
    let_it_stop();
    if (!join(thread))
        complain(part[0] ? part : options.dir, "the recording is not finished",
                 "the process ends; the files before it can be read", "");
    wd_sampler_close();
    wd_diagnostics_tell_kept();
    pthread_setcancelstate(cancellation, NULL);
}

int wd_recorder_suspend(void)
{
    if (!wd_recorder_running() || getpid() != process)
        return 0;
    wd_recorder_stop();
    return 1;
}

int wd_recorder_give_up(const char *call)
{
    char why[64];
    if (!wd_recorder_suspend())
        return 0;
    snprintf(why, sizeof why, "the program forbids itself %s()", call);
    complain("the recording ends", why, "allow it in its seccomp filter, or turn that off, to record on",
             " runs on unrecorded");
    return 1;
}

void wd_recorder_resume(void)
{
    wd_recorder_start(&options, &host);
}

int wd_recorder_running(void)
{
    return __atomic_load_n(&running, __ATOMIC_ACQUIRE);
}
