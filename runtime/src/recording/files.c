/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "contexts/wire.h"
#include "health/diagnostics.h"
#include "health/health.h"
#include "own_files/directory.h"
#include "protobuf/text.h"
#include "recording/cpu_time.h"
#include "recording/labels.h"
#include "recording/record_writer.h"
#include "recording/sample_balance.h"
#include "recording/ticks.h"
#include "sampler/engines.h"
#include "sampler/sampler.h"
#include "system/environment.h"
#include "system/syscalls.h"

#define NEXT_TO_NOTHING_NS 50000000u

static struct wd_files files;
static uint32_t number;
static char part[NAME_MAX + 1]; /* its name while it is written; empty: there is none */
static uint64_t labels_in_process;

uint32_t wd_files_number(void)
{
    return number;
}

const char *wd_files_path(void)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s%s%s", files.options ? files.options->dir : "", part[0] ? "/" : "", part);
    return path;
}

/* Not from where it happens: that may be a signal handler. */
static void tell_of_losses(const char *path)
{
    static int told;
    int why = wd_sampler_missed();
    if (!why || told)
        return;
    told = 1;
    wd_diagnostics_problem(
        path, wd_error_text(why),
        "the server closed it, and it cannot be opened again: part of the recording is lost; let the server reach "
        "it by this name",
        "");
}

/* The tier as a file name knows it, of which there is room for 255 bytes; its record keeps the name as it is. */
static void name_file(void)
{
    char tier[sizeof files.options->tier];
    wd_text_copy(tier, sizeof tier, files.options->tier);
    for (char *p = tier; (p = strchr(p, '/')) != NULL;)
        *p = '_';
    snprintf(part, sizeof part, "%s-%d-%016llx-%u.jfr.part", tier, (int)getpid(), (unsigned long long)wd_process_uid(),
             number);
}

static struct wd_recording recording(void)
{
    return (struct wd_recording){
        .path = part, .engine = files.engine, .interval_ns = files.options->interval_ns, .is_jvm = files.is_jvm
    };
}

static void begin_file(void)
{
    uint64_t of_ticks = files.engine->at_ticks ? files.options->interval_ns : 0;
    wd_ticks_start(wd_engine_shortest_ns(files.engine), of_ticks);
    wd_balance_start(of_ticks);
    wd_records_begin(wd_sampler_emit, files.options, files.is_jvm, number);
}

static void sampler_begins(void)
{
    if (files.sampler_begins)
        files.sampler_begins();
}

static void sampler_ends(void)
{
    if (files.sampler_ends)
        files.sampler_ends();
}

const char *wd_files_begin(const struct wd_files *what)
{
    files = *what;
    name_file();
    wd_cpu_time_begin();
    const struct wd_recording first = recording();
    sampler_begins();
    const char *error = wd_sampler_start(&first);
    sampler_ends();
    if (error) {
        wd_directory_unlink(part);
        part[0] = 0;
    } else {
        begin_file();
    }
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

void wd_files_drain(void)
{
    drain();
    tell_of_losses(wd_files_path());
}

static rlim_t largest(void)
{
    struct rlimit limit;
    return wd_sys_getrlimit(RLIMIT_FSIZE, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

int wd_files_are_limited(void)
{
    return largest() != RLIM_INFINITY;
}

/* A limit on the size of files is met with more files. Half of it is for what the sampler keeps until a file's end. */
int wd_files_near_limit(void)
{
    rlim_t limit = largest();
    struct stat s;
    return limit != RLIM_INFINITY && wd_directory_stat(part, &s) == 0 && (rlim_t)s.st_size > limit / 2;
}

/* A process that did next to nothing (a shell, a wrapper script) leaves no file. */
static int worth_keeping(void)
{
    return labels_in_process > 0 || number > 0 || wd_cpu_time_used() > NEXT_TO_NOTHING_NS ||
           wd_health_value(WD_HEALTH_WAITS_RECORDED) > 0;
}

static void fill(void)
{
    drain();
    if (files.before_flush)
        files.before_flush();
    wd_cpu_time_count();
    wd_records_flush();
}

/* True, and told, if all that was recorded is gone, or where the process cannot reach it any more. */
static int directory_is_gone(void)
{
    struct stat s;
    if (wd_directory_stat(files.options->dir, &s) == 0 || errno != ENOENT)
        return 0;
    wd_diagnostics_end(files.options->dir,
                       "the directory was removed, or cannot be reached from here any more (chroot)",
                       "its last file is not finished; give a directory that stays");
    return 1;
}

/* Of a file that has been written. `cut`: why it is not whole, an errno; not `whole`: its end is missing. */
static void finish(const char *name, const char *path, int cut, int whole)
{
    char finished[sizeof part];
    snprintf(finished, sizeof finished, "%.*s", (int)(strlen(name) - strlen(".part")), name);
    if (cut) /* not to be taken for a finished one */
        wd_diagnostics_end(path, wd_error_text(cut),
                           "the file is cut; make room, lift the limit, or mend the disk, and restart to record again");
    else if (whole && wd_directory_rename(name, finished) != 0 && !directory_is_gone())
        wd_diagnostics_problem(path, wd_error_text(errno),
                               "the file keeps its name; let the server's user write to the directory", "");
}

void wd_files_end(void)
{
    if (!part[0])
        return;
    wd_sampler_rest(); /* the labels of samples that came meanwhile had no file to go to */
    fill();
    uint64_t lost = wd_health_value(WD_HEALTH_RECORDING_LOST);
    sampler_begins();
    wd_sampler_stop();
    sampler_ends();
    tell_of_losses(wd_files_path());
    int cut = wd_sampler_cut();
    if (!cut && !worth_keeping()) {
        wd_directory_unlink(part);
    } else {
        finish(part, wd_files_path(), cut, wd_health_value(WD_HEALTH_RECORDING_LOST) == lost);
        number++; /* for who records again */
    }
    part[0] = 0;
}

void wd_files_give(uid_t user)
{
    if (part[0])
        wd_directory_give(part, user);
}

void wd_files_use(const struct wd_engine *engine)
{
    files.engine = engine;
}

int wd_files_next(void)
{
    static char filled[sizeof part], path[PATH_MAX];
    int cut;
    fill(); /* the labels of samples that come meanwhile are written to the next file */
    uint64_t lost = wd_health_value(WD_HEALTH_RECORDING_LOST);
    memcpy(filled, part, sizeof filled);
    snprintf(path, sizeof path, "%s", wd_files_path());
    number++;
    name_file();
    const struct wd_recording next = recording();
    sampler_begins();
    const char *error = wd_sampler_rotate(&next, &cut);
    sampler_ends();
    if (!error || !directory_is_gone())
        tell_of_losses(path);
    finish(filled, path, cut, wd_health_value(WD_HEALTH_RECORDING_LOST) == lost);
    if (error) {
        wd_directory_unlink(part);
        wd_diagnostics_end("cannot go on recording", error,
                           "what was recorded so far is kept; see docs/troubleshooting.md");
    }
    if (cut || error) {
        part[0] = 0;
        return 0;
    }
    begin_file();
    return 1;
}

void wd_files_begin_in_child(void)
{
    part[0] = 0;
    number = 0;
    labels_in_process = 0;
}
