/* SPDX-License-Identifier: Apache-2.0 */
/*
 * persons.h: waits in which it is easy to take the wrong one for the holder, or to lose a part of the length: who lets
 * whom go is decided by who sleeps first. Waiters are of types "wait NAME", who makes them wait of "hold NAME".
 */
#ifndef PERSONS_H
#define PERSONS_H

#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>

#include "whodunit.h"

uint64_t now(void);
void pause_ms(long ms);

/* A thread of one transaction; of none, if the type is empty. */
struct person {
    char type[32];
    void (*does)(struct person *);
    int number;
    pid_t waits; /* atomic; its thread, once it is about to wait */
    pthread_t thread;
};

void begin(struct person *p);
void end(struct person *p);

/* By the person: from now on it sleeps only where it waits. */
void about_to_wait(struct person *self);

/* `process`: its number, or "self". */
int is_asleep(const char *process, pid_t thread);
void until_asleep(struct person *p);

/* Begins it, and returns when it sleeps. */
void begin_to_wait(struct person *p);

/* The statement that follows is of a transaction. */
#define AS(type) for (whodunit_context outside = whodunit_begin(type), once = 1; once; once = 0, whodunit_end(outside))

/* lengths.c */
void interrupted(void);
void interrupted_and_given(void);
void in_slices(void);
void two_requests(void);
void end_of_process(void);

/* several.c */
void posts(void);
void dead_owner(void);
void crowd(void);
void strangers(void);

/* processes.c */
void elsewhere(void);
void siblings(void);

#endif
