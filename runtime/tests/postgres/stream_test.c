/* SPDX-License-Identifier: Apache-2.0 */
/* The parser against conversations with known answers, whole and cut in every way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scripts.h"

static struct script script;
static struct wd_pg_stream stream;
static size_t answered;

static void on_command(void *user, const struct wd_pg_command *c)
{
    (void)user;
    assert_true(answered < script.answers);
    const struct wd_pg_command *expected = &script.answer[answered++];
    assert_int_equal(c->code, expected->code);
    assert_int_equal(c->execution, expected->execution);
    assert_int_equal(c->malformed, expected->malformed);
    assert_int_equal(c->unsure, expected->unsure);
    assert_int_equal(c->label.synopsis, expected->label.synopsis);
    assert_int_equal(c->label.guessed, expected->label.guessed);
    if (expected->label.synopsis)
        assert_true(c->label.uid == expected->label.uid);
}

/* A copy of its own, so that a read past the end is seen. */
static void show(int from_client, const uint8_t *bytes, size_t n)
{
    uint8_t *copy = malloc(n ? n : 1);
    memcpy(copy, bytes, n);
    if (from_client)
        wd_pg_stream_client(&stream, copy, n, on_command, NULL);
    else
        wd_pg_stream_server(&stream, copy, n);
    free(copy);
}

/* All turns, each in pieces of this size, but the first piece of this one. */
static void converse(size_t first, size_t pieces)
{
    wd_pg_stream_begin(&stream);
    answered = 0;
    for (size_t i = 0; i < script.turns; i++) {
        const struct turn *t = &script.turn[i];
        if (t->decrypted)
            wd_pg_stream_decrypted(&stream);
        size_t at = first < t->length ? first : t->length;
        show(t->from_client, t->bytes, at);
        for (size_t n; at < t->length; at += n) {
            n = t->length - at < pieces ? t->length - at : pieces;
            show(t->from_client, t->bytes + at, n);
        }
    }
    if (answered != script.answers || stream.state != script.end)
        fail_msg("%s, cut at %zu by %zu: %zu of %zu commands, state %d, not %d", script.name, first, pieces, answered,
                 script.answers, stream.state, script.end);
    if (script.boundary >= 0)
        assert_int_equal(wd_pg_stream_at_boundary(&stream), script.boundary);
}

static void test_conversations(void **unused)
{
    (void)unused;
    for (size_t i = 0; script_build(i, &script); i++) {
        size_t longest = 0;
        for (size_t t = 0; t < script.turns; t++)
            longest = script.turn[t].length > longest ? script.turn[t].length : longest;
        for (size_t first = 0; first <= longest; first++)
            converse(first, SIZE_MAX);
        for (size_t pieces = 1; pieces < 10; pieces++)
            converse(0, pieces);
    }
}

static void test_many_statements(void **unused)
{
    (void)unused;
    struct wd_pg_names names = { 0 };
    for (uint32_t i = 1; i <= WD_PG_NAMES + 10; i++)
        wd_pg_names_set(&names, i, &(struct wd_pg_label){ UID, i, 0 });
    assert_int_equal(wd_pg_names_get(&names, 10).synopsis, 0); /* the oldest ones had to go */
    for (uint32_t i = 11; i <= WD_PG_NAMES + 10; i++)
        assert_int_equal(wd_pg_names_get(&names, i).synopsis, i);
    wd_pg_names_set(&names, 11, &(struct wd_pg_label){ 0 });
    assert_int_equal(wd_pg_names_get(&names, 11).synopsis, 0);
}

/* What was closed takes no place from others, whose names may be alike. */
static void test_statements_that_are_closed(void **unused)
{
    (void)unused;
    static struct wd_pg_names names;
    const struct wd_pg_label mine = { UID, 7, 0 }, none = { 0 };
    wd_pg_names_clear(&names);
    wd_pg_names_set(&names, 7, &mine);
    for (uint64_t i = 0; i < UINT64_C(3) * WD_PG_NAMES; i++) {
        uint64_t other = (i + 1) << 32 | 7;
        wd_pg_names_set(&names, other, &(struct wd_pg_label){ UID, 8, 0 });
        wd_pg_names_set(&names, ~other, &(struct wd_pg_label){ UID, 9, 0 });
        assert_int_equal(wd_pg_names_get(&names, other).synopsis, 8);
        assert_int_equal(wd_pg_names_get(&names, ~other).synopsis, 9);
        wd_pg_names_set(&names, other, &none);
        wd_pg_names_set(&names, ~other, &none);
        assert_int_equal(wd_pg_names_get(&names, other).synopsis, 0);
    }
    assert_int_equal(wd_pg_names_get(&names, 7).synopsis, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_conversations), cmocka_unit_test(test_many_statements),
                                        cmocka_unit_test(test_statements_that_are_closed) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
