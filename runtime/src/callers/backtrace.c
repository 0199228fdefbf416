/* SPDX-License-Identifier: Apache-2.0 */
#include "callers/backtrace.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "callers/code_range.h"

static struct wd_code_range own; /* the unwinder is linked into the library */
static __thread sigjmp_buf *back __attribute__((tls_model("initial-exec")));

__attribute__((constructor(101))) static void find_own(void)
{
    own = wd_code_range_of((const void *)wd_backtrace);
}

_Unwind_Reason_Code wd_backtrace(_Unwind_Trace_Fn look, void *argument)
{
    sigjmp_buf here, *volatile before = back;
    if (sigsetjmp(here, 1) != 0) {
        back = before;
        return _URC_FATAL_PHASE1_ERROR;
    }
    back = &here;
    _Unwind_Reason_Code end = _Unwind_Backtrace(look, argument);
    back = before;
    return end;
}

void wd_backtrace_faulted(void *ucontext)
{
    sigjmp_buf *to = back;
    if (to && wd_code_range_has(&own, (uintptr_t)((ucontext_t *)ucontext)->uc_mcontext.gregs[REG_RIP]))
        siglongjmp(*to, 1);
}
