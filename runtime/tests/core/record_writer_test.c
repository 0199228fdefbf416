/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the record writer writes, read back as a reader reads it: each file alone,
 * each event within the limit, each name and context before its first use.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pb_decode.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contexts/context.h"
#include "crosstalk/waits.h"
#include "health/health.h"
#include "recording/record_writer.h"
#include "sampler/sampler.h"
#include "whodunit.pb.h"

enum { IDS = 1 << 16 };

static struct {
    int stages, names, contexts, labels, undefined, largest, refuse;
    uint8_t name[IDS], context[IDS];
    char command[512], application[512], text[IDS / 16][64];
    uint64_t begun[IDS];
    struct wd_label label[4096];
    whodunit_Waits_Entry waits[512];
    int waits_count;
    int kernel_stack[IDS];
    struct wd_label origin[2048];
    int origins;
} file;
static whodunit_Record record;

static void need_name(uint32_t id)
{
    file.undefined += id != 0 && !file.name[id % IDS];
}

static void need_context(uint32_t id)
{
    file.undefined += id != 0 && !file.context[id % IDS];
}

static void read_context(const whodunit_Context *c)
{
    need_context(c->parent);
    need_name(c->name);
    for (pb_size_t i = 0; i < c->frames_count; i++)
        need_name(c->frames[i]);
    file.context[c->id % IDS] = 1;
    file.contexts++;
}

/* The kernel side's stacks: number n has n functions; 0 and those above 60 are not known. */
uint32_t wd_sampler_kernel_stack(uint32_t number, char *names, size_t size)
{
    char *end = names;
    for (uint32_t i = 0; number <= 60 && i < number; i++)
        end += snprintf(end, size - (size_t)(end - names), "a_function_of_the_kernel_%u", i) + 1;
    return number <= 60 ? number : 0;
}

void wd_sampler_count(void)
{
}

static void read_kernel_samples(const whodunit_KernelSamples *s)
{
    assert_int_equal(s->tid_count, s->time_count);
    assert_int_equal(s->tid_count, s->stack_count);
    assert_int_equal(s->tid_count, s->waited_ns_count);
    assert_int_equal(s->tid_count, s->within_ns_count);
    assert_int_equal(s->tid_count, s->elsewhere_count);
    for (pb_size_t i = 0; i < s->tid_count; i++) {
        assert_true(s->stack[i] == 0 || s->stack[i] > 60 || file.kernel_stack[s->stack[i]] == (int)s->stack[i]);
        file.origin[file.origins++] = (struct wd_label){
            s->base_time + s->time[i], s->tid[i],      0, s->stack[i] | (s->elsewhere[i] ? WD_LABEL_ELSEWHERE : 0),
            s->within_ns[i],           s->waited_ns[i]
        };
    }
}

static int sink(const uint8_t *bytes, size_t length)
{
    if (file.refuse > 0) {
        file.refuse--;
        return 0;
    }
    assert_in_range(length, 1, WD_RECORD_LIMIT);
    file.largest = (int)length > file.largest ? (int)length : file.largest;
    pb_istream_t in = pb_istream_from_buffer(bytes, length);
    memset(&record, 0, sizeof record);
    assert_true(pb_decode(&in, whodunit_Record_fields, &record));
    switch (record.which_body) {
    case whodunit_Record_stage_tag:
        file.stages++;
        strcpy(file.command, record.body.stage.command);
        strcpy(file.application, record.body.stage.application);
        break;
    case whodunit_Record_name_tag:
        file.names++;
        file.name[record.body.name.id % IDS] = 1;
        snprintf(file.text[record.body.name.id % (IDS / 16)], 64, "%.60s", record.body.name.text);
        break;
    case whodunit_Record_context_tag: read_context(&record.body.context); break;
    case whodunit_Record_labels_tag:
        assert_int_equal(record.body.labels.tid_count, record.body.labels.time_count);
        assert_int_equal(record.body.labels.tid_count, record.body.labels.context_count);
        for (pb_size_t i = 0; i < record.body.labels.tid_count; i++) {
            need_context(record.body.labels.context[i]);
            file.label[file.labels++] = (struct wd_label){ record.body.labels.base_time + record.body.labels.time[i],
                                                           record.body.labels.tid[i],
                                                           record.body.labels.context[i],
                                                           0,
                                                           0,
                                                           0 };
        }
        break;
    case whodunit_Record_kernel_samples_tag: read_kernel_samples(&record.body.kernel_samples); break;
    case whodunit_Record_kernel_stack_tag:
        for (pb_size_t i = 0; i < record.body.kernel_stack.frames_count; i++)
            need_name(record.body.kernel_stack.frames[i]);
        file.kernel_stack[record.body.kernel_stack.id % IDS] = (int)record.body.kernel_stack.frames_count;
        break;
    case whodunit_Record_counts_tag:
        for (pb_size_t i = 0; i < record.body.counts.entry_count; i++) {
            need_context(record.body.counts.entry[i].context);
            file.begun[record.body.counts.entry[i].context % IDS] += record.body.counts.entry[i].begun;
        }
        break;
    case whodunit_Record_waits_tag:
        for (pb_size_t i = 0; i < record.body.waits.entry_count; i++) {
            const whodunit_Waits_Entry *e = &record.body.waits.entry[i];
            need_context(e->waiter);
            need_context(e->holder);
            need_context(e->waiter_path);
            need_context(e->holder_path);
            need_name(e->lock);
            file.waits[file.waits_count++] = *e;
        }
        break;
    }
    return 1;
}

static void begin(uint32_t number)
{
    static const struct wd_options options = {
        .tier = "test", .engine = "ctimer", .application = "com.b\xfcro.*", .interval_ns = 4000000
    };
    memset(&file, 0, sizeof file);
    wd_records_begin(sink, &options, 0, number);
}

static whodunit_context deep_path(uint32_t frames)
{
    uint32_t names[1000];
    for (uint32_t i = 0; i < frames; i++) {
        char text[64];
        int n = snprintf(text, sizeof text, "shop.Class%u.method:%u", i, i);
        names[i] = wd_name_intern(text, (size_t)n);
    }
    return wd_context_child(wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "Deep"),
                            wd_element_intern(WD_CALL_PATH, names, frames * sizeof *names));
}

static void each_file_stands_alone(void **state)
{
    (void)state;
    struct wd_label written[3000];
    whodunit_context contexts[50];
    for (int i = 0; i < 50; i++) {
        char name[16];
        snprintf(name, sizeof name, "t-%d", i);
        contexts[i] = wd_context_named(wd_context_remote(7, (uint32_t)i + 2), WD_TRANSACTION, name);
    }
    srand(11);
    for (uint32_t number = 0; number < 3; number++) {
        begin(number);
        uint64_t time = 1000000000000u;
        for (int i = 0; i < 3000; i++) {
            time += (uint64_t)(rand() % 5000000);
            uint64_t back = rand() % 10 == 0 ? 100000000 : 0; /* threads append out of order */
            written[i] = (struct wd_label){
                time - back, 4194304 - (uint32_t)(rand() % 50), rand() % 5 ? contexts[rand() % 50] : 0, 0, 0, 0
            };
            wd_records_label(&written[i]);
        }
        wd_context_count_event(contexts[0], WD_BEGUN, 3);
        wd_records_flush();
        assert_int_equal(file.stages, 1);
        assert_int_equal(file.undefined, 0);
        assert_int_equal(file.labels, 3000);
        for (int i = 0; i < 3000; i++)
            assert_true(file.label[i].time == written[i].time && file.label[i].tid == written[i].tid &&
                        file.label[i].context == written[i].context);
        assert_true(file.begun[contexts[0] % IDS] == 3);
        assert_int_equal(file.contexts, 100); /* each once, with its parent */
    }
}

static void the_largest_records_fit(void **state)
{
    (void)state;
    char name[5000];
    memset(name, 'n', sizeof name);
    uint64_t rejected = wd_health_value(WD_HEALTH_EVENTS_REJECTED);
    begin(10);
    wd_name long_name = wd_name_intern(name, sizeof name);
    wd_records_label(&(struct wd_label){ 1, 1, deep_path(1000), 0, 0, 0 });
    wd_records_label(&(struct wd_label){
        2, 1, wd_context_child(WHODUNIT_ROOT, wd_element_intern(WD_HANDLER, &long_name, sizeof long_name)), 0, 0, 0 });
    for (uint64_t i = 0; i < 500; i++) /* the widest numbers */
        wd_records_label(
            &(struct wd_label){ i % 2 ? 1u << 30 : UINT64_MAX / 2, UINT32_MAX, WHODUNIT_OVERFLOW, 0, 0, 0 });
    for (uint64_t i = 0; i < 500; i++)
        wd_records_label(&(struct wd_label){ i ? UINT64_MAX : 0, UINT32_MAX, WHODUNIT_OVERFLOW, 0, 0, 0 });
    for (uint32_t i = 0; i < 200; i++)
        for (int event = 0; event < WD_EVENTS; event++)
            wd_context_count_event(wd_context_remote(9, i + 2), (enum wd_event)event, UINT64_MAX);
    for (int i = 0; i < WD_HEALTH_COUNT; i++)
        wd_health_add((enum wd_health)i, UINT64_MAX / 2);
    wd_records_flush();
    for (int i = 0; i < WD_HEALTH_COUNT; i++)
        wd_health_add((enum wd_health)i, -(UINT64_MAX / 2));
    printf("largest event: %d bytes of %d\n", file.largest, WD_RECORD_LIMIT);
    assert_int_equal(file.undefined, 0);
    assert_int_equal(file.labels, 1002);
    assert_true(wd_health_value(WD_HEALTH_EVENTS_REJECTED) == rejected);
}

static void waits_are_summed_by_their_key(void **state)
{
    (void)state;
    struct wd_wait wait = { .key = { .waiter = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "waiter"),
                                     .holder = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "holder"),
                                     .kind = WD_WAIT_MUTEX,
                                     .lock = wd_name_intern("lock", 4),
                                     .waiter_path = deep_path(3),
                                     .holder_path = deep_path(4) } };
    static const uint64_t ns[] = { 0, 1, 2, 3, 1000, 1024, UINT64_MAX / 4 };
    for (uint32_t number = 60; number < 62; number++) { /* what one file has, the next does not */
        for (size_t i = 0; i < sizeof ns / sizeof *ns; i++) {
            wait.ns = ns[i];
            wd_waits_add(&wait);
        }
        begin(number);
        wd_records_flush();
        assert_int_equal(file.undefined, 0);
        assert_int_equal(file.waits_count, 1);
        const whodunit_Waits_Entry *e = &file.waits[0];
        assert_true(e->waiter == wait.key.waiter && e->holder == wait.key.holder && e->lock == wait.key.lock &&
                    e->waiter_path == wait.key.waiter_path && e->holder_path == wait.key.holder_path);
        assert_int_equal(e->count, 7);
        assert_true(e->sum_ns == 2030 + UINT64_MAX / 4 && e->max_ns == UINT64_MAX / 4);
        assert_int_equal(e->log2_ns_count, WD_WAITS_LOG2);
        static const uint32_t expected[WD_WAITS_LOG2] = { [0] = 2, [1] = 2, [9] = 1, [10] = 1, [43] = 1 };
        assert_memory_equal(e->log2_ns, expected, sizeof expected);
    }
    for (uint32_t i = 0; i < 100; i++) { /* the widest numbers */
        wait.key =
            (struct wd_wait_key){ WHODUNIT_OVERFLOW, UINT32_MAX - i, 2, 8, wait.key.lock, UINT32_MAX, UINT32_MAX };
        for (int log2 = 0; log2 < WD_WAITS_LOG2; log2++) {
            wait.ns = 1ull << log2;
            wd_waits_add(&wait);
        }
    }
    begin(62);
    wd_records_flush();
    assert_int_equal(file.waits_count, 100);
}

static void a_context_that_never_was_does_no_harm(void **state)
{
    (void)state;
    begin(20);
    const uint32_t forged[] = { 0xdeadbeef, UINT32_MAX, wd_context_count(), 1u << 20, (1u << 20) + 2 };
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++)
        wd_records_label(&(struct wd_label){ i, 1, forged[i], 0, 0, 0 });
    wd_records_flush();
    assert_int_equal(file.labels, 5);
    assert_int_equal(file.contexts, 0);
    assert_int_equal(wd_context_named(wd_context_count(), WD_TRANSACTION, "child of none"), WHODUNIT_OVERFLOW);
}

static void a_refused_definition_is_made_again(void **state)
{
    (void)state;
    whodunit_context c = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "refused");
    begin(30);
    file.refuse = 1000000;
    wd_records_label(&(struct wd_label){ 1, 1, c, 0, 0, 0 });
    file.refuse = 0;
    wd_records_label(&(struct wd_label){ 2, 1, c, 0, 0, 0 });
    wd_records_flush();
    assert_int_equal(file.labels, 2);
    assert_int_equal(file.undefined, 0);
}

static void every_string_is_utf8(void **state)
{
    (void)state;
    begin(40);
    whodunit_context c = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "bad \xff");
    size_t length;
    const wd_name *name = wd_context_bytes(c, &length);
    wd_records_label(&(struct wd_label){ 1, 1, c, 0, 0, 0 });
    assert_string_equal(file.text[*name % (IDS / 16)], "bad ?");
    assert_string_equal(file.application, "com.b?ro.*");
}

enum { DEPTH = 40000 };

static void *label_the_deepest(void *context)
{
    wd_records_label(&(struct wd_label){ 1, 1, *(whodunit_context *)context, 0, 0, 0 });
    return NULL;
}

/* The flusher's stack is as large as the host's limit says. */
static void a_deep_context_needs_no_stack(void **state)
{
    (void)state;
    wd_name names[2] = { wd_name_intern("there", 5), wd_name_intern("back", 4) };
    whodunit_context c = WHODUNIT_ROOT;
    for (int i = 0; i < DEPTH; i++)
        c = wd_context_child(c, wd_element_intern(WD_HANDLER, &names[i % 2], sizeof names[0]));
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 256 << 10);
    wd_records_flush(); /* what is left of other tests */
    begin(41);
    assert_int_equal(pthread_create(&thread, &small, label_the_deepest, &c), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&small);
    wd_records_flush();
    assert_int_equal(file.contexts, DEPTH);
    assert_int_equal(file.undefined, 0);
}

/* Each with the stack that it needs, defined before it, in each file. */
static void kernel_samples_have_their_stacks(void **state)
{
    (void)state;
    static struct wd_label written[1000];
    wd_records_flush(); /* what is left of other tests */
    for (uint32_t number = 50; number < 52; number++) {
        begin(number);
        for (int i = 0; i < 1000; i++) {
            written[i] = (struct wd_label){ i % 7 ? UINT64_MAX - 1000 + (uint64_t)i : (uint64_t)i,
                                            4194304,
                                            0,
                                            (uint32_t)i % 64 | (i % 3 ? WD_LABEL_ELSEWHERE : 0),
                                            UINT32_MAX - (uint32_t)i,
                                            i % 2 || i % 64 == 0 ? UINT64_MAX : 0 };
            wd_records_label(&written[i]);
        }
        wd_records_flush();
        assert_int_equal(file.origins, 1000);
        assert_memory_equal(file.origin, written, sizeof written);
        assert_int_equal(file.labels, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_file_stands_alone),
        cmocka_unit_test(the_largest_records_fit),
        cmocka_unit_test(waits_are_summed_by_their_key),
        cmocka_unit_test(a_context_that_never_was_does_no_harm),
        cmocka_unit_test(a_refused_definition_is_made_again),
        cmocka_unit_test(every_string_is_utf8),
        cmocka_unit_test(a_deep_context_needs_no_stack),
        cmocka_unit_test(kernel_samples_have_their_stacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
