/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/stacks.h"

#include <string.h>

#include "callers/backtrace.h"
#include "callers/stack_slices.h"
#include "contexts/intern.h"
#include "health/health.h"
#include "memory/region.h"

#define STACKS (1u << 15)
#define SLOTS (STACKS * 4)
#define TRIES 64  /* stacks of the same caller and depth */
#define DEPTH 128 /* deeper paths lose their outermost frames */

struct stack {
    uint64_t key;
    uint32_t frames; /* atomic; 0: not filled in */
    void *pc[DEPTH];
    uint32_t offset[DEPTH]; /* of the place of pc[i] from the caller's stack pointer */
};

static struct stack *stacks; /* [0] is none */
static uint32_t *slots;
static uint32_t next = 1;
static __thread char own __attribute__((tls_model("initial-exec")));

/* The unwinder prepares itself at its first use: that should not be in a signal handler. */
static _Unwind_Reason_Code ignore(struct _Unwind_Context *context, void *argument)
{
    (void)context, (void)argument;
    return _URC_NORMAL_STOP;
}

__attribute__((constructor(101))) static void reserve(void)
{
    char *region = wd_region_reserve(STACKS * sizeof *stacks + (size_t)SLOTS * sizeof *slots);
    if (!region)
        return;
    slots = (uint32_t *)(region + STACKS * sizeof *stacks);
    stacks = (struct stack *)region;
    _Unwind_Backtrace(ignore, NULL);
}

/* A thread's own variables are at the top of its stack: the distance is the
 * depth, whichever thread it is. */
static uint64_t key_of(const struct wd_caller *caller)
{
    uint64_t depth = (uintptr_t)&own - caller->sp;
    return ((uintptr_t)caller->pc * 0x9E3779B97F4A7C15u) ^ depth;
}

static uint32_t first_slot(uint64_t key)
{
    return wd_hash(0, &key, sizeof key);
}

static int is_same(const struct stack *s, const struct wd_caller *caller)
{
    uint32_t n = __atomic_load_n(&s->frames, __ATOMIC_ACQUIRE);
    if (n == 0 || s->pc[0] != caller->pc)
        return 0;
    for (uint32_t i = 1; i < n; i++)
        if (*(void *const *)(caller->sp + s->offset[i]) != s->pc[i])
            return 0;
    return 1;
}

uint32_t wd_stack_find(const struct wd_caller *caller)
{
    if (!stacks)
        return 0;
    uint64_t key = key_of(caller);
    uint32_t slot = first_slot(key);
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t id = __atomic_load_n(&slots[(slot + i) % SLOTS], __ATOMIC_ACQUIRE);
        if (id == 0)
            return 0;
        if (stacks[id].key == key && is_same(&stacks[id], caller))
            return id;
    }
    return 0;
}

int wd_stack_is(uint32_t id, const struct wd_caller *caller)
{
    return id && stacks[id].key == key_of(caller) && is_same(&stacks[id], caller);
}

static uint32_t new_stack(uint64_t key)
{
    uint32_t id = __atomic_load_n(&next, __ATOMIC_RELAXED);
    do {
        if (!stacks || id == STACKS) {
            wd_health_add(WD_HEALTH_WAITS_PATHS_LOST, 1);
            return 0;
        }
    } while (!__atomic_compare_exchange_n(&next, &id, id + 1, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    stacks[id].key = key;
    return id;
}

uint32_t wd_stack_new(const struct wd_caller *caller)
{
    return new_stack(key_of(caller));
}

struct walk {
    struct stack *stack;
    uintptr_t sp;
    uint32_t n;
};

/* A place that does not hold the return address (a signal's frame) ends the path. */
static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument)
{
    struct walk *walk = argument;
    uintptr_t sp = _Unwind_GetCFA(context), pc = _Unwind_GetIP(context);
    if (sp < walk->sp)
        return _URC_NO_REASON;
    uintptr_t offset = sp - sizeof(void *) - walk->sp;
    if (pc == 0 || walk->n == DEPTH || (walk->n > 0 && offset > UINT32_MAX) ||
        *(uintptr_t *)(sp - sizeof(void *)) != pc)
        return _URC_NORMAL_STOP;
    walk->stack->pc[walk->n] = (void *)pc;
    walk->stack->offset[walk->n++] = (uint32_t)offset;
    return wd_stack_slice_ends(pc) ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

static void publish(uint32_t id)
{
    uint32_t slot = first_slot(stacks[id].key);
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t empty = 0;
        if (__atomic_compare_exchange_n(&slots[(slot + i) % SLOTS], &empty, id, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
            return;
    }
    wd_health_add(WD_HEALTH_WAITS_PATHS_LOST, 1); /* it will not be recognised */
}

void wd_stack_fill(uint32_t id, const struct wd_caller *caller)
{
    if (id == 0)
        return;
    struct walk walk = { &stacks[id], caller->sp, 0 };
    wd_backtrace(visit, &walk); /* where it ends early, what it has found is the path */
    __atomic_store_n(&stacks[id].frames, walk.n, __ATOMIC_RELEASE);
    if (walk.n > 0)
        publish(id);
}

uint32_t wd_stack_here(const struct wd_caller *caller)
{
    uint32_t id = wd_stack_find(caller);
    if (id == 0) {
        id = wd_stack_new(caller);
        wd_stack_fill(id, caller);
    }
    return id;
}

uint32_t wd_stack_of(void *const *pc, uint32_t frames)
{
    if (!stacks || frames == 0 || frames > DEPTH)
        return 0;
    size_t bytes = frames * sizeof *pc;
    uint64_t key = (uint64_t)wd_hash(1, pc, bytes) << 32 | wd_hash(2, pc, bytes);
    uint32_t slot = first_slot(key);
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t id = __atomic_load_n(&slots[(slot + i) % SLOTS], __ATOMIC_ACQUIRE);
        if (id == 0)
            break;
        if (stacks[id].key == key && stacks[id].frames == frames && memcmp(stacks[id].pc, pc, bytes) == 0)
            return id;
    }
    uint32_t id = new_stack(key);
    if (id == 0)
        return 0;
    memcpy(stacks[id].pc, pc, bytes);
    __atomic_store_n(&stacks[id].frames, frames, __ATOMIC_RELEASE);
    publish(id);
    return id;
}

uint32_t wd_stack_frames(uint32_t id, void *const **pc)
{
    if (!stacks || id == 0 || id >= STACKS)
        return 0;
    *pc = stacks[id].pc;
    return __atomic_load_n(&stacks[id].frames, __ATOMIC_ACQUIRE);
}

const uint32_t *wd_stack_offsets(uint32_t id)
{
    return stacks[id].offset;
}
