/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/engine_choice.h"

#include <stdio.h>

#include "health/diagnostics.h"
#include "sampler/engines.h"
#include "sampler/sampler.h"

static void tell_of_engine(const char *name, const char *why)
{
    char what[64];
    snprintf(what, sizeof what, "no engine %s", name);
    wd_diagnostics_problem(what, why, "samples come with another one; see docs/troubleshooting.md", "");
}

static void name_default(struct wd_options *options)
{
    snprintf(options->engine, sizeof options->engine, "%s", wd_engine_default()->name);
}

void wd_engine_choose(struct wd_options *options)
{
    const struct wd_engine *asked = wd_engine_find(options->engine);
    const char *missing = asked ? wd_sampler_missing(asked) : NULL;
    if (!missing)
        return;
    tell_of_engine(options->engine, missing);
    name_default(options);
}

const struct wd_engine *wd_engine_of(struct wd_options *options)
{
    const struct wd_engine *engine = wd_engine_find(options->engine);
    if (engine && options->interval_ns < wd_engine_shortest_ns(engine))
        options->interval_ns = wd_engine_shortest_ns(engine);
    return engine;
}

const struct wd_engine *wd_engine_instead(const struct wd_engine *lost, const char *why, struct wd_options *options)
{
    tell_of_engine(lost->name, why);
    name_default(options);
    return wd_engine_of(options);
}
