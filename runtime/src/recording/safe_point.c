/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/safe_point.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "callers/backtrace.h"
#include "callers/code_range.h"
#include "callers/stack_slices.h"
#include "memory/fork_state.h"

enum { OURS, MODULES = 5 };

static struct wd_code_range modules[MODULES];

/* A program that is not position-independent may have no more of it than an entry to its import. */
static const void *allocator(void)
{
    Dl_info info;
    const ElfW(Sym) *symbol = NULL;
    void *code = dlsym(RTLD_DEFAULT, "malloc");
    if (code && dladdr1(code, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol && symbol->st_shndx == SHN_UNDEF)
        code = dlsym(RTLD_NEXT, "malloc");
    return code;
}

void wd_safe_point_prepare(const void *code)
{
    const void *const in_them[MODULES] = {
        (const void *)wd_safe_point_prepare, code, allocator(), dlsym(RTLD_DEFAULT, "gnu_get_libc_version"),
        dlsym(RTLD_DEFAULT, "__tls_get_addr") /* the linker's */
    };
    for (int i = 0; i < MODULES; i++)
        modules[i] = wd_code_range_of(in_them[i]);
}

/* A child that was forked in a signal handler lives in it (PostgreSQL's workers, up to 15): the frame that its parent
 * was interrupted in, by its address; 0: none. */
static uintptr_t inherited WD_FORK_STATE;
static __thread uintptr_t forks_in __attribute__((tls_model("initial-exec"))); /* a child of it inherits that */

/* libc's fork has waited for the allocator's locks, so what was interrupted did not hold them; other code of libc may
 * have been at anything, unless it waited in the kernel. */
static int may_be_left(uintptr_t pc)
{
    static const unsigned char system_call[] = { 0x0f, 0x05 };
    int foreign = 0;
    for (int i = 0; i < MODULES; i++)
        foreign |= wd_code_range_has(&modules[i], pc);
    return !foreign || memcmp((const void *)(pc - sizeof system_call), system_call, sizeof system_call) == 0;
}

/* What the calling thread was interrupted in, if it is in a handler. */
struct interrupted {
    uintptr_t frame, pc; /* 0: in none */
};

static _Unwind_Reason_Code look_for_handler(struct _Unwind_Context *context, void *found)
{
    int interrupted = 0;
    uintptr_t pc = _Unwind_GetIPInfo(context, &interrupted);
    if (!interrupted || pc == 0)
        return wd_stack_slice_ends(pc) ? _URC_NORMAL_STOP : _URC_NO_REASON;
    *(struct interrupted *)found = (struct interrupted){ _Unwind_GetCFA(context), pc };
    return _URC_NORMAL_STOP;
}

static struct interrupted interrupted(void)
{
    struct interrupted found = { 0, 0 };
    int saved = errno;
    wd_backtrace(look_for_handler, &found);
    errno = saved;
    return found;
}

void wd_safe_point_forks(void)
{
    const struct interrupted in = interrupted();
    forks_in = in.pc && may_be_left(in.pc) ? in.frame : 0;
}

int wd_safe_point_interrupts(void)
{
    const struct interrupted in = interrupted();
    return in.pc && !may_be_left(in.pc);
}

void wd_safe_point_forked(void)
{
    inherited = forks_in;
}

struct walk {
    int handlers; /* signal frames that are still to be passed: what is above them is ours */
    int frames;   /* of the host */
    int tail;     /* the outermost frames have begun: libc's, through which threads start */
    int start;    /* the program's own very first, behind them */
    int unsafe;
    int over; /* what follows is the parent's */
};

static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *argument)
{
    struct walk *walk = argument;
    int interrupted = 0;
    uintptr_t pc = _Unwind_GetIPInfo(context, &interrupted);
    if (interrupted && walk->handlers == 0 && _Unwind_GetCFA(context) == inherited) {
        walk->over = 1;
        return _URC_NORMAL_STOP;
    }
    if (interrupted && walk->handlers-- == 0)
        walk->unsafe = 1;
    if (walk->handlers > 0 || pc == 0)
        return _URC_NO_REASON;
    if (walk->frames == 0 && !interrupted && wd_code_range_has(&modules[OURS], pc))
        return _URC_NO_REASON;
    int foreign = 0;
    for (int i = 0; i < MODULES; i++)
        foreign |= wd_code_range_has(&modules[i], pc);
    if (walk->start || (foreign && walk->frames == 0))
        walk->unsafe = 1;
    walk->start = !foreign && walk->tail;
    walk->tail |= foreign;
    walk->frames += !foreign;
    return walk->unsafe || wd_stack_slice_ends(pc) ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

/* A stack that cannot be followed to its end is good enough for who was called, not for who has interrupted. */
int wd_safe_point(int in_handler)
{
    int saved = errno;
    struct walk walk = { .handlers = in_handler };
    _Unwind_Reason_Code end = wd_backtrace(look, &walk);
    errno = saved;
    return !walk.unsafe && walk.frames > 0 && (!in_handler || walk.over || end == _URC_END_OF_STACK);
}
