/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/labels.h"

#include "health/health.h"
#include "memory/region.h"
#include "recording/executed_check.h"
#include "recording/sample_balance.h"
#include "recording/ticks.h"
#include "recording/wake.h"
#include "sampler/hooks.h"
#include "threads/thread.h"

#define RING (1u << 16)
#define FILLING (RING / 4) /* the recorder is told: three times as much may still come */

struct slot {
    struct wd_label label;
    uint64_t sequence; /* position + 1 once the label is there */
};

static struct slot *ring;
static uint64_t head, tail;
static int stays; /* a sample's label is never moved */

/* How many labels are there before that position. Less than none: a thread that lost the processor comes with one that
 * was taken long ago, and gets another one. */
static int64_t filled(uint64_t position)
{
    return (int64_t)(position - __atomic_load_n(&tail, __ATOMIC_ACQUIRE));
}

/* Runs inside a signal handler: no locks, no allocation. */
static void append(const struct wd_label *label)
{
    uint64_t position = __atomic_load_n(&head, __ATOMIC_RELAXED);
    do {
        if (filled(position) >= (int64_t)RING) {
            wd_health_add(WD_HEALTH_LABELS_LOST, 1);
            return;
        }
    } while (!__atomic_compare_exchange_n(&head, &position, position + 1, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    struct slot *slot = &ring[position % RING];
    slot->label = *label;
    __atomic_store_n(&slot->sequence, position + 1, __ATOMIC_RELEASE);
    if (filled(position) >= (int64_t)FILLING)
        wd_wake_hurry();
}

static __thread int is_recorders __attribute__((tls_model("initial-exec")));

void wd_labels_leave_out(void)
{
    is_recorders = 1;
}

static unsigned wanted(void)
{
    if (is_recorders || !wd_ticks_is_sample())
        return 0;
    wd_executed_check();
    return wd_balance_sample(wd_thread.context);
}

static uint32_t stack_of(const struct wd_sample_origin *origin)
{
    return origin->kernel_stack | (origin->elsewhere ? WD_LABEL_ELSEWHERE : 0);
}

/* A wait's label stays: the thread slept until what it does now came. So does what the program has said itself. */
static int label_sample(struct wd_thread *thread, const struct wd_sample_origin *origin)
{
    uint64_t time = thread->sample ? *thread->sample : 0;
    if (time == thread->labelled)
        return 0;
    int is_said = thread->said && thread->said == thread->context, may_move = !origin->waited_ns && !is_said;
    thread->labelled = time;
    thread->label = may_move ? thread->context : 0;
    if (may_move)
        thread->recent[thread->samples++ % WD_RECENT] = time;
    uint32_t context = origin->elsewhere ? origin->context : thread->context;
    append(&(struct wd_label){ time, thread->tid, context, stack_of(origin), 0, origin->waited_ns });
    return 1;
}

/* Of a thread that has told of no context it is not known here whether the sample was lost. */
static void early(const struct wd_thread *thread, const struct wd_sample_origin *origin, uint64_t before,
                  uint64_t within_ns)
{
    uint32_t within = within_ns < UINT32_MAX ? (uint32_t)within_ns : UINT32_MAX;
    append(&(struct wd_label){ before, thread->tid, 0, stack_of(origin), within ? within : 1, origin->waited_ns });
}

static void taken(const struct wd_sample_origin *origin, uint64_t before, uint64_t within_ns)
{
    struct wd_thread *thread = &wd_thread;
    if (origin->elsewhere)
        wd_health_add(WD_HEALTH_KERNEL_ELSEWHERE, 1);
    if (!thread->sample) {
        if (before)
            early(thread, origin, before, within_ns);
    } else if (!label_sample(thread, origin) && before) {
        wd_health_add(WD_HEALTH_KERNEL_LOST, 1);
    }
    wd_wake_came();
}

int wd_labels_begin(int wall)
{
    if (!ring)
        ring = wd_region_reserve_own(RING * sizeof *ring);
    stays = wall;
    wd_sample_hooks.wanted = wanted;
    wd_sample_hooks.taken = taken;
    return ring != NULL;
}

static void label_anew(struct wd_thread *thread, uint64_t time, uint32_t to)
{
    append(&(struct wd_label){ time, thread->tid, to, 0, 0, 0 });
    wd_wake_came();
}

/* A sample between the two reads carries the thread's new context, so that it is not taken for `from`. */
void wd_labels_move_last(uint32_t from, uint32_t to)
{
    struct wd_thread *thread = &wd_thread;
    uint64_t time = *(volatile uint64_t *)&thread->labelled;
    if (from == 0 || from == to || stays || *(volatile uint32_t *)&thread->label != from)
        return;
    thread->label = to;
    label_anew(thread, time, to);
    wd_balance_moved(to);
}

/* A sample meanwhile carries `to`, the thread's context, already. The last one may be a wait, whose label stays. */
void wd_labels_move_since(uint64_t after, uint32_t to)
{
    struct wd_thread *thread = &wd_thread;
    uint32_t samples = *(volatile uint32_t *)&thread->samples;
    if (stays || to == 0)
        return;
    wd_labels_move(*(volatile uint32_t *)&thread->label, to);
    for (uint32_t i = 0; i < WD_RECENT && i < samples; i++) {
        uint64_t time = *(volatile uint64_t *)&thread->recent[(samples - 1 - i) % WD_RECENT];
        if (time <= after)
            break;
        if (time != thread->labelled)
            label_anew(thread, time, to);
    }
}

void wd_labels_move_behind(uint32_t first, uint32_t to)
{
    const volatile struct wd_thread *thread = &wd_thread;
    uint32_t samples = thread->samples;
    if (samples == first)
        return;
    uint32_t moved = samples - first < WD_RECENT ? samples - first : WD_RECENT;
    wd_labels_move_since(thread->recent[(samples - moved) % WD_RECENT] - 1, to);
}

int wd_labels_take(struct wd_label *label)
{
    struct slot *slot = &ring[tail % RING];
    if (__atomic_load_n(&slot->sequence, __ATOMIC_ACQUIRE) != tail + 1)
        return 0;
    *label = slot->label;
    __atomic_store_n(&tail, tail + 1, __ATOMIC_RELEASE);
    return 1;
}

void wd_labels_begin_in_child(void)
{
    tail = head;
}
