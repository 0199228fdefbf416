/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/rotation.h"

#include <stdint.h>

#include "crosstalk/lasting.h"
#include "health/diagnostics.h"
#include "health/health.h"
#include "recording/engine_choice.h"
#include "recording/file_length.h"
#include "recording/files.h"
#include "recording/gate.h"
#include "recording/idle.h"
#include "recording/recording_directory.h"
#include "recording/wake.h"
#include "sampler/sampler.h"
#include "system/clock.h"

#define LOOK_NS 1000000000 /* how often it is looked at what has come, while samples come */
#define WATCH_NS 100000000 /* the same where something is watched that does not say when it needs a look */

static struct wd_options *options;
static const struct wd_engine **engine;

static uint64_t length_ns(void)
{
    return wd_file_length_ns(wd_files_number(), options->rotate_ns);
}

/* From the next file on. */
static int use_other_engine(const char *why)
{
    *engine = wd_engine_instead(*engine, why, options);
    wd_files_use(*engine);
    return wd_files_next();
}

static void file_begins(uint64_t *opened)
{
    *opened = wd_clock_ns(CLOCK_MONOTONIC);
    wd_idle_file_begins();
}

/* Nothing has come lately: until something does, or the file is long enough. One without content lasts as long as the
 * longest, and is as old as what comes first. */
static void sleep_until_something_comes(uint64_t *opened)
{
    uint64_t age = wd_clock_ns(CLOCK_MONOTONIC) - *opened;
    if (wd_idle_file_is_empty()) {
        if (wd_wake_sleep(options->rotate_ns))
            *opened = wd_clock_ns(CLOCK_MONOTONIC);
    } else if (age < length_ns()) {
        wd_wake_sleep(length_ns() - age);
    }
}

static uint64_t nap_ns(uint64_t opened)
{
    if (wd_sampler_is_watched() || wd_files_are_limited())
        return WATCH_NS;
    uint64_t age = wd_clock_ns(CLOCK_MONOTONIC) - opened, length = length_ns();
    return age + LOOK_NS <= length ? LOOK_NS : age < length ? length - age : 0;
}

/* Until the next look at what has come; true when it is time to stop. */
static int wait_for_stop(uint64_t *opened, int has_come)
{
    wd_gate_leave();
    if (has_come || wd_sampler_is_watched())
        wd_wake_nap(nap_ns(*opened));
    else
        sleep_until_something_comes(opened);
    wd_gate_take();
    return wd_wake_stopping();
}

static void tell_of_threads(void)
{
    static int told;
    const char *why = told ? NULL : wd_sampler_passes_over();
    if (!why)
        return;
    told = 1;
    wd_diagnostics_problem("some threads are not sampled", why,
                           "each has a timer, which counts: raise it (ulimit -i), or timers and sigqueue() of the "
                           "program may fail, too",
                           "");
}

/* False if nothing is recorded any more. */
static int drain_and_rotate(uint64_t *opened)
{
    tell_of_threads();
    const char *lost = wd_sampler_lost();
    if (lost) {
        file_begins(opened);
        return use_other_engine(lost);
    }
    wd_files_drain();
    if (wd_recording_directory_is_full()) {
        wd_health_add(WD_HEALTH_RECORDING_ENDED, 1);
        wd_diagnostics_end(options->dir, "less than 16 MiB left on the disk", "make room and restart to record again");
        return 0;
    }
    if (wd_sampler_cut())
        return 0;
    uint64_t age = wd_clock_ns(CLOCK_MONOTONIC) - *opened;
    if (age < length_ns() && (age < WD_FILE_SHORTEST_NS || !wd_files_near_limit()))
        return 1;
    if (wd_idle_file_is_empty() && !wd_lasting_has_news()) {
        *opened = wd_clock_ns(CLOCK_MONOTONIC);
        return 1;
    }
    int goes_on = wd_files_next();
    file_begins(opened);
    return goes_on;
}

void wd_rotation_run(struct wd_options *of, const struct wd_engine **by)
{
    uint64_t opened;
    int has_come = 1;
    options = of;
    engine = by;
    file_begins(&opened);
    while (!wait_for_stop(&opened, has_come)) {
        has_come = wd_wake_has_come();
        if (!drain_and_rotate(&opened))
            break;
    }
    tell_of_threads();
}
