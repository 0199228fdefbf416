/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One vector per kind of record: what this side encodes must be, to the byte,
 * what profile/src/test/resources/golden holds; the Java side reads the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pb_decode.h>
#include <pb_encode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whodunit.pb.h"

static whodunit_Record record;

static whodunit_Record *fresh(pb_size_t tag)
{
    memset(&record, 0, sizeof record);
    record.which_body = tag;
    return &record;
}

static void check(const char *name)
{
    uint8_t mine[2048], theirs[2048];
    char path[512];
    pb_ostream_t out = pb_ostream_from_buffer(mine, sizeof mine);
    assert_true(pb_encode(&out, whodunit_Record_fields, &record));
    snprintf(path, sizeof path, "%s/%s.bin", GOLDEN, name);
    if (getenv("WHODUNIT_WRITE_GOLDEN")) {
        FILE *f = fopen(path, "wb");
        assert_non_null(f);
        fwrite(mine, 1, out.bytes_written, f);
        fclose(f);
    }
    FILE *f = fopen(path, "rb");
    if (!f)
        fail_msg("%s is missing", path);
    size_t n = fread(theirs, 1, sizeof theirs, f);
    fclose(f);
    assert_int_equal(n, out.bytes_written);
    assert_memory_equal(mine, theirs, n);
    static whodunit_Record decoded;
    memset(&decoded, 0, sizeof decoded);
    pb_istream_t in = pb_istream_from_buffer(theirs, n);
    assert_true(pb_decode(&in, whodunit_Record_fields, &decoded));
    assert_int_equal(decoded.which_body, record.which_body);
}

static void vectors(void **state)
{
    (void)state;
    whodunit_Stage *s = &fresh(whodunit_Record_stage_tag)->body.stage;
    *s = (whodunit_Stage){ .uid = 0x0123456789abcdef,
                           .name = "tomcat",
                           .kind = whodunit_Stage_Kind_JVM,
                           .pid = 4711,
                           .command = "java -jar shop.jar",
                           .engine = "ctimer",
                           .interval_ns = 4000000,
                           .start_monotonic_ns = 1000000001,
                           .start_unix_ns = 1700000000000000000,
                           .file = 3,
                           .version = "0.1.0" };
    check("stage");

    whodunit_Name *n = &fresh(whodunit_Record_name_tag)->body.name;
    n->id = 300;
    strcpy(n->text, "shop.Caf\xc3\xa9.doGet:57");
    check("name");

    whodunit_Context *c = &fresh(whodunit_Record_context_tag)->body.context;
    *c = (whodunit_Context){
        .id = 5, .parent = 2, .kind = whodunit_Context_Kind_CALL_PATH, .frames_count = 3, .frames = { 1, 300, 70000 }
    };
    check("context-call-path");

    c = &fresh(whodunit_Record_context_tag)->body.context;
    *c = (whodunit_Context){
        .id = 6, .kind = whodunit_Context_Kind_REMOTE, .uid = 0xfedcba9876543210, .synopsis = 0xffffffff
    };
    check("context-remote");

    whodunit_Labels *l = &fresh(whodunit_Record_labels_tag)->body.labels;
    *l = (whodunit_Labels){ .base_time = 123456789012345,
                            .tid_count = 2,
                            .tid = { 100, 70000 },
                            .time_count = 2,
                            .time = { 0, 4000017 },
                            .context_count = 2,
                            .context = { 0, 5 } };
    check("labels");

    whodunit_Counts *k = &fresh(whodunit_Record_counts_tag)->body.counts;
    k->entry_count = 2;
    k->entry[0] = (whodunit_Counts_Entry){ 2, 10, 0, 0, 0, 0 };
    k->entry[1] = (whodunit_Counts_Entry){ 5, 0, 30, 7, 1230, 0 };
    check("counts");

    whodunit_Health *h = &fresh(whodunit_Record_health_tag)->body.health;
    h->counter_count = 1;
    strcpy(h->counter[0].name, "labels.lost");
    h->counter[0].value = 12;
    check("health");

    whodunit_Waits *w = &fresh(whodunit_Record_waits_tag)->body.waits;
    w->entry_count = 2;
    w->entry[0] = (whodunit_Waits_Entry){ .waiter = 10,
                                          .holder = 11,
                                          .end = whodunit_Waits_End_WOKEN,
                                          .kind = whodunit_Waits_Kind_CONDITION,
                                          .lock = 300,
                                          .waiter_path = 70000,
                                          .holder_path = 12,
                                          .count = 3,
                                          .sum_ns = 5000000000,
                                          .max_ns = 4000000000,
                                          .log2_ns_count = 32 };
    w->entry[0].log2_ns[28] = 2;
    w->entry[0].log2_ns[31] = 1;
    w->entry[1] = (whodunit_Waits_Entry){ .waiter = 11,
                                          .end = whodunit_Waits_End_TIMEOUT,
                                          .kind = whodunit_Waits_Kind_PARK,
                                          .count = 1,
                                          .sum_ns = 1,
                                          .max_ns = 1,
                                          .log2_ns_count = 1,
                                          .log2_ns = { 1 } };
    check("waits");

    whodunit_Module *m = &fresh(whodunit_Record_module_tag)->body.module;
    *m = (whodunit_Module){ .path = "/usr/lib/caf\xc3\xa9\\012.so (deleted)",
                            .start = 0x7ff3dd61f000,
                            .end = 0x7ff3dd775000,
                            .offset = 0x26000,
                            .build_id = { 3, { 0x00, 0xab, 0xff } } };
    check("module");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(vectors) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
