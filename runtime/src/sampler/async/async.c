/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/async.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "memory/fork_state.h"
#include "sampler/async/engines.h"
#include "sampler/async/handler.h"
#include "sampler/async/heap.h"
#include "sampler/async/inherited.h"
#include "sampler/async/kernel_calls.h"
#include "sampler/async/library.h"
#include "sampler/async/names.h"
#include "sampler/async/output.h"
#include "sampler/engines.h"
#include "signals/lost_event.h"
#include "signals/own_signal.h"
#include "system/syscalls.h"

/* CPU-time timers fire at the kernel's tick only. One that has not expired when
 * the tick finds its thread running misses it, the more often the shorter the
 * thread runs at a time: short requests would come off too well. A timer that
 * has always expired is told of every tick, and a sample is worth one, or so many
 * as lie between two samples (recording/ticks.h). */
#define TIMER_PARTS 400 /* of a tick */
#define EVENTS "cpu-clock"

static int own_tables;
static int by_events; /* perf events, whose signals a full queue lets be lost */
static int running WD_FORK_STATE;
static int inherited WD_FORK_STATE; /* the library has its parent's recording */

static uint64_t timer_ns(const struct wd_recording *recording)
{
    return recording->engine->at_ticks ? wd_engine_shortest_ns(recording->engine) / TIMER_PARTS
                                       : recording->interval_ns;
}

/* The other engines may have descriptors that the host's threads close; a JVM has many threads anyway. */
static struct wd_async_event event_of(const struct wd_recording *recording)
{
    return (struct wd_async_event){ recording->engine->name, timer_ns(recording), recording->engine->at_ticks };
}

/* The parent's recording goes nowhere here (output.h). */
static void stop_inherited(void)
{
    wd_inherited_stopping(1);
    wd_async_execute("stop");
    wd_inherited_end();
    wd_handler_starts_in_child();
    inherited = 0;
}

const char *wd_async_start(const struct wd_recording *recording, const struct wd_async_event *event)
{
    if (inherited)
        stop_inherited();
    char command[256];
    snprintf(command, sizeof command, "start,jfr,clock=monotonic,event=%s,signal=%d,interval=%llu%s%s,file=%s",
             event->name, wd_own_signal(), (unsigned long long)event->interval_ns,
             strcmp(event->name, EVENTS) == 0 ? ",alluser,loglevel=error" : "",
             recording->is_jvm ? "" : ",cstack=dwarf,features=pcaddr", WD_OUTPUT_NAME);
    by_events = strcmp(event->name, EVENTS) == 0 && !recording->is_jvm;
    if (by_events)
        wd_lost_event_begin();
    own_tables = !recording->is_jvm && event->own_tables;
    wd_output_expect(recording->path);
    if (!recording->is_jvm)
        wd_inherited_allow_threads(recording->engine->wall_time); /* that engine's own */
    wd_handler_expect(recording->engine->wall_time);
    const char *error = wd_async_execute(command);
    if (!error && !wd_handler_begin()) {
        wd_async_execute("stop");
        error = "the sampler's signal handler was not found, so samples could not be labelled";
    }
    if (error)
        wd_handler_end();
    running = !error;
    return error;
}

static void stop(void)
{
    wd_async_execute("stop");
    wd_handler_end();
    running = 0;
}

/* The library's own way of going on in another file begins that at its own time, and the
 * head of a file has to be ours (docs/decisions.md, "We rotate files ourselves"). */
const char *wd_async_rotate(const struct wd_recording *next, const struct wd_async_event *event, int *cut)
{
    stop();
    *cut = wd_output_error();
    return *cut ? NULL : wd_async_start(next, event);
}

static const char *start(const struct wd_recording *recording)
{
    const struct wd_async_event event = event_of(recording);
    return wd_async_start(recording, &event);
}

static const char *rotate(const struct wd_recording *next, int *cut)
{
    const struct wd_async_event event = event_of(next);
    return wd_async_rotate(next, &event, cut);
}

static const char *missing(const struct wd_engine *asked)
{
    static int asks = 1, none; /* a forked child's sandbox may refuse to tell it */
    struct rlimit limit;
    if (asks)
        none = wd_sys_getrlimit(RLIMIT_SIGPENDING, &limit) == 0 && limit.rlim_cur == 0;
    asks = 0;
    return none && strcmp(asked->name, EVENTS) == 0 ? "RLIMIT_SIGPENDING lets no signal of its wait" : NULL;
}

static const char queue_is_full[] = "the user's queue of signals is full (RLIMIT_SIGPENDING)";

static const char *lost(void)
{
    return by_events && wd_lost_event_seen() ? queue_is_full : NULL;
}

static const char *passes_over(void)
{
    return wd_kernel_calls_lack_timers() ? queue_is_full : NULL;
}

static int is_watched(void)
{
    return by_events;
}

static void leave_hosts_table(void)
{
    if (own_tables)
        wd_output_own_table(WD_TABLE_RECORDER);
}

static void forked(void)
{
    wd_handler_forked();
    wd_names_seal();
    wd_output_forget();
    wd_inherited_begin();
    inherited |= running;
    running = 0;
}

const struct wd_sampler wd_async_sampler = {
    .engines = wd_async_engines,
    .load = wd_async_load,
    .start = start,
    .rotate = rotate,
    .rest = wd_handler_rest,
    .stop = stop,
    .ends = wd_heap_keep,
    .emit = wd_async_emit,
    .sample_here = wd_handler_sample_here,
    .leave_hosts_table = leave_hosts_table,
    .close = wd_output_close,
    .cut = wd_output_error,
    .missed = wd_output_missed,
    .fork_begins = wd_handler_fork_begins,
    .fork_over = wd_handler_fork_over,
    .forked = forked,
    .child_signal = wd_handler_child_signal,
    .code = wd_async_code,
    .missing = missing,
    .lost = lost,
    .passes_over = passes_over,
    .is_watched = is_watched,
};
