/* SPDX-License-Identifier: Apache-2.0 */
/* Options from the agent's option string and the environment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

static void table(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int good;
    } cases[] = {
        { "", 1 },
        { "dir=/tmp/x,tier=web,engine=cpu-clock,interval=500us,rotate=2s,record=off", 1 },
        { "engine=perf", 0 },
        { "events=paper", 1 },
        { "events=R6", 0 },
        { "interval=4", 0 },
        { "interval=-4ms", 0 },
        { "interval=nanms", 0 },
        { "rotate=10ms", 0 },
        { "rotate=1s", 1 },
        { "interval=1ns", 1 },
        { "interval=1000000s", 1 },
        { "interval=1000001s", 0 },
        { "interval=ms", 0 },
        { "tier=a/b", 0 },
        { "tier=", 0 },
        { "stage=web", 1 },
        { "stage=a/b", 0 },
        { "record=maybe", 0 },
        { "crosstalk=off", 1 },
        { "crosstalk=", 0 },
        { "colour=red", 0 },
        { "dir", 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wd_options o;
        char error[256] = "";
        wd_options_from_environment(&o);
        int failed = wd_options_parse(&o, cases[i].text, error, sizeof error) != 0;
        if (failed == cases[i].good)
            fail_msg("%s: %s", cases[i].text, error);
        assert_int_equal(failed, error[0] != 0);
    }
}

static void every_option_is_taken(void **state)
{
    (void)state;
    struct wd_options o;
    char error[256];
    wd_options_from_environment(&o);
    assert_int_equal(
        wd_options_parse(
            &o, "dir=/tmp/x,tier=web,engine=wall,events=paper,interval=500us,rotate=2s,record=off,crosstalk=off", error,
            sizeof error),
        0);
    assert_string_equal(o.dir, "/tmp/x");
    assert_string_equal(o.tier, "web");
    assert_string_equal(o.engine, "wall");
    assert_string_equal(o.events, "paper");
    assert_true(o.interval_ns == 500000);
    assert_true(o.rotate_ns == 2000000000);
    assert_false(o.record);
    assert_false(o.crosstalk);
}

/* `size` - 1 times the letter x. */
static const char *of_length(char *text, size_t size)
{
    memset(text, 'x', size - 1);
    text[size - 1] = 0;
    return text;
}

static void what_the_environment_may_not_say_changes_nothing(void **state)
{
    (void)state;
    char no_directory[1025], no_name[129];
    const char *const wrong[][2] = {
        { "WHODUNIT_DIR", of_length(no_directory, sizeof no_directory) },
        { "WHODUNIT_TIER", of_length(no_name, sizeof no_name) },
        { "WHODUNIT_TIER", "a/b" },
        { "WHODUNIT_ENGINE", "perf" },
        { "WHODUNIT_EVENTS", "R6" },
        { "WHODUNIT_INTERVAL", "4" },
        { "WHODUNIT_ROTATE", "10ms" },
        { "WHODUNIT_RECORD", "maybe" },
        { "WHODUNIT_CROSSTALK", "maybe" },
    };
    struct wd_options usual;
    wd_options_from_environment(&usual);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct wd_options o;
        setenv(wrong[i][0], wrong[i][1], 1);
        wd_options_from_environment(&o);
        unsetenv(wrong[i][0]);
        if (memcmp(&o, &usual, sizeof o) != 0)
            fail_msg("%s=%.20s was not ignored", wrong[i][0], wrong[i][1]);
    }
}

static void a_name_may_be_as_long_as_there_is_room(void **state)
{
    (void)state;
    struct wd_options o;
    char name[128], text[5000], error[256];
    wd_options_from_environment(&o);
    snprintf(text, sizeof text, "tier=%s", of_length(name, sizeof name));
    assert_int_equal(wd_options_parse(&o, text, error, sizeof error), 0);
    assert_string_equal(o.tier, name);
    assert_int_equal(wd_options_parse(&o, of_length(text, 4097), error, sizeof error), -1);
    assert_string_equal(error, "options are longer than 4095 characters");
}

static void options_win_over_environment(void **state)
{
    (void)state;
    struct wd_options o;
    char error[256];
    setenv("WHODUNIT_TIER", "from-environment", 1);
    setenv("WHODUNIT_INTERVAL", "nonsense", 1);
    wd_options_from_environment(&o);
    assert_string_equal(o.tier, "from-environment");
    assert_true(o.interval_ns == 10000000);
    assert_int_equal(wd_options_parse(&o, "tier=mine,interval=1ms", error, sizeof error), 0);
    assert_string_equal(o.tier, "mine");
    assert_true(o.interval_ns == 1000000);
    unsetenv("WHODUNIT_TIER");
    unsetenv("WHODUNIT_INTERVAL");
}

/* What version 0.1 called it, as long as nobody says tier as well. */
static void the_tier_has_an_old_name(void **state)
{
    (void)state;
    struct wd_options o;
    char error[256];
    setenv("WHODUNIT_STAGE", "old", 1);
    wd_options_from_environment(&o);
    assert_string_equal(o.tier, "old");
    setenv("WHODUNIT_TIER", "new", 1);
    wd_options_from_environment(&o);
    assert_string_equal(o.tier, "new");
    assert_int_equal(wd_options_parse(&o, "stage=agent", error, sizeof error), 0);
    assert_string_equal(o.tier, "agent");
    unsetenv("WHODUNIT_STAGE");
    unsetenv("WHODUNIT_TIER");
}

/* Whoever gives one to the agent is told where it can be given. */
static void a_value_with_a_comma(void **state)
{
    (void)state;
    struct wd_options o;
    char error[256];
    wd_options_from_environment(&o);
    assert_int_equal(wd_options_parse(&o, "tier=web,dir=/tmp/a,b", error, sizeof error), -1);
    assert_non_null(strstr(error, "option 'b'"));
    assert_non_null(strstr(error, "WHODUNIT_"));
    setenv("WHODUNIT_DIR", "/tmp/a,b=50%", 1);
    wd_options_from_environment(&o);
    assert_string_equal(o.dir, "/tmp/a,b=50%");
    unsetenv("WHODUNIT_DIR");
}

/* As people write lists; what looks like no pattern is still told. */
static void patterns_may_be_separated_by_commas(void **state)
{
    (void)state;
    struct wd_options o;
    char error[256] = "";
    wd_options_from_environment(&o);
    assert_int_equal(
        wd_options_parse(&o, "dir=rec,app=com.acme.*,!com.acme.util.*,org.acme.Main,tier=web", error, sizeof error), 0);
    assert_string_equal(o.application, "com.acme.*,!com.acme.util.*,org.acme.Main");
    assert_string_equal(o.tier, "web");
    assert_int_equal(wd_options_parse(&o, "app=com.acme.*,!com.acme.util.*", error, sizeof error), 0);
    assert_string_equal(o.application, "com.acme.*,!com.acme.util.*");
    assert_int_equal(wd_options_parse(&o, "app=com.acme.*", error, sizeof error), 0);
    assert_string_equal(o.application, "com.acme.*");
    assert_int_equal(wd_options_parse(&o, "app=com.acme.*,record", error, sizeof error), -1);
    assert_non_null(strstr(error, "option 'record'"));
    assert_int_equal(wd_options_parse(&o, "app=com.acme.*,,tier=web", error, sizeof error), -1);
    assert_int_equal(wd_options_parse(&o, "tier=web,com.acme.*", error, sizeof error), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table),
        cmocka_unit_test(every_option_is_taken),
        cmocka_unit_test(what_the_environment_may_not_say_changes_nothing),
        cmocka_unit_test(a_name_may_be_as_long_as_there_is_room),
        cmocka_unit_test(options_win_over_environment),
        cmocka_unit_test(the_tier_has_an_old_name),
        cmocka_unit_test(a_value_with_a_comma),
        cmocka_unit_test(patterns_may_be_separated_by_commas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
