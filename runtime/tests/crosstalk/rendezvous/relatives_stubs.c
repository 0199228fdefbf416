/* SPDX-License-Identifier: Apache-2.0 */
#include "relatives_stubs.h"

#include "contexts/context.h"
#include "scenarios.h"

#define BUCKET(key) ((key)*0x9E3779B97F4A7C15u >> 56) /* as in between.c */
#define UID(context) (((uint64_t)(context) << 32 | (context)) ^ 0x5555)
#define DEPTH 64 /* more than a mark holds */

__thread struct wd_thread wd_thread;
const char *wd_thread_records;
__thread struct wd_blocking wd_blocking;
void (*relatives_amid_mark)(void);

static void *frames[DEPTH];

wd_between_key relatives_key(int n)
{
    for (uintptr_t at = 16;; at += 16)
        if (BUCKET(wd_between_semaphore((void *)at)) == 0 && n-- == 0)
            return wd_between_semaphore((void *)at);
}

int wd_blocking_counts(whodunit_context context)
{
    return context != WHODUNIT_ROOT;
}

int wd_crosstalk_is_wanted(void)
{
    return 1;
}

struct wd_remote wd_context_abroad(whodunit_context context)
{
    if (relatives_amid_mark)
        relatives_amid_mark();
    return (struct wd_remote){ .uid = UID(context), .synopsis = context };
}

whodunit_context wd_context_remote(uint64_t uid, uint32_t synopsis)
{
    return uid == UID(synopsis) ? synopsis : TORN;
}

uint32_t wd_stack_here(const struct wd_caller *caller)
{
    (void)caller;
    return PATH_OF(wd_thread.context);
}

uint32_t wd_stack_frames(uint32_t id, void *const **pc)
{
    for (int i = 0; i < DEPTH; i++)
        frames[i] = (void *)(uintptr_t)id;
    *pc = frames;
    return DEPTH;
}

uint32_t wd_stack_of(void *const *pc, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        if (pc[i] != pc[0])
            return TORN;
    return n > 0 ? (uint32_t)(uintptr_t)pc[0] : 0;
}

void wd_waits_add(const struct wd_wait *wait)
{
    relatives_added(wait);
}

unsigned wd_sandbox_refused_so_far;

int wd_sandbox_concerns(void)
{
    return 1;
}
