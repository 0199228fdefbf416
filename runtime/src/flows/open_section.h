/* SPDX-License-Identifier: Apache-2.0 */
/* open_section.h: the critical section that a thread is in. */
#ifndef WD_FLOWS_OPEN_SECTION_H
#define WD_FLOWS_OPEN_SECTION_H

#include "flows/sites.h"
#include "flows/thread.h"
#include "whodunit.h"

/* So many instructions are logged of one that is learned, for as long as its log is not begun anew. */
enum { WD_SECTION_BUDGET = 2000 };

/* What a section needs that is known comes first, in a line of the cache. */
struct wd_section {
    struct wd_site *site;
    struct wd_learner *learner; /* NULL: what was learnt is enough */
    struct wd_access *position; /* up to where the log was looked at */
    const uintptr_t *slot;      /* of the lock function that it began in */
    uint64_t serial;            /* of the last item that it has put somewhere in a function of ours; 0: none */
    uint64_t put;               /* that item */
    whodunit_context hands;     /* under which it hands over in that function */
    whodunit_context takes;     /* at its end */
    int depth;
    uint8_t is_in_ours;                   /* in a lock function, whose return address is the thread's slot */
    uint8_t knows_hands, has_taken, logs; /* logs: that it has filled */
};

_Static_assert(sizeof(struct wd_section) <= 64, "a line of the cache");

/* Its log is empty. */
static inline void wd_section_begin_log(struct wd_flow_thread *t, struct wd_section *s)
{
    s->position = t->log_begin + 1;
    t->log = (uint64_t)s->position;
    if (t->log_may_be_over) {
        t->log_begin->address = 0;
        t->log_may_be_over = s->learner != NULL;
    } else {
        __builtin_prefetch(t->log_begin, 1);
    }
}

#endif
