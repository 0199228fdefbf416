/* SPDX-License-Identifier: Apache-2.0 */
/* Several wait for the same thing: each has a holder of its own. */
#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>

#include "persons.h"

/* Each post of a burst lets one go. */
enum { BURST = 6 };
static sem_t burst;

static void wait_for_burst(struct person *self)
{
    about_to_wait(self);
    sem_wait(&burst);
}

void posts(void)
{
    static struct person waiters[BURST];
    for (int i = 0; i < BURST; i++) {
        waiters[i] = (struct person){ .type = "wait posts", .does = wait_for_burst };
        begin_to_wait(&waiters[i]);
    }
    for (int i = 0; i < BURST; i++) {
        char type[32];
        snprintf(type, sizeof type, "hold posts %d", i);
        AS(type)
        sem_post(&burst);
    }
    for (int i = 0; i < BURST; i++)
        end(&waiters[i]);
}

/* Two wait for a mutex; the first one gets it and ends without letting go. */
static pthread_mutex_t robust;

static void take_and_die(struct person *self)
{
    about_to_wait(self);
    pthread_mutex_lock(&robust);
}

static void take_from_dead(struct person *self)
{
    about_to_wait(self);
    if (pthread_mutex_lock(&robust) == EOWNERDEAD)
        pthread_mutex_consistent(&robust);
    pthread_mutex_unlock(&robust);
}

void dead_owner(void)
{
    static struct person dies = { .type = "wait and die", .does = take_and_die },
                         inherits = { .type = "wait for the dead", .does = take_from_dead };
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&robust, &attributes);
    AS("hold robust")
    {
        pthread_mutex_lock(&robust);
        begin_to_wait(&dies);
        begin_to_wait(&inherits);
        pthread_mutex_unlock(&robust);
    }
    end(&dies);
    end(&inherits);
}

/* Many wait on one condition, first come, first served: each signal is for the one that has waited longest. */
enum { CROWD = 40, ROUNDS = 200 };
static pthread_mutex_t of_crowd = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t crowded = PTHREAD_COND_INITIALIZER;
static int waiting, granted, served_all;

static void be_served(struct person *self)
{
    pthread_mutex_lock(&of_crowd);
    while (!served_all) {
        waiting++;
        while (!granted && !served_all)
            pthread_cond_wait(&crowded, &of_crowd);
        if (!served_all)
            printf("crowd %d %d\n", self->number, granted);
        granted = 0;
        waiting--;
    }
    pthread_mutex_unlock(&of_crowd);
}

static void until_all_wait(void)
{
    pthread_mutex_lock(&of_crowd);
    while (waiting < CROWD || granted) {
        pthread_mutex_unlock(&of_crowd);
        sched_yield();
        pthread_mutex_lock(&of_crowd);
    }
}

void crowd(void)
{
    static struct person waiters[CROWD];
    for (int i = 0; i < CROWD; i++) {
        waiters[i] = (struct person){ .does = be_served, .number = i };
        snprintf(waiters[i].type, sizeof waiters[i].type, "wait crowd %d", i);
        begin(&waiters[i]);
    }
    for (int i = 1; i <= ROUNDS; i++) {
        char type[32];
        snprintf(type, sizeof type, "hold crowd %d", i);
        AS(type)
        {
            until_all_wait();
            granted = i;
            pthread_cond_signal(&crowded);
            pthread_mutex_unlock(&of_crowd);
        }
    }
    until_all_wait();
    served_all = 1;
    pthread_cond_broadcast(&crowded);
    pthread_mutex_unlock(&of_crowd);
    for (int i = 0; i < CROWD; i++)
        end(&waiters[i]);
}

/* Who waits on a condition without a transaction has its signals, too. */
static pthread_mutex_t of_tokens = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_token = PTHREAD_COND_INITIALIZER;
static int tokens;

static void take_token(struct person *self)
{
    about_to_wait(self);
    pthread_mutex_lock(&of_tokens);
    while (tokens == 0)
        pthread_cond_wait(&has_token, &of_tokens);
    tokens--;
    pthread_mutex_unlock(&of_tokens);
}

static void give_token(struct person *taker, const char *type)
{
    AS(type)
    {
        pthread_mutex_lock(&of_tokens);
        tokens++;
        pthread_cond_signal(&has_token);
        pthread_mutex_unlock(&of_tokens);
    }
    end(taker);
}

void strangers(void)
{
    static struct person first = { .type = "wait before a stranger", .does = take_token },
                         stranger = { .does = take_token },
                         behind = { .type = "wait behind a stranger", .does = take_token };
    begin_to_wait(&first);
    begin_to_wait(&stranger);
    begin_to_wait(&behind);
    give_token(&first, "hold first token");
    give_token(&stranger, "hold stranger's token");
    give_token(&behind, "hold last token");
}
