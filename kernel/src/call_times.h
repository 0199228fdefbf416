/* SPDX-License-Identifier: Apache-2.0 */
/* call_times.h: what measure.bpf.c counts, as measure.c reads it. Times are CLOCK_MONOTONIC ns. */
#ifndef WD_CALL_TIMES_H
#define WD_CALL_TIMES_H

#include "whodunit_kernel.h"

struct wd_call_times {
    wd_u64 calls;   /* that have returned */
    wd_u64 total;   /* their length */
    wd_u64 longest; /* of them */
    wd_u64 entered; /* the sum of the times at which those began that have not returned */
    wd_u64 open;    /* how many these are */
    wd_u64 left;    /* by longjmp, or the end of their thread: their length is not known */
    wd_u64 unnoted; /* that found no space for their thread */
};

#endif
