/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/taken.h"

#include "flows/each_section.h"

WD_EACH_SECTION void wd_taken_give_back_held(void)
{
    struct wd_taken *taken = &wd_flow_thread.taken;
    if (whodunit_current() == taken->context)
        whodunit_detach(taken->before);
    taken->holds = 0;
}

WD_EACH_SECTION void wd_taken_over(whodunit_context context, int may_enter)
{
    struct wd_taken *taken = &wd_flow_thread.taken;
    whodunit_context before = taken->holds ? taken->before : whodunit_current();
    if (may_enter)
        whodunit_attach(context);
    else
        whodunit_detach(context);
    taken->before = before;
    taken->context = context;
    __atomic_signal_fence(__ATOMIC_SEQ_CST); /* a signal's handler may give it back */
    taken->holds = 1;
}
