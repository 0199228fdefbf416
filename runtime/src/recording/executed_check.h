/* SPDX-License-Identifier: Apache-2.0 */
/* executed_check.h: what a sample looks at of executed.h. */
#ifndef WD_EXECUTED_CHECK_H
#define WD_EXECUTED_CHECK_H

#include "whodunit.h"

/* What the process was executed for; WHODUNIT_ROOT: nothing. */
extern whodunit_context wd_executed_context;

/* Who executed it is gone, or it has ended otherwise: then the calling thread does not work for that any more. A system
 * call in a process that was executed for something. Signal-safe. */
extern void (*wd_executed_checks)(void); /* set before the context is */
static inline void wd_executed_check(void)
{
    if (__builtin_expect(wd_executed_context != WHODUNIT_ROOT, 0))
        wd_executed_checks();
}

#endif
