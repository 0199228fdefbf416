/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/sections.h"

#include <pthread.h>
#include <stdio.h>

#include "flows/budget.h"
#include "flows/entries.h"
#include "flows/items.h"
#include "flows/learning.h"
#include "flows/learnt.h"
#include "flows/numbers.h"
#include "flows/open_section.h"
#include "flows/section.h"
#include "flows/stores.h"
#include "flows/text.h"
#include "flows/translate.h"

/* So many logs more than one a section are filled at a site that hands nothing over, as far as was seen. */
enum { MOST_LOGS = 8, MOST_IN_VAIN = 300 };

static void left(struct wd_flow_thread *t, uintptr_t pc, enum wd_left why)
{
    struct wd_section *s = t->section;
    (void)pc;
    uint64_t begin = wd_cycles();
    if (!s)
        return;
    wd_section_at(s, 0);
    if (wd_learning_in_tail(s)) {
        if (why != WD_LEFT_BUDGET && wd_learning_analyse(t, s))
            wd_learning_passed_on(s);
        wd_learning_conclude(t, s);
    } else {
        int did = s->learner ? wd_learning_abandon(t, s, 1) : wd_learnt_publish(t, s);
        if (!did || why != WD_LEFT_CODE)
            wd_site_partly(s->site); /* else a function is bound that is called when the work is done */
    }
    wd_budget_use(wd_cycles() - begin);
}

/* A section may be long where its thread is in it for the first time, and so memory is got for the thread. */
static int again(struct wd_flow_thread *t)
{
    struct wd_section *s = t->section;
    if (!s || !s->learner || wd_learning_in_tail(s) || ++s->logs == MOST_LOGS)
        return 0;
    if (!s->site->learnt_count && ++s->site->logs > MOST_IN_VAIN)
        return 0;
    uint64_t begin = wd_cycles();
    if (!wd_learning_analyse(t, s))
        return 0;
    wd_section_begin_log(t, s);
    t->budget = WD_SECTION_BUDGET;
    wd_budget_use(wd_cycles() - begin);
    return 1;
}

static void thread_ends(struct wd_flow_thread *t)
{
    if (t->section)
        wd_learning_release(t->section);
    t->section = NULL;
    t->busy = 1;
}

/* What is translated may lead into copies of code that is gone. */
void wd_sections_unloaded(void)
{
    uint64_t mask;
    wd_translate_lock(&mask);
    if (wd_text_unmapped()) {
        if (wd_version_has(&wd_section_learning, wd_text_is_gone))
            wd_version_forget(&wd_section_learning);
        wd_sites_forget(wd_text_is_gone);
        wd_stores_forget(wd_site_is_gone);
    }
    wd_translate_unlock(&mask);
}

/* Of the parent's threads this one goes on. The translator's lock is not held across a fork: what is translated may
 * hold the allocator's, which a fork takes. Where it was held by another thread, its tables are half written. */
static void in_child(void)
{
    if (wd_translate_was_locked())
        wd_flows_on = 0;
    wd_learning_after_fork(wd_flow_thread.section);
    wd_numbers_after_fork();
    wd_entries_after_fork();
}

int wd_sections_open(char *error, size_t size)
{
    if (wd_translate_open(error, size) != 0)
        return -1;
    wd_translate_left = left;
    wd_translate_again = again;
    if (!wd_numbers_open(thread_ends) || !wd_learning_open() || !wd_sites_open() || !wd_stores_open() ||
        !wd_entries_open() || !wd_version_begin(&wd_section_learning, 1, WD_LEARNING_SLOTS)) {
        snprintf(error, size, "no memory, or too many keys of threads' data are in use");
        return -1;
    }
    wd_text_length((uintptr_t)wd_sections_open); /* looks at what is mapped before a section has to */
    pthread_atfork(NULL, NULL, in_child);
    return 0;
}
