/* SPDX-License-Identifier: Apache-2.0 */
/*
 * learning.h: a section that is learned: everything that it does is logged, and
 * the rules of docs/flows.md are applied. Publishing and concluding need the
 * translator's lock.
 */
#ifndef WD_FLOWS_LEARNING_H
#define WD_FLOWS_LEARNING_H

#include <stdint.h>

#include "flows/open_section.h"

/* Once. Returns 0 if there is no memory. */
int wd_learning_open(void);

/* A learner for the section, which runs on this stack. False: all are in use. */
int wd_learning_begin(struct wd_section *section, uint64_t sp);
void wd_learning_release(struct wd_section *section);

/* In a forked child: the others' learners are free. */
void wd_learning_after_fork(const struct wd_section *own);

/* Is it over, and followed for a while? */
int wd_learner_in_tail(const struct wd_learner *learner);
static inline int wd_learning_in_tail(const struct wd_section *section)
{
    return section->learner && wd_learner_in_tail(section->learner);
}

void wd_learning_begin_tail(struct wd_section *section);

/* Goes through what was logged since the last time. Returns 0 if the log was too short. */
int wd_learning_analyse(struct wd_flow_thread *thread, struct wd_section *section);

/* What the section has done to shared locations is done to their entries. Returns how many it has put something in. */
int wd_learning_publish(struct wd_flow_thread *thread, struct wd_section *section);

/* The tail is over; who consumed what is known now. */
void wd_learning_conclude(struct wd_flow_thread *thread, struct wd_section *section);

/* What was left unknown goes on in code that is not followed. */
void wd_learning_passed_on(struct wd_section *section);

/* Nothing was learned from it. `analyse`, which needs the translator's lock: what it has put until now is there all the
 * same, and what it has loaded is nobody's. Returns 1 if there is any of either. */
int wd_learning_abandon(struct wd_flow_thread *thread, struct wd_section *section, int analyse);

#endif
