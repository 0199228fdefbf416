/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "sampler/engines.h"

static int parse_duration(const char *text, uint64_t least, uint64_t *ns)
{
    char *end;
    double value = strtod(text, &end);
    double unit = !strcmp(end, "ns")   ? 1
                  : !strcmp(end, "us") ? 1e3
                  : !strcmp(end, "ms") ? 1e6
                  : !strcmp(end, "s")  ? 1e9
                                       : 0;
    if (end == text || unit == 0 || !(value * unit >= (double)least) || value * unit > 1e15)
        return 0;
    *ns = (uint64_t)(value * unit);
    return 1;
}

/* A value that does not fit changes nothing. */
static int copy(char *out, size_t size, const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length >= size)
        return 0;
    memcpy(out, text, length + 1);
    return 1;
}

static int parse_switch(const char *text, int *on)
{
    int is_on = !strcmp(text, "on");
    if (!is_on && strcmp(text, "off") != 0)
        return 0;
    *on = is_on;
    return 1;
}

static int parse_trust(const char *text, int *trust)
{
    int trusts = !strcmp(text, "trust");
    if (!trusts && strcmp(text, "ignore") != 0)
        return 0;
    *trust = trusts;
    return 1;
}

/* Returns NULL, or what would have been allowed; then nothing has changed. */
static const char *set(struct wd_options *o, const char *key, const char *value)
{
    if (!strcmp(key, "dir"))
        return copy(o->dir, sizeof o->dir, value) ? NULL : "a directory of less than 1024 characters";
    /* stage: what version 0.1 called it */
    if (!strcmp(key, "tier") || !strcmp(key, "stage"))
        return !strchr(value, '/') && copy(o->tier, sizeof o->tier, value)
                   ? NULL
                   : "a name of less than 128 characters without '/'";
    if (!strcmp(key, "engine")) {
        static char names[128];
        wd_engine_names(names, sizeof names);
        return wd_engine_find(value) && copy(o->engine, sizeof o->engine, value) ? NULL : names;
    }
    if (!strcmp(key, "events")) {
        int known = !strcmp(value, "full") || !strcmp(value, "paper");
        return known && copy(o->events, sizeof o->events, value) ? NULL : "full or paper";
    }
    if (!strcmp(key, "interval"))
        return parse_duration(value, 1, &o->interval_ns) ? NULL : "a duration such as 4ms (ns, us, ms, s)";
    if (!strcmp(key, "rotate"))
        return parse_duration(value, 1000000000, &o->rotate_ns) ? NULL : "a duration of at least 1s";
    if (!strcmp(key, "record"))
        return parse_switch(value, &o->record) ? NULL : "on or off";
    if (!strcmp(key, "crosstalk"))
        return parse_switch(value, &o->crosstalk) ? NULL : "on or off";
    if (!strcmp(key, "requests"))
        return parse_switch(value, &o->requests) ? NULL : "on or off";
    if (!strcmp(key, "baggage"))
        return parse_trust(value, &o->trust_baggage) ? NULL : "trust or ignore";
    if (!strcmp(key, "messages"))
        return parse_switch(value, &o->messages) ? NULL : "on or off";
    if (!strcmp(key, "publish"))
        return parse_switch(value, &o->publish) ? NULL : "on or off";
    if (!strcmp(key, "routes"))
        return copy(o->routes, sizeof o->routes, value) ? NULL : "a file's path of less than 1024 characters";
    if (!strcmp(key, "app"))
        return copy(o->application, sizeof o->application, value)
                   ? NULL
                   : "patterns such as com.acme.*:!com.acme.util.*, less than 512 characters";
    return "one of the keys dir, tier, engine, events, interval, rotate, record, crosstalk, requests, baggage, "
           "messages, routes, publish, app";
}

void wd_options_from_environment(struct wd_options *o)
{
    static const char *const keys[][2] = {
        { "dir", "WHODUNIT_DIR" },         { "stage", "WHODUNIT_STAGE" }, /* the new name wins */
        { "tier", "WHODUNIT_TIER" },       { "engine", "WHODUNIT_ENGINE" },     { "interval", "WHODUNIT_INTERVAL" },
        { "rotate", "WHODUNIT_ROTATE" },   { "record", "WHODUNIT_RECORD" },     { "crosstalk", "WHODUNIT_CROSSTALK" },
        { "events", "WHODUNIT_EVENTS" },   { "requests", "WHODUNIT_REQUESTS" }, { "baggage", "WHODUNIT_BAGGAGE" },
        { "app", "WHODUNIT_APP" },         { "messages", "WHODUNIT_MESSAGES" }, { "routes", "WHODUNIT_ROUTES" },
        { "publish", "WHODUNIT_PUBLISH" },
    };
    *o = (struct wd_options){ .dir = "whodunit-recording",
                              .events = "full",
                              .interval_ns = 10000000,
                              .rotate_ns = 10000000000u,
                              .record = 1,
                              .crosstalk = 1,
                              .requests = 1,
                              .messages = 0,
                              .trust_baggage = 1 };
    snprintf(o->engine, sizeof o->engine, "%s", wd_engine_default()->name);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *value = getenv(keys[i][1]), *allowed;
        if (value && *value && (allowed = set(o, keys[i][0], value)) != NULL)
            fprintf(stderr, "whodunit: %s=%s ignored: it must be %s\n", keys[i][1], value, allowed);
    }
}

/*
 * Patterns may be separated by ',' as well: what follows "app=" belongs to it as long as it is no key=value, but looks
 * like a pattern. Returns the rest behind them.
 */
static char *take_patterns(char *rest)
{
    while (rest) {
        size_t length = strcspn(rest, ",");
        if (memchr(rest, '=', length) || strcspn(rest, ".*!") >= length)
            break;
        rest[-1] = ',';
        rest = rest[length] ? rest + length + 1 : NULL;
        if (rest)
            rest[-1] = 0;
    }
    return rest;
}

int wd_options_parse(struct wd_options *o, const char *text, char *error, unsigned long size)
{
    char buffer[4096], *rest = buffer, *pair;
    if (!text || !*text)
        return 0;
    if (!copy(buffer, sizeof buffer, text)) {
        snprintf(error, size, "options are longer than %zu characters", sizeof buffer - 1);
        return -1;
    }
    while ((pair = strsep(&rest, ",")) != NULL) {
        if (!strncmp(pair, "app=", 4))
            rest = take_patterns(rest);
        char *value = strchr(pair, '=');
        const char *allowed =
            "key=value, and a value with ',' in it can be given in the environment only (WHODUNIT_DIR, …)";
        if (value) {
            *value++ = 0;
            allowed = set(o, pair, value);
        }
        if (allowed) {
            snprintf(error, size, "option '%s%s%s': it must be %s", pair, value ? "=" : "", value ? value : "",
                     allowed);
            return -1;
        }
    }
    return 0;
}
