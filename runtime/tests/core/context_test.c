/* SPDX-License-Identifier: Apache-2.0 */
/* Interning, concatenation, overflow and the wire form of contexts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contexts/context.h"
#include "contexts/wire.h"
#include "health/health.h"

static wd_element handler(uint32_t name)
{
    return wd_element_intern(WD_HANDLER, &name, sizeof name);
}

static void same_path_same_context(void **state)
{
    (void)state;
    whodunit_context a = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "Home");
    assert_int_equal(a, wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "Home"));
    assert_int_not_equal(a, wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "Cart"));
    assert_int_not_equal(a, wd_context_named(WHODUNIT_ROOT, WD_REASON, "Home"));
    assert_int_equal(wd_context_kind(a), WD_TRANSACTION);
    assert_int_equal(wd_context_parent(a), WHODUNIT_ROOT);
    whodunit_context remote = wd_context_remote(0xabcdef, 7);
    size_t length;
    const struct wd_remote *r = wd_context_bytes(remote, &length);
    assert_int_equal(length, sizeof *r);
    assert_true(r->uid == 0xabcdef && r->synopsis == 7);
}

/* Ids that a run of handlers gives, by the rule said in words: truncate at the
 * element if it is in the run, else append. */
static size_t reference(const uint32_t *events, size_t n, uint32_t *path)
{
    size_t length = 0;
    for (size_t i = 0; i < n; i++) {
        size_t at = 0;
        while (at < length && path[at] != events[i])
            at++;
        path[at] = events[i];
        length = at + 1;
    }
    return length;
}

static void assert_path(whodunit_context context, const uint32_t *path, size_t length, whodunit_context base)
{
    for (size_t i = length; i-- > 0; context = wd_context_parent(context)) {
        size_t bytes;
        const uint32_t *name = wd_context_bytes(context, &bytes);
        assert_int_equal(wd_context_kind(context), WD_HANDLER);
        assert_int_equal(*name, path[i]);
    }
    assert_int_equal(context, base);
}

static void concatenation_collapses_and_prunes(void **state)
{
    (void)state;
    whodunit_context base = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "T");
    srand(4);
    for (int round = 0; round < 2000; round++) {
        uint32_t events[24], path[24];
        size_t n = 1 + (size_t)(rand() % 24);
        whodunit_context c = base;
        for (size_t i = 0; i < n; i++) {
            events[i] = 1 + (uint32_t)(rand() % 6);
            c = wd_context_concat(c, handler(events[i]));
            assert_path(c, path, reference(events, i + 1, path), base);
        }
    }
    /* a stage in between ends the run */
    uint32_t name = 1;
    whodunit_context a = wd_context_concat(base, handler(1));
    whodunit_context b = wd_context_concat(a, wd_element_intern(WD_SEDA_STAGE, &name, sizeof name));
    assert_int_not_equal(wd_context_concat(b, handler(1)), a);
}

enum { THREADS = 8, PATHS = 20000 };
static whodunit_context seen[THREADS][PATHS];

static void *intern_all(void *arg)
{
    whodunit_context *mine = arg;
    for (uint32_t i = 0; i < PATHS; i++) {
        char name[32];
        snprintf(name, sizeof name, "type-%u", i);
        mine[i] = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, name);
    }
    return NULL;
}

static void racing_threads_get_the_same_ids(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    uint32_t before = wd_context_count();
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, intern_all, seen[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 1; i < THREADS; i++)
        assert_memory_equal(seen[0], seen[i], sizeof seen[0]);
    assert_int_equal(wd_context_count() - before, PATHS);
}

static void wire_form(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int good;
    } cases[] = {
        { "0123456789abcdef-00000002", 1 }, { "0123456789abcdef-0000000", 0 },  { "0123456789abcdef-000000022", 0 },
        { "0123456789ABCDEF-00000002", 0 }, { "0123456789abcdef_00000002", 0 }, { "0000000000000000-00000002", 0 },
        { "0123456789abcdef-00000000", 0 }, { "0123456789abcdeg-00000002", 0 }, { "", 0 },
    };
    uint64_t uid;
    uint32_t synopsis;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(wd_wire_parse(cases[i].text, strlen(cases[i].text), &uid, &synopsis), cases[i].good);
    assert_int_not_equal(wd_process_uid(), 0);
}

/* The table that the Java half's form is held against as well. */
static void wire_forms_of_the_table(void **state)
{
    (void)state;
    char line[128], form[64], text[WHODUNIT_WIRE_LENGTH];
    unsigned long long uid;
    uint64_t parsed;
    uint32_t synopsis, parsed_synopsis;
    int rows = 0;
    FILE *table = fopen(WIRE_FORMS, "r");
    assert_non_null(table);
    while (fgets(line, sizeof line, table)) {
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%llx %x %63s", &uid, &synopsis, form), 3);
        wd_wire_format(uid, synopsis, text);
        assert_int_equal(strlen(form), sizeof text);
        assert_memory_equal(text, form, sizeof text);
        assert_true(wd_wire_parse(form, sizeof text, &parsed, &parsed_synopsis));
        assert_true(parsed == uid && parsed_synopsis == synopsis);
        rows++;
    }
    fclose(table);
    assert_in_range(rows, 5, 1000);
}

static void a_transaction_begins_below_a_remote_context_only(void **state)
{
    (void)state;
    whodunit_context remote = wd_context_remote(1, 2), home = wd_context_transaction(WHODUNIT_ROOT, "Home");
    assert_int_equal(wd_context_parent(home), WHODUNIT_ROOT);
    assert_int_equal(wd_context_kind(home), WD_TRANSACTION);
    assert_int_equal(wd_context_transaction(home, "Home"), home);
    assert_int_equal(wd_context_parent(wd_context_transaction(remote, "Home")), remote);
}

static void counts_are_taken_once(void **state)
{
    (void)state;
    uint64_t taken[WD_EVENTS];
    whodunit_context c = wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "counted");
    wd_context_count_event(c, WD_SENT, 3);
    assert_true(wd_context_take_events(c, taken));
    assert_int_equal(taken[WD_SENT], 3);
    assert_false(wd_context_take_events(c, taken));
}

/* Last: it fills the table. */
static void full_table_is_overflow(void **state)
{
    (void)state;
    whodunit_context c = WHODUNIT_ROOT;
    uint64_t counted = wd_health_value(WD_HEALTH_CONTEXTS_OVERFLOW);
    for (uint32_t i = 0; c != WHODUNIT_OVERFLOW && i < 3u << 20; i++)
        c = wd_context_remote(1, i + 1);
    assert_int_equal(c, WHODUNIT_OVERFLOW);
    assert_int_equal(wd_context_kind(c), WD_OVERFLOW);
    assert_int_equal(wd_context_child(c, handler(1)), WHODUNIT_OVERFLOW);
    assert_true(wd_health_value(WD_HEALTH_CONTEXTS_OVERFLOW) > counted);
    assert_int_not_equal(wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "Home"),
                         WHODUNIT_OVERFLOW); /* known paths stay known */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_path_same_context),
        cmocka_unit_test(concatenation_collapses_and_prunes),
        cmocka_unit_test(racing_threads_get_the_same_ids),
        cmocka_unit_test(wire_form),
        cmocka_unit_test(wire_forms_of_the_table),
        cmocka_unit_test(a_transaction_begins_below_a_remote_context_only),
        cmocka_unit_test(counts_are_taken_once),
        cmocka_unit_test(full_table_is_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
