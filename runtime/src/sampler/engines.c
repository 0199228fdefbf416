/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/engines.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "sampler/async/engines.h"
#include "sampler/kernel/engines.h"

/* Each sampler's, ended by one without a name. */
static const struct wd_engine *const offered[] = { wd_async_engines, wd_kernel_engines };

#define OFFERED (sizeof offered / sizeof *offered)

const struct wd_engine *wd_engine_find(const char *name)
{
    for (size_t i = 0; i < OFFERED; i++)
        for (const struct wd_engine *e = offered[i]; e->name; e++)
            if (strcmp(e->name, name) == 0)
                return e;
    return NULL;
}

const struct wd_engine *wd_engine_default(void)
{
    return offered[0];
}

static const struct wd_engine *next(size_t *sampler, const struct wd_engine *engine)
{
    const struct wd_engine *e = engine ? engine + 1 : offered[0];
    while (!e->name && ++*sampler < OFFERED)
        e = offered[*sampler];
    return e->name ? e : NULL;
}

void wd_engine_names(char *out, size_t size)
{
    size_t sampler = 0, used = 0;
    const struct wd_engine *e = next(&sampler, NULL);
    out[0] = 0;
    for (int first = 1; e && used < size; first = 0) {
        const struct wd_engine *following = next(&sampler, e);
        used += (size_t)snprintf(out + used, size - used, "%s%s", first ? "" : following ? ", " : " or ", e->name);
        e = following;
    }
}

uint64_t wd_engine_shortest_ns(const struct wd_engine *engine)
{
    struct timespec tick;
    if (!engine->at_ticks || clock_getres(CLOCK_MONOTONIC_COARSE, &tick) != 0 || tick.tv_sec > 0)
        return 1;
    return (uint64_t)tick.tv_nsec;
}
