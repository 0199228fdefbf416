/* Options from the agent's option string and the environment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
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
        { "dir=/tmp/x,stage=web,engine=cpu-clock,interval=500us,rotate=2s,record=off", 1 },
        { "engine=perf", 0 },
        { "events=paper", 1 },
        { "events=R6", 0 },
        { "interval=4", 0 },
        { "interval=-4ms", 0 },
        { "interval=nanms", 0 },
        { "rotate=10ms", 0 },
        { "stage=a/b", 0 },
        { "stage=", 0 },
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

static void options_win_over_environment(void **state)
{
    (void)state;
    struct wd_options o;
    char error[256];
    setenv("WHODUNIT_STAGE", "from-environment", 1);
    setenv("WHODUNIT_INTERVAL", "nonsense", 1);
    wd_options_from_environment(&o);
    assert_string_equal(o.stage, "from-environment");
    assert_true(o.interval_ns == 4000000);
    assert_int_equal(wd_options_parse(&o, "stage=mine,interval=1ms", error, sizeof error), 0);
    assert_string_equal(o.stage, "mine");
    assert_true(o.interval_ns == 1000000);
}

/* Whoever gives one to the agent is told where it can be given. */
static void a_value_with_a_comma(void **state)
{
    (void)state;
    struct wd_options o;
    char error[256];
    wd_options_from_environment(&o);
    assert_int_equal(wd_options_parse(&o, "stage=web,dir=/tmp/a,b", error, sizeof error), -1);
    assert_non_null(strstr(error, "option 'b'"));
    assert_non_null(strstr(error, "WHODUNIT_"));
    setenv("WHODUNIT_DIR", "/tmp/a,b=50%", 1);
    wd_options_from_environment(&o);
    assert_string_equal(o.dir, "/tmp/a,b=50%");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(table), cmocka_unit_test(options_win_over_environment),
                                       cmocka_unit_test(a_value_with_a_comma) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
