/* SPDX-License-Identifier: Apache-2.0 */
/* Where work was handed over from: the context of who put it in, at the call path of that. */
#include <errno.h>

#include "contexts/context.h"
#include "crosstalk/stacks.h"
#include "flow_port/port.h"
#include "threads/thread.h"

enum { PATHS = 4 };

/* What the thread has handed over lately: the same paths under the same contexts again. */
static __thread struct path {
    uint32_t stack; /* 0: none */
    whodunit_context under, context;
} paths[PATHS] __attribute__((tls_model("initial-exec")));

/* The stack without what the function that has `frame` has called: a library's own lock functions, mostly. */
static uint32_t from_frame(uint32_t stack, uintptr_t sp, uintptr_t frame)
{
    void *const *pc;
    const uint32_t *offset;
    uint32_t n = wd_stack_frames(stack, &pc), inner = 0;
    offset = wd_stack_offsets(stack);
    while (inner + 1 < n && sp + offset[inner + 1] <= frame)
        inner++;
    return inner ? wd_stack_of(pc + inner, n - inner) : stack;
}

whodunit_context wd_flow_port_handed(const uintptr_t *slot, uintptr_t frame)
{
    struct wd_caller caller = { (void *)*slot, (uintptr_t)(slot + 1) };
    whodunit_context under = wd_thread.context;
    struct path *path = &paths[under % PATHS];
    if (path->under == under && wd_stack_is(path->stack, &caller))
        return path->context;
    if (wd_context_kind(under) == WD_REASON)
        return under; /* the reason is all that is known */
    int error = errno;
    uint32_t stack = wd_stack_here(&caller), from = stack ? from_frame(stack, caller.sp, frame) : 0;
    whodunit_context context = under;
    if (from) {
        context = wd_context_concat(under, wd_element_intern(WD_HANDED, &from, sizeof from));
        path->stack = 0; /* a signal handler may hand over */
        path->under = under;
        path->context = context;
        path->stack = stack;
    }
    errno = error;
    return context;
}
