/* SPDX-License-Identifier: Apache-2.0 */
/*
 * backtrace.h: the callers of a function, as far as they can be followed. The unwinder reads the code that a call
 * returns to, where no table describes it. A host may have unmapped that: mono gives its compiled code back, and exits.
 */
#ifndef WD_BACKTRACE_H
#define WD_BACKTRACE_H

#include <unwind.h>

/* As _Unwind_Backtrace; _URC_FATAL_PHASE1_ERROR also where the unwinder has met memory that cannot be read. */
_Unwind_Reason_Code wd_backtrace(_Unwind_Trace_Fn look, void *argument);

/* In the handler of a fault: does not return if that is the unwinder's. */
void wd_backtrace_faulted(void *ucontext);

#endif
