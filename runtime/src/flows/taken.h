/* SPDX-License-Identifier: Apache-2.0 */
/*
 * taken.h: the context that a thread has taken over from whoever handed it an
 * item, until it asks for the next one.
 */
#ifndef WD_FLOWS_TAKEN_H
#define WD_FLOWS_TAKEN_H

#include "flows/thread.h"
#include "whodunit.h"

/* `may_enter`: where the thread may be made known to the sampler, which may allocate. */
void wd_taken_over(whodunit_context context, int may_enter);

/* The thread has its own again. */
void wd_taken_give_back_held(void);
static inline void wd_taken_give_back(void)
{
    if (wd_flow_thread.taken.holds)
        wd_taken_give_back_held();
}

/* It is about to ask for the next item: the same, from outside of our own bookkeeping. */
static inline void wd_taken_asks(void)
{
    struct wd_flow_thread *t = &wd_flow_thread;
    if (!t->taken.holds || t->busy)
        return;
    t->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    wd_taken_give_back_held();
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->busy = 0;
}

#endif
