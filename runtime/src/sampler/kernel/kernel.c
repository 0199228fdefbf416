/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/kernel/kernel.h"

#include <string.h>

#include "health/health.h"
#include "memory/fork_state.h"
#include "sampler/async/async.h"
#include "sampler/kernel/engines.h"
#include "sampler/kernel/link.h"
#include "sampler/kernel/signal.h"
#include "signals/own_signal.h"

/* Longer than any thread runs: the timers are there only because async-profiler takes no sample without them. */
#define NEVER_NS 100000000000000000u

static int ticked WD_FORK_STATE;   /* the kernel side is this file's source */
static int was_told WD_FORK_STATE; /* of us: it has answered */
static uint64_t counted[WD_KERNEL_COUNT] WD_FORK_STATE;
static uint64_t sampled WD_FORK_STATE; /* of what is counted */

static const struct wd_async_event never = { "ctimer", NEVER_NS, 1 };

static int is_ours(const struct wd_recording *recording)
{
    return recording->engine == wd_kernel_engines;
}

static const char *start(const struct wd_recording *recording)
{
    ticked = is_ours(recording);
    return ticked ? wd_async_start(recording, &never) : wd_async_sampler.start(recording);
}

static const char *rotate(const struct wd_recording *next, int *cut)
{
    ticked = is_ours(next);
    if (!ticked)
        return wd_async_sampler.rotate(next, cut);
    /* signals go on coming: they are kept for the next file, as at a fork */
    wd_async_sampler.fork_begins();
    const char *error = wd_async_rotate(next, &never, cut);
    wd_async_sampler.fork_over();
    return error;
}

/* The recorder's thread. The connection is to be in its own table of descriptors; what it waits for and runs is not
 * the host's, and the kernel side leaves out threads that hold our signal back. */
static void leave_hosts_table(void)
{
    sigset_t before;
    wd_async_sampler.leave_hosts_table();
    if (ticked)
        wd_own_signal_hold(&before);
    was_told = ticked && wd_kernel_link_begin();
}

/* What has become a sample was told before, so it is looked at first. At the end it is looked at last: what was told
 * meanwhile the kernel side may not have counted any more. */
static void note(const struct wd_kernel_answer *answer, uint64_t now_sampled)
{
    static const enum wd_health counters[WD_KERNEL_COUNT] = {
        [WD_KERNEL_TICKS] = WD_HEALTH_KERNEL_TICKS,       [WD_KERNEL_SIGNALLED] = WD_HEALTH_KERNEL_SIGNALLED,
        [WD_KERNEL_HELD] = WD_HEALTH_KERNEL_HELD,         [WD_KERNEL_REFUSED] = WD_HEALTH_KERNEL_REFUSED,
        [WD_KERNEL_NO_STACK] = WD_HEALTH_KERNEL_NO_STACK, [WD_KERNEL_WAITS] = WD_HEALTH_KERNEL_WAITS,
        [WD_KERNEL_IDLE] = WD_HEALTH_KERNEL_IDLE,         [WD_KERNEL_UNSEEN] = WD_HEALTH_KERNEL_UNSEEN,
    };
    for (int i = 0; i < WD_KERNEL_COUNT; i++) {
        uint64_t least = i == WD_KERNEL_SIGNALLED && now_sampled > counted[i] ? now_sampled : counted[i];
        uint64_t value = answer->count[i] > least ? answer->count[i] : least;
        wd_health_add(counters[i], value - counted[i]);
        counted[i] = value;
    }
    wd_health_add(WD_HEALTH_KERNEL_SAMPLED, now_sampled - sampled);
    sampled = now_sampled;
}

static void count(void)
{
    static struct wd_kernel_answer answer;
    uint64_t now_sampled = wd_kernel_signal_sampled();
    if (wd_kernel_link_ask(&(struct wd_kernel_request){ .ask = WD_KERNEL_COUNTS }, &answer))
        note(&answer, now_sampled);
}

static void end(void)
{
    static struct wd_kernel_answer answer;
    if (wd_kernel_link_end(&answer))
        note(&answer, wd_kernel_signal_sampled());
}

static void rest(void)
{
    end();
    wd_async_sampler.rest();
}

static void stop(void)
{
    end();
    wd_async_sampler.stop();
    ticked = 0;
}

static void ends(void)
{
    wd_async_sampler.ends();
}

static void forked(void)
{
    wd_kernel_link_forked();
    ticked = was_told = 0;
    memset(counted, 0, sizeof counted);
    sampled = 0;
    wd_kernel_signal_forked();
    wd_async_sampler.forked();
}

static const char *passes_over(void)
{
    return wd_async_sampler.passes_over();
}

/* Asked ten times a second. */
static const char *lost(void)
{
    static unsigned asked;
    if (ticked && ++asked % 10 == 0)
        count();
    if (!ticked || wd_kernel_link_is_up())
        return NULL;
    return was_told ? "the kernel side has ended" : "the kernel side cannot be reached from here";
}

static int is_watched(void)
{
    return 1;
}

static const char *missing(const struct wd_engine *asked)
{
    (void)asked;
    return wd_kernel_link_missing();
}

static uint32_t kernel_stack(uint32_t number, char *names, size_t size)
{
    static struct wd_kernel_answer answer;
    struct wd_kernel_request request = { .ask = WD_KERNEL_STACK, .number = number };
    if (!wd_kernel_link_ask(&request, &answer) || size < sizeof answer.text)
        return 0;
    memcpy(names, answer.text, sizeof answer.text);
    return answer.names;
}

static const char *load(void *vm)
{
    return wd_async_sampler.load(vm);
}

static int emit(const uint8_t *record, size_t length)
{
    return wd_async_sampler.emit(record, length);
}

static void sample_here(void)
{
    wd_async_sampler.sample_here();
}

static void close_files(void)
{
    wd_async_sampler.close();
}

static int cut(void)
{
    return wd_async_sampler.cut();
}

static int missed(void)
{
    return wd_async_sampler.missed();
}

static int fork_begins(void)
{
    return wd_async_sampler.fork_begins();
}

static void fork_over(void)
{
    wd_async_sampler.fork_over();
}

static int child_signal(union sigval *mark)
{
    return wd_async_sampler.child_signal(mark);
}

static const void *code(void)
{
    return wd_async_sampler.code();
}

const struct wd_sampler wd_kernel_sampler = {
    .engines = wd_kernel_engines,
    .load = load,
    .start = start,
    .rotate = rotate,
    .rest = rest,
    .stop = stop,
    .ends = ends,
    .emit = emit,
    .sample_here = sample_here,
    .leave_hosts_table = leave_hosts_table,
    .close = close_files,
    .cut = cut,
    .missed = missed,
    .fork_begins = fork_begins,
    .fork_over = fork_over,
    .forked = forked,
    .child_signal = child_signal,
    .code = code,
    .missing = missing,
    .lost = lost,
    .passes_over = passes_over,
    .is_watched = is_watched,
    .count = count,
    .kernel_stack = kernel_stack,
};
