/* SPDX-License-Identifier: Apache-2.0 */
/* open_section.h: the critical section that a thread is in. */
#ifndef WD_FLOWS_OPEN_SECTION_H
#define WD_FLOWS_OPEN_SECTION_H

#include "flows/sites.h"
#include "flows/thread.h"
#include "whodunit.h"

struct wd_section {
    struct wd_site *site;
    struct wd_learner *learner; /* NULL: what was learnt is enough */
    struct wd_access *position; /* up to where the log was looked at */
    int depth;
    uintptr_t frame;        /* where the function whose section it is has its return addresses */
    const uintptr_t *slot;  /* of the lock function that it is in, NULL: in none */
    whodunit_context hands; /* under which it hands over there */
    int knows_hands;
    uint64_t put, serial;   /* the last item that it has put somewhere there; 0: none */
    whodunit_context takes; /* at its end */
    int has_taken;
    int logs; /* that it has filled */
};

#endif
