/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/records/samples.h"

#include "health/health.h"
#include "recording/records/definitions.h"
#include "recording/records/record.h"

#define LABEL_BATCH 120
#define ORIGIN_BATCH 48

static whodunit_Labels labels;
static whodunit_KernelSamples origins;

static void write_labels(void)
{
    if (labels.tid_count == 0)
        return;
    wd_record = (whodunit_Record){ .which_body = whodunit_Record_labels_tag };
    wd_record.body.labels = labels;
    wd_health_add(wd_record_write() ? WD_HEALTH_LABELS_WRITTEN : WD_HEALTH_LABELS_LOST, labels.tid_count);
    labels.tid_count = labels.time_count = labels.context_count = 0;
}

static void add_label(const struct wd_label *label)
{
    wd_define_context(label->context);
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

static void count_origins(pb_size_t n)
{
    origins.tid_count = origins.time_count = origins.stack_count = origins.waited_ns_count = n;
    origins.within_ns_count = origins.elsewhere_count = n;
}

static void write_origins(void)
{
    if (origins.tid_count == 0)
        return;
    wd_record = (whodunit_Record){ .which_body = whodunit_Record_kernel_samples_tag };
    wd_record.body.kernel_samples = origins;
    if (!wd_record_write())
        wd_health_add(WD_HEALTH_LABELS_LOST, origins.tid_count);
    count_origins(0);
}

static void add_origin(const struct wd_label *label)
{
    uint32_t stack = label->kernel_stack & ~WD_LABEL_ELSEWHERE;
    if (stack)
        wd_define_kernel_stack(stack);
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

void wd_samples_add(const struct wd_label *label)
{
    if (!label->within_ns)
        add_label(label);
    if (label->kernel_stack || label->waited_ns)
        add_origin(label);
}

void wd_samples_begin(void)
{
    labels.tid_count = labels.time_count = labels.context_count = 0;
    count_origins(0);
}

void wd_samples_write(void)
{
    write_labels();
    write_origins();
}
