/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/records/counts.h"

#include <stdio.h>
#include <string.h>

#include "contexts/context.h"
#include "contexts/examples.h"
#include "crosstalk/lasting.h"
#include "crosstalk/sites.h"
#include "crosstalk/waits.h"
#include "flow_port/port.h"
#include "health/health.h"
#include "recording/records/definitions.h"
#include "recording/records/record.h"
#include "sampler/sampler.h"
#include "symbols/function.h"
#include "symbols/symbols.h"
#include "traffic/loss.h"
#include "traffic/traffic.h"

#define HEALTH_BATCH 40 /* counters with the longest names fit into a record */

/* What has been collected; wd_record itself is used for what that needs defined. */
static void write_batch(pb_size_t tag, const void *batch, size_t size, pb_size_t *count)
{
    if (*count == 0)
        return;
    wd_record = (whodunit_Record){ .which_body = tag };
    memcpy(&wd_record.body, batch, size);
    wd_record_write();
    *count = 0;
}

static void write_counts(void)
{
    whodunit_Counts counts = whodunit_Counts_init_zero;
    const pb_size_t limit = sizeof counts.entry / sizeof *counts.entry;
    uint32_t end = wd_context_count();
    for (whodunit_context c = WHODUNIT_OVERFLOW; c < end; c++) {
        uint64_t events[WD_EVENTS];
        if (!wd_context_take_events(c, events))
            continue;
        wd_define_context(c);
        wd_define_name(wd_example(c));
        counts.entry[counts.entry_count++] = (whodunit_Counts_Entry){
            c, events[WD_BEGUN], events[WD_SENT], events[WD_RECEIVED], events[WD_BYTES_ADDED], wd_example(c)
        };
        if (counts.entry_count == limit)
            write_batch(whodunit_Record_counts_tag, &counts, sizeof counts, &counts.entry_count);
    }
    write_batch(whodunit_Record_counts_tag, &counts, sizeof counts, &counts.entry_count);
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
    wd_define_context(entry->waiter);
    wd_define_context(entry->holder);
    wd_define_context(entry->waiter_path);
    wd_define_context(entry->holder_path);
    wd_define_name(entry->lock);
}

/* Those that are over, or those that last. */
static void write_waits(int (*take)(uint32_t *position, struct wd_waits *taken))
{
    whodunit_Waits batch = whodunit_Waits_init_zero;
    const pb_size_t limit = sizeof batch.entry / sizeof *batch.entry;
    struct wd_waits taken;
    uint32_t position = 0;
    while (take(&position, &taken)) {
        fill_waits(&batch.entry[batch.entry_count++], &taken);
        if (batch.entry_count == limit)
            write_batch(whodunit_Record_waits_tag, &batch, sizeof batch, &batch.entry_count);
    }
    write_batch(whodunit_Record_waits_tag, &batch, sizeof batch, &batch.entry_count);
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

/* What learning flows has cost since the last time, and might have cost. */
static void count_learning(void)
{
    static uint64_t told_used, told_allowed;
    const struct wd_flow_port *port = wd_flow_port();
    uint64_t used, allowed;
    if (!port)
        return;
    port->learning(&used, &allowed);
    wd_health_add(WD_HEALTH_FLOWS_LEARNING_US, used - told_used);
    wd_health_add(WD_HEALTH_FLOWS_ALLOWED_US, allowed - told_allowed);
    told_used = used;
    told_allowed = allowed;
}

static void write_flows(void)
{
    const struct wd_flow_port *port = wd_flow_port();
    whodunit_Flows batch = whodunit_Flows_init_zero;
    const pb_size_t limit = sizeof batch.access / sizeof *batch.access;
    struct wd_flow_access a;
    for (uint32_t i = 0; port && port->access(i, &a); i++) {
        whodunit_Flows_Access *out = &batch.access[batch.access_count++];
        *out = (whodunit_Flows_Access){ .site = name_of_site(a.site - 1),
                                        .instruction = name_of_instruction(a.instruction),
                                        .takes = a.takes,
                                        .times = a.times,
                                        .carried = a.carried };
        wd_define_name(out->site);
        wd_define_name(out->instruction);
        if (batch.access_count == limit)
            write_batch(whodunit_Record_flows_tag, &batch, sizeof batch, &batch.access_count);
    }
    write_batch(whodunit_Record_flows_tag, &batch, sizeof batch, &batch.access_count);
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
    wd_define_context(entry->context);
    wd_define_context(entry->from);
    wd_define_name(entry->reason);
    wd_define_name(entry->service);
}

static void write_messages(void)
{
    whodunit_Messages batch = whodunit_Messages_init_zero;
    const pb_size_t limit = sizeof batch.entry / sizeof *batch.entry;
    struct wd_traffic taken;
    uint32_t position = 0;
    while (wd_traffic_take(&position, &taken)) {
        fill_messages(&batch.entry[batch.entry_count++], &taken);
        if (batch.entry_count == limit)
            write_batch(whodunit_Record_messages_tag, &batch, sizeof batch, &batch.entry_count);
    }
    write_batch(whodunit_Record_messages_tag, &batch, sizeof batch, &batch.entry_count);
}

static void write_health(void)
{
    whodunit_Health *h = &wd_record.body.health;
    for (int i = 0; i < WD_HEALTH_COUNT;) {
        wd_record = (whodunit_Record){ .which_body = whodunit_Record_health_tag };
        for (; i < WD_HEALTH_COUNT && h->counter_count < HEALTH_BATCH; i++) {
            whodunit_Health_Counter *c = &h->counter[h->counter_count++];
            snprintf(c->name, sizeof c->name, "%s", wd_health_name((enum wd_health)i));
            c->value = wd_health_value((enum wd_health)i);
        }
        wd_record_write();
    }
}

void wd_counts_write(void)
{
    write_counts();
    write_waits(wd_waits_take);
    write_waits(wd_lasting_tell);
    count_learning();
    write_flows();
    wd_sampler_count();
    write_messages();
    write_health();
}
