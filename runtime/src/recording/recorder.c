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
#include "recording/asprof.h"
#include "recording/charge.h"
#include "recording/complaint.h"
#include "recording/journal.h"
#include "recording/labels.h"
#include "recording/output.h"
#include "recording/own_files.h"
#include "text.h"
#include "thread.h"

#define DRAIN_NS 100000000      /* how often the ring is emptied */
#define FREE_BYTES (16u << 20)  /* recording stops when the disk has less */
#define PATIENCE_S 20           /* at the process's end */
#define SHORTEST_NS 1000000000u /* file */

static struct wd_options options;
static struct wd_host host;
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
    wd_complaint(line);
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
    int why = wd_output_missed();
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

/* CPU-time timers fire at the kernel's tick only. One that has not expired when
 * the tick finds its thread running misses it, the more often the shorter the
 * thread runs at a time: short requests would come off too well. A timer that
 * has always expired makes every tick a sample, and a sample worth a tick. */
#define TIMER_PARTS 400 /* of a tick */

static int samples_at_ticks(void)
{
    return strcmp(options.engine, "ctimer") == 0;
}

static uint64_t align_to_tick(void)
{
    struct timespec tick;
    if (!samples_at_ticks() || clock_getres(CLOCK_MONOTONIC_COARSE, &tick) != 0 || tick.tv_sec > 0 ||
        options.interval_ns > (uint64_t)tick.tv_nsec)
        return options.interval_ns;
    options.interval_ns = (uint64_t)tick.tv_nsec;
    return options.interval_ns / TIMER_PARTS;
}

/* The stage as a file name knows it; its record keeps the name as it is. */
static void stage_in_file_name(char *out, size_t size)
{
    wd_text_copy(out, size, options.stage);
    for (char *p = out; (p = strchr(p, '/')) != NULL;)
        *p = '_';
}

/* The other engines have descriptors that the host's threads close; a JVM has many threads anyway. */
static int own_tables(void)
{
    return !host.is_jvm && samples_at_ticks();
}

static const char *open_file(void)
{
    uint64_t interval = align_to_tick();
    char command[256], stage[sizeof options.stage];
    stage_in_file_name(stage, sizeof stage);
    snprintf(part, sizeof part, "%s/%s-%d-%016llx-%u.jfr.part", options.dir, stage, (int)getpid(),
             (unsigned long long)wd_stage_uid(), file);
    snprintf(command, sizeof command, "start,jfr,clock=monotonic,event=%s,interval=%llu%s%s,file=%s", options.engine,
             (unsigned long long)interval, strcmp(options.engine, "cpu-clock") == 0 ? ",alluser" : "",
             host.is_jvm ? "" : ",cstack=dwarf,features=pcaddr", WD_OUTPUT_NAME);
    wd_output_expect(part, own_tables());
    const char *error = wd_asprof_execute(command);
    if (error) {
        wd_labels_end();
        return error;
    }
    if (!wd_labels_begin(strcmp(options.engine, "wall") == 0)) {
        wd_asprof_execute("stop");
        unlink(part);
        return "the sampler's signal handler was not found, so samples could not be labelled";
    }
    wd_charge_start(samples_at_ticks() ? options.interval_ns : 0);
    wd_journal_begin(wd_asprof_emit, &options, host.is_jvm, file);
    return NULL;
}

static void drain(void)
{
    struct wd_label label;
    while (wd_labels_take(&label)) {
        wd_journal_label(&label);
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

static void close_file(int last)
{
    char finished[PATH_MAX];
    if (last) /* the labels of samples that come meanwhile are written to the next file */
        wd_labels_rest();
    drain();
    if (host.before_flush)
        host.before_flush();
    wd_journal_flush();
    uint64_t lost = wd_health_value(WD_HEALTH_RECORDING_LOST);
    wd_asprof_execute("stop");
    wd_labels_end();
    tell_of_losses();
    snprintf(finished, sizeof finished, "%.*s", (int)(strlen(part) - strlen(".part")), part);
    int whole = wd_health_value(WD_HEALTH_RECORDING_LOST) == lost; /* or its end is missing */
    if (wd_output_error())                                         /* not to be taken for a finished one */
        end_recording(part, strerror(wd_output_error()),
                      "the file is cut; make room, or lift the limit, and restart to record again");
    else if (last && !worth_keeping())
        unlink(part);
    else if (whole && rename(part, finished) != 0)
        complain(part, strerror(errno), "the file keeps its name; let the server's user write to the directory", "");
    file++;
}

/* Sleeps until the next drain; true when it is time to stop. */
static int wait_for_stop(void)
{
    struct timespec pause = { 0, DRAIN_NS };
    if (__atomic_load_n(&stopping, __ATOMIC_ACQUIRE) == 0)
        syscall(SYS_futex, &stopping, FUTEX_WAIT_PRIVATE, 0, &pause, NULL, 0);
    return __atomic_load_n(&stopping, __ATOMIC_ACQUIRE) != 0;
}

static void *flush(void *unused)
{
    (void)unused;
    pthread_setname_np(pthread_self(), "whodunit");
    if (own_tables())
        wd_output_own_table(WD_TABLE_RECORDER);
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
        if (wd_output_error())
            break;
        uint64_t age = monotonic() - opened;
        if (age < options.rotate_ns && (age < SHORTEST_NS || !nears_limit()))
            continue;
        close_file(0);
        if (wd_output_error()) {
            part[0] = 0;
            break;
        }
        const char *error = open_file();
        opened = monotonic();
        if (error) {
            end_recording("cannot go on recording", error,
                          "what was recorded so far is kept; see docs/troubleshooting.md");
            part[0] = 0;
            break;
        }
    }
    if (part[0])
        close_file(1);
    wd_charge_start(0); /* or samples would be due for ever */
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
    wd_output_forget();
    wd_charge_start(0);
    running = 0;
    flusher = 0;
    part[0] = 0;
}

static const char *start(void)
{
    if (!wd_threads_can_enter())
        return "out of keys for threads' data";
    if (!wd_labels_reserve())
        return "out of address space";
    const char *error = wd_asprof_load();
    if (error)
        return error;
    if (!wd_labels_wrap())
        return "libasyncProfiler.so does not install its signal handler as expected";
    if (!host.is_jvm && (error = wd_asprof_init()) != NULL)
        return error;
    return open_file();
}

int wd_recorder_start(const struct wd_options *given, const struct wd_host *given_host)
{
    if (running)
        return 0;
    wd_complaint_begin();
    options = *given;
    host = *given_host;
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
    pthread_sigmask(SIG_BLOCK, &all, &previous);
    const char *error = start();
    if (!error) {
        running = 1;
        stopping = 0;
        if (pthread_create(&flusher, NULL, flush, NULL) != 0) {
            running = 0;
            wd_asprof_execute("stop");
            wd_labels_end();
            wd_charge_start(0);
            unlink(part);
            error = "cannot start a thread";
        }
    }
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
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

void wd_recorder_stop(void)
{
    pthread_t thread = __atomic_exchange_n(&flusher, 0, __ATOMIC_ACQ_REL);
    int cancellation;
    if (!thread)
        return;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation);
    __atomic_store_n(&stopping, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &stopping, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    if (!join(thread))
        complain(part[0] ? part : options.dir, "the recording is not finished",
                 "the process ends; the files before it can be read", "");
    wd_output_close();
    pthread_setcancelstate(cancellation, NULL);
}

int wd_recorder_running(void)
{
    return __atomic_load_n(&running, __ATOMIC_ACQUIRE);
}
