/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/record_writer.h"

#include <stdio.h>
#include <string.h>

#include "contexts/wire.h"
#include "crosstalk/globals.h"
#include "protobuf/text.h"
#include "recording/cpu_time.h"
#include "recording/records/counts.h"
#include "recording/records/definitions.h"
#include "recording/records/samples.h"
#include "symbols/code_files.h"
#include "system/clock.h"
#include "system/syscalls.h"

static uint32_t file_number;

static void write_modules(void)
{
    const struct wd_code_file *file;
    for (size_t position = 0; (file = wd_code_files_next(&position)) != NULL;) {
        wd_record = (whodunit_Record){ .which_body = whodunit_Record_module_tag };
        whodunit_Module *m = &wd_record.body.module;
        wd_text_copy(m->path, sizeof m->path, file->path);
        m->start = file->start;
        m->end = file->end;
        m->offset = file->offset;
        m->build_id.size = (pb_size_t)file->build_id_size;
        memcpy(m->build_id.bytes, file->build_id, file->build_id_size);
        wd_record_write();
    }
}

/* The command line with blanks between the words. */
static void read_command(char *out, size_t size)
{
    int fd = wd_sys_open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC, 0);
    ssize_t n = fd < 0 ? 0 : wd_sys_read(fd, out, size - 1);
    if (fd >= 0)
        wd_sys_close(fd);
    out[n > 0 ? n : 0] = 0;
    for (ssize_t i = 0; i + 1 < n; i++)
        if ((unsigned char)out[i] < ' ')
            out[i] = ' ';
}

static void write_stage(const struct wd_options *options, int is_jvm)
{
    wd_record = (whodunit_Record){ .which_body = whodunit_Record_stage_tag };
    whodunit_Stage *s = &wd_record.body.stage;
    s->uid = wd_process_uid();
    wd_text_copy(s->name, sizeof s->name, options->tier);
    s->kind = is_jvm ? whodunit_Stage_Kind_JVM : whodunit_Stage_Kind_NATIVE;
    s->pid = (uint32_t)getpid();
    s->parent_pid = wd_cpu_time_parent();
    char command[sizeof s->command];
    read_command(command, sizeof command);
    wd_text_copy(s->command, sizeof s->command, command);
    snprintf(s->engine, sizeof s->engine, "%s", options->engine);
    wd_text_copy(s->application, sizeof s->application, options->application);
    s->interval_ns = options->interval_ns;
    s->start_monotonic_ns = wd_clock_ns(CLOCK_MONOTONIC);
    s->start_unix_ns = wd_clock_ns(CLOCK_REALTIME);
    s->file = file_number;
    snprintf(s->version, sizeof s->version, "%s", WD_VERSION);
    wd_record_write();
}

void wd_records_begin(wd_sink to, const struct wd_options *options, int is_jvm, uint32_t number)
{
    wd_record_to(to);
    file_number = number;
    wd_definitions_begin();
    wd_samples_begin();
    wd_globals_refresh();
    if (number == 0) /* later, the end of a file is the beginning of the next */
        wd_code_files_look();
    write_stage(options, is_jvm);
}

void wd_records_label(const struct wd_label *label)
{
    wd_samples_add(label);
}

void wd_records_flush(void)
{
    wd_samples_write();
    wd_counts_write();
    wd_code_files_look();
    write_modules();
}
