/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/record_writer.h"

#include <pb_encode.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "channels/loss.h"
#include "channels/traffic.h"
#include "contexts/context.h"
#include "contexts/examples.h"
#include "contexts/stage.h"
#include "crosstalk/globals.h"
#include "crosstalk/sites.h"
#include "crosstalk/waits.h"
#include "flow_port.h"
#include "health.h"
#include "recording/cpu_time.h"
#include "region.h"
#include "sampler/sampler.h"
#include "symbols/code_files.h"
#include "symbols/function.h"
#include "symbols/symbols.h"
#include "syscalls.h"
#include "text.h"
#include "whodunit.pb.h"

#define LABEL_BATCH 120
#define ORIGIN_BATCH 48
#define HEALTH_BATCH 40 /* counters with the longest names fit into a record */

static wd_sink sink;
static uint32_t file_number;
static uint32_t generation;                        /* one more for each file, also of a forked child */
static uint32_t *names_defined, *contexts_defined; /* generation in which it was last defined */
static whodunit_context *undefined;                /* a context and its ancestors, while they are being defined */
static whodunit_Labels labels;
static whodunit_KernelSamples origins;
static uint32_t kernel_stacks_defined[1u << 15]; /* likewise, by number */
static whodunit_Record record;                   /* one at a time; too large for small stacks */

static uint64_t now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The recorder refuses while a thread that samples holds its buffer, which lasts until that thread has the processor
 * again. After a record was given up on, the next ones try once: the recorder may be gone for good. */
static int hand_over(const uint8_t *bytes, size_t length)
{
    static int gave_up;
    int accepted = sink(bytes, length);
    for (int attempt = 0; !accepted && !gave_up && attempt < 150; attempt++) {
        if (attempt < 100)
            sched_yield();
        else
            nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
        accepted = sink(bytes, length);
    }
    gave_up = !accepted;
    return accepted;
}

/* Returns false if the recorder refused the record. */
static int write_record(void)
{
    uint8_t bytes[WD_RECORD_LIMIT];
    pb_ostream_t out = pb_ostream_from_buffer(bytes, sizeof bytes);
    int accepted = pb_encode(&out, whodunit_Record_fields, &record) && hand_over(bytes, out.bytes_written);
    wd_health_add(accepted ? WD_HEALTH_EVENTS_EMITTED : WD_HEALTH_EVENTS_REJECTED, 1);
    return accepted;
}

static void define_name(wd_name name)
{
    if (!name || !names_defined || names_defined[name] == generation)
        return;
    record = (whodunit_Record){ .which_body = whodunit_Record_name_tag };
    record.body.name.id = name;
    wd_text_copy(record.body.name.text, sizeof record.body.name.text, wd_name_text(name));
    if (write_record())
        names_defined[name] = generation;
}

static void fill_element(whodunit_Context *c, const void *bytes, size_t length)
{
    const wd_name *ids = bytes;
    size_t n = length / sizeof *ids, limit = sizeof c->frames / sizeof *c->frames;
    switch ((enum wd_kind)c->kind) {
    case WD_REMOTE:
        c->uid = ((const struct wd_remote *)bytes)->uid;
        c->synopsis = ((const struct wd_remote *)bytes)->synopsis;
        break;
    case WD_CALL_PATH: /* over-long paths lose their outermost frames */
        c->frames_count = (pb_size_t)(n < limit ? n : limit);
        memcpy(c->frames, ids + (n - c->frames_count), c->frames_count * sizeof *ids);
        break;
    default: c->name = n ? ids[0] : 0;
    }
}

/* Defines a context whose parent is defined. */
static void write_context(whodunit_context context)
{
    size_t length;
    const void *bytes = wd_context_bytes(context, &length);
    enum wd_kind kind = wd_context_kind(context);
    if (kind == WD_STACK) { /* the same frames, as names */
        bytes = wd_context_bytes(wd_site_path(WD_UNNAMED | *(const uint32_t *)bytes), &length);
        kind = WD_CALL_PATH;
    }
    if (kind != WD_REMOTE)
        for (size_t i = 0; i < length / sizeof(wd_name); i++)
            define_name(((const wd_name *)bytes)[i]);
    record = (whodunit_Record){ .which_body = whodunit_Record_context_tag };
    record.body.context.id = context;
    record.body.context.parent = wd_context_parent(context);
    record.body.context.kind = (whodunit_Context_Kind)kind;
    fill_element(&record.body.context, bytes, length);
    if (write_record())
        contexts_defined[context] = generation;
}

/* A number that was never given out (a program may attach anything) stays
 * undefined, and readers say so. A path may be as long as there are contexts:
 * too long for a stack. */
static void define_context(whodunit_context context)
{
    uint32_t n = 0;
    if (context >= wd_context_count() || !contexts_defined || !undefined)
        return;
    for (; context != WHODUNIT_ROOT && contexts_defined[context] != generation; context = wd_context_parent(context))
        undefined[n++] = context;
    while (n > 0)
        write_context(undefined[--n]);
}

static void write_labels(void)
{
    if (labels.tid_count == 0)
        return;
    record = (whodunit_Record){ .which_body = whodunit_Record_labels_tag };
    record.body.labels = labels;
    wd_health_add(write_record() ? WD_HEALTH_LABELS_WRITTEN : WD_HEALTH_LABELS_LOST, labels.tid_count);
    labels.tid_count = labels.time_count = labels.context_count = 0;
}

static void add_label(const struct wd_label *label)
{
    define_context(label->context);
    pb_size_t n = labels.tid_count;
    if (n == 0 || label->time < labels.base_time) {
        write_labels();
        n = 0;
        labels.base_time = label->time;
    }
    labels.tid[n] = label->tid;
    labels.time[n] = label->time - labels.base_time;
    labels.context[n] = label->context;
    labels.tid_count = labels.time_count = labels.context_count = n + 1;
    if (n + 1 == LABEL_BATCH)
        write_labels();
}

/* The functions of a kernel stack are names as any others. */
static void define_kernel_stack(uint32_t number)
{
    static char names[WD_KERNEL_NAMES];
    wd_name frames[sizeof record.body.kernel_stack.frames / sizeof *record.body.kernel_stack.frames];
    const uint32_t limit = sizeof frames / sizeof *frames;
    if (number >= sizeof kernel_stacks_defined / sizeof *kernel_stacks_defined ||
        kernel_stacks_defined[number] == generation)
        return;
    uint32_t n = wd_sampler_kernel_stack(number, names, sizeof names);
    const char *name = names;
    n = n < limit ? n : limit;
    for (uint32_t i = 0; i < n; i++, name += strlen(name) + 1) {
        frames[i] = wd_name_intern(name, strlen(name));
        define_name(frames[i]);
    }
    if (n == 0)
        return;
    record = (whodunit_Record){ .which_body = whodunit_Record_kernel_stack_tag };
    record.body.kernel_stack.id = number;
    record.body.kernel_stack.frames_count = (pb_size_t)n;
    memcpy(record.body.kernel_stack.frames, frames, n * sizeof *frames);
    if (write_record())
        kernel_stacks_defined[number] = generation;
}

static void count_origins(pb_size_t n)
{
    origins.tid_count = origins.time_count = origins.stack_count = origins.waited_ns_count = n;
    origins.within_ns_count = origins.elsewhere_count = n;
}

static void write_origins(void)
{
    if (origins.tid_count == 0)
        return;
    record = (whodunit_Record){ .which_body = whodunit_Record_kernel_samples_tag };
    record.body.kernel_samples = origins;
    if (!write_record())
        wd_health_add(WD_HEALTH_LABELS_LOST, origins.tid_count);
    count_origins(0);
}

static void add_origin(const struct wd_label *label)
{
    uint32_t stack = label->kernel_stack & ~WD_LABEL_ELSEWHERE;
    if (stack)
        define_kernel_stack(stack);
    pb_size_t n = origins.tid_count;
    if (n == 0 || label->time < origins.base_time) {
        write_origins();
        n = 0;
        origins.base_time = label->time;
    }
    origins.tid[n] = label->tid;
    origins.time[n] = label->time - origins.base_time;
    origins.stack[n] = stack;
    origins.waited_ns[n] = label->waited_ns;
    origins.within_ns[n] = label->within_ns;
    origins.elsewhere[n] = stack != label->kernel_stack;
    count_origins(n + 1);
    if (n + 1 == ORIGIN_BATCH)
        write_origins();
}

void wd_records_label(const struct wd_label *label)
{
    if (!label->within_ns)
        add_label(label);
    if (label->kernel_stack || label->waited_ns)
        add_origin(label);
}

static void write_counts(void)
{
    whodunit_Counts counts = whodunit_Counts_init_zero;
    const pb_size_t limit = sizeof counts.entry / sizeof *counts.entry;
    uint32_t end = wd_context_count();
    for (whodunit_context c = WHODUNIT_OVERFLOW; c <= end; c++) {
        uint64_t events[WD_EVENTS];
        if (c < end && wd_context_take_events(c, events)) {
            define_context(c);
            define_name(wd_example(c));
            counts.entry[counts.entry_count++] = (whodunit_Counts_Entry){
                c, events[WD_BEGUN], events[WD_SENT], events[WD_RECEIVED], events[WD_BYTES_ADDED], wd_example(c)
            };
        }
        if (counts.entry_count == limit || (c == end && counts.entry_count > 0)) {
            record = (whodunit_Record){ .which_body = whodunit_Record_counts_tag };
            record.body.counts = counts;
            write_record();
            counts.entry_count = 0;
        }
    }
}

static void fill_waits(whodunit_Waits_Entry *entry, const struct wd_waits *w)
{
    *entry = (whodunit_Waits_Entry){
        .waiter = w->key.waiter,
        .holder = w->key.holder,
        .end = (whodunit_Waits_End)w->key.end,
        .kind = (whodunit_Waits_Kind)w->key.kind,
        .lock = wd_site_lock(w->key.lock),
        .waiter_path = wd_site_path(w->key.waiter_path),
        .holder_path = wd_site_path(w->key.holder_path),
        .count = w->count,
        .sum_ns = w->sum_ns,
        .max_ns = w->max_ns,
    };
    for (pb_size_t i = 0; i < WD_WAITS_LOG2; i++) {
        entry->log2_ns[i] = w->log2_ns[i];
        if (w->log2_ns[i])
            entry->log2_ns_count = i + 1;
    }
    define_context(entry->waiter);
    define_context(entry->holder);
    define_context(entry->waiter_path);
    define_context(entry->holder_path);
    define_name(entry->lock);
}

static void write_waits(void)
{
    whodunit_Waits batch = whodunit_Waits_init_zero;
    const pb_size_t limit = sizeof batch.entry / sizeof *batch.entry;
    struct wd_waits taken;
    uint32_t position = 0;
    for (int more = 1; more;) {
        more = wd_waits_take(&position, &taken);
        if (more)
            fill_waits(&batch.entry[batch.entry_count++], &taken);
        if (batch.entry_count == limit || (!more && batch.entry_count > 0)) {
            record = (whodunit_Record){ .which_body = whodunit_Record_waits_tag };
            record.body.waits = batch;
            write_record();
            batch.entry_count = 0;
        }
    }
}

static wd_name name_of_site(uintptr_t pc)
{
    char function[512];
    wd_symbol_of_code((const void *)pc, function, sizeof function);
    return wd_name_intern(function, strlen(function));
}

static wd_name name_of_instruction(uintptr_t pc)
{
    char function[512], text[1024];
    struct wd_function in;
    wd_symbol_of_code((const void *)pc, function, sizeof function);
    wd_function_find(pc, &in);
    snprintf(text, sizeof text, "%s (%s+0x%lx)", function, in.module, (unsigned long)in.address);
    return wd_name_intern(text, strlen(text));
}

static void write_flows(void)
{
    const struct wd_flow_port *port = wd_flow_port();
    whodunit_Flows batch = whodunit_Flows_init_zero;
    const pb_size_t limit = sizeof batch.access / sizeof *batch.access;
    struct wd_flow_access a;
    for (uint32_t i = 0; port; i++) {
        int more = port->access(i, &a);
        if (more) {
            whodunit_Flows_Access *out = &batch.access[batch.access_count++];
            *out = (whodunit_Flows_Access){ .site = name_of_site(a.site - 1),
                                            .instruction = name_of_instruction(a.instruction),
                                            .takes = a.takes,
                                            .times = a.times,
                                            .carried = a.carried };
            define_name(out->site);
            define_name(out->instruction);
        }
        if (batch.access_count == limit || (!more && batch.access_count > 0)) {
            record = (whodunit_Record){ .which_body = whodunit_Record_flows_tag };
            record.body.flows = batch;
            write_record();
            batch.access_count = 0;
        }
        if (!more)
            break;
    }
}

static void fill_messages(whodunit_Messages_Entry *entry, const struct wd_traffic *t)
{
    const char *reason = t->key.reason ? wd_stream_loss_text((enum wd_stream_loss)t->key.reason) : NULL;
    *entry = (whodunit_Messages_Entry){
        .kind = (whodunit_Messages_Kind)t->key.kind,
        .transport = (whodunit_Messages_Transport)t->key.transport,
        .context = t->key.context,
        .from = t->key.from,
        .reason = reason ? wd_name_intern(reason, strlen(reason)) : 0,
        .service = t->key.service,
        .accepted = t->key.accepted,
        .count = t->count,
        .bytes = t->bytes,
        .mixed = t->mixed,
    };
    define_context(entry->context);
    define_context(entry->from);
    define_name(entry->reason);
    define_name(entry->service);
}

static void write_messages(void)
{
    whodunit_Messages batch = whodunit_Messages_init_zero;
    const pb_size_t limit = sizeof batch.entry / sizeof *batch.entry;
    struct wd_traffic taken;
    uint32_t position = 0;
    for (int more = 1; more;) {
        more = wd_traffic_take(&position, &taken);
        if (more)
            fill_messages(&batch.entry[batch.entry_count++], &taken);
        if (batch.entry_count == limit || (!more && batch.entry_count > 0)) {
            record = (whodunit_Record){ .which_body = whodunit_Record_messages_tag };
            record.body.messages = batch;
            write_record();
            batch.entry_count = 0;
        }
    }
}

static void write_health(void)
{
    whodunit_Health *h = &record.body.health;
    for (int i = 0; i < WD_HEALTH_COUNT;) {
        record = (whodunit_Record){ .which_body = whodunit_Record_health_tag };
        for (; i < WD_HEALTH_COUNT && h->counter_count < HEALTH_BATCH; i++) {
            whodunit_Health_Counter *c = &h->counter[h->counter_count++];
            snprintf(c->name, sizeof c->name, "%s", wd_health_name((enum wd_health)i));
            c->value = wd_health_value((enum wd_health)i);
        }
        write_record();
    }
}

static void write_modules(void)
{
    const struct wd_code_file *file;
    for (size_t position = 0; (file = wd_code_files_next(&position)) != NULL;) {
        record = (whodunit_Record){ .which_body = whodunit_Record_module_tag };
        whodunit_Module *m = &record.body.module;
        wd_text_copy(m->path, sizeof m->path, file->path);
        m->start = file->start;
        m->end = file->end;
        m->offset = file->offset;
        m->build_id.size = (pb_size_t)file->build_id_size;
        memcpy(m->build_id.bytes, file->build_id, file->build_id_size);
        write_record();
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
    record = (whodunit_Record){ .which_body = whodunit_Record_stage_tag };
    whodunit_Stage *s = &record.body.stage;
    s->uid = wd_stage_uid();
    wd_text_copy(s->name, sizeof s->name, options->tier);
    s->kind = is_jvm ? whodunit_Stage_Kind_JVM : whodunit_Stage_Kind_NATIVE;
    s->pid = (uint32_t)getpid();
    s->parent_pid = wd_cpu_time_parent();
    char command[sizeof s->command];
    read_command(command, sizeof command);
    wd_text_copy(s->command, sizeof s->command, command);
    snprintf(s->engine, sizeof s->engine, "%s", options->engine);
    snprintf(s->application, sizeof s->application, "%s", options->application);
    s->interval_ns = options->interval_ns;
    s->start_monotonic_ns = now(CLOCK_MONOTONIC);
    s->start_unix_ns = now(CLOCK_REALTIME);
    s->file = file_number;
    snprintf(s->version, sizeof s->version, "%s", WD_VERSION);
    write_record();
}

void wd_records_begin(wd_sink to, const struct wd_options *options, int is_jvm, uint32_t number)
{
    if (!names_defined) {
        names_defined = wd_region_reserve(sizeof(uint32_t) * ((1u << 20) + 2));
        contexts_defined = wd_region_reserve(sizeof(uint32_t) * ((1u << 20) + 2));
        undefined = wd_region_reserve(sizeof(uint32_t) * ((1u << 20) + 2));
    }
    sink = to;
    file_number = number;
    generation++;
    /* in a forked child, its parent's */
    labels.tid_count = labels.time_count = labels.context_count = 0;
    count_origins(0);
    wd_globals_refresh();
    if (number == 0) /* later, the end of a file is the beginning of the next */
        wd_code_files_look();
    write_stage(options, is_jvm);
}

void wd_records_flush(void)
{
    write_labels();
    write_origins();
    write_counts();
    write_waits();
    write_flows();
    wd_sampler_count();
    write_messages();
    write_health();
    wd_code_files_look();
    write_modules();
}
