/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sections of sites that are known, which begin at once: one thread puts items
 * into a box, another one takes them, and sometimes asks for the next one while
 * the box is empty, or its lock another one's. Once that is known a second thread
 * takes the first one's place, and every other item comes by a store that has not
 * been executed before: it is seen to hand over only where the sites are learned
 * again. Prints of the items of either how many were taken under the right context,
 * a wrong one and none, and how often a thread that asked in vain had its own
 * context, and how often another one, while it waited for the lock and afterwards.
 * Exit status 0: all of these were known in the end, and none was wrong.
 */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kinds.h"
#include "under.h"
#include "whodunit.h"

enum { FIRST = 2000, TURNS = 100000, IN_VAIN = 20, TRIES = 3, ENOUGH = 1000, ITEMS = 4 };

struct item {
    long number;
    whodunit_context context;
    int is_urgent;
};

/* Volatile: each has stores of its own. */
static struct {
    struct item *volatile usual, *volatile urgent;
} box;

static struct counts {
    long right, wrong, unknown;
} usual, urgent;

static struct {
    long own, others;
} waiting, afterwards;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t may_take, was_taken;
static struct item *items; /* far from the box: what lies within 512 bytes behind an item is its own */
static enum { TAKES, ASKS, ENDS } turn_is;
static atomic_int asks, interrupted;
static pid_t number;

static __attribute__((noinline)) void put(struct item *item)
{
    pthread_mutex_lock(&lock);
    if (item->is_urgent)
        box.urgent = item;
    else
        box.usual = item;
    pthread_mutex_unlock(&lock);
}

static inline struct item *take_out(void)
{
    struct item *item = box.urgent;
    if (item) {
        box.urgent = NULL;
    } else {
        item = box.usual;
        box.usual = NULL;
    }
    return item;
}

static __attribute__((noinline)) struct item *take(void)
{
    pthread_mutex_lock(&lock);
    struct item *item = take_out();
    pthread_mutex_unlock(&lock);
    return item;
}

/* The lock is free. */
static __attribute__((noinline)) struct item *try_to_take(void)
{
    if (pthread_mutex_trylock(&lock) != 0)
        abort();
    struct item *item = take_out();
    pthread_mutex_unlock(&lock);
    return item;
}

static whodunit_context own(void)
{
    return kinds[KINDS - 1];
}

static void look(struct item *item)
{
    volatile long sum = item->number;
    for (int k = 0; k < 60; k++)
        sum = sum + k;
    whodunit_context found = whodunit_current();
    struct counts *counts = item->is_urgent ? &urgent : &usual;
    if (is_under(found, item->context))
        counts->right++;
    else if (found == own())
        counts->unknown++;
    else
        counts->wrong++;
}

static void interrupt(int signal)
{
    (void)signal;
    if (whodunit_current() == own())
        waiting.own++;
    else
        waiting.others++;
    interrupted = 1;
}

static void ask_in_vain(struct item *(*from)(void))
{
    asks = 1;
    if (!from() && whodunit_current() == own())
        afterwards.own++;
    else
        afterwards.others++;
}

static void *work(void *unused)
{
    number = gettid();
    whodunit_attach(own());
    for (int turn = 0; sem_wait(&may_take), turn_is != ENDS; turn++) {
        if (turn_is == ASKS) {
            ask_in_vain(take);
        } else {
            look(turn % TRIES == 0 ? try_to_take() : take());
            if (turn % IN_VAIN == 0)
                ask_in_vain(try_to_take);
        }
        sem_post(&was_taken);
    }
    return unused;
}

static void give(int turn, int is_urgent)
{
    struct item *item = &items[turn % ITEMS];
    item->context = kinds[turn % (KINDS - 1)];
    item->is_urgent = is_urgent;
    whodunit_context before = whodunit_attach(item->context);
    put(item);
    whodunit_detach(before);
    turn_is = TAKES;
    sem_post(&may_take);
    sem_wait(&was_taken);
}

static int sleeps(void)
{
    char path[64], text[256] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)number);
    FILE *file = fopen(path, "r");
    if (file) {
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
    }
    const char *behind_name = strrchr(text, ')');
    return behind_name && behind_name[1] == ' ' && behind_name[2] == 'S';
}

/* The thread waits for the lock, and is interrupted there. */
static void let_ask(pthread_t thread)
{
    pthread_mutex_lock(&lock);
    turn_is = ASKS;
    asks = interrupted = 0;
    sem_post(&may_take);
    while (!asks || !sleeps())
        sched_yield();
    pthread_kill(thread, SIGUSR1);
    while (!interrupted)
        sched_yield();
    pthread_mutex_unlock(&lock);
    sem_wait(&was_taken);
}

static void end(pthread_t thread)
{
    turn_is = ENDS;
    sem_post(&may_take);
    pthread_join(thread, NULL);
}

static void print(const char *name, const struct counts *counts)
{
    printf("%s: %ld right, %ld wrong, %ld unknown\n", name, counts->right, counts->wrong, counts->unknown);
}

int main(void)
{
    pthread_t thread;
    signal(SIGUSR1, interrupt);
    sem_init(&may_take, 0, 0);
    sem_init(&was_taken, 0, 0);
    items = calloc(ITEMS, sizeof *items);
    begin_kinds();
    pthread_create(&thread, NULL, work, NULL);
    for (int turn = 0; turn < FIRST; turn++)
        give(turn, 0);
    end(thread);
    print("the first thread's", &usual);
    int is_known = usual.right > 0, is_wrong = usual.wrong != 0;
    memset(&usual, 0, sizeof usual);
    pthread_create(&thread, NULL, work, NULL);
    for (int turn = 0; turn < TURNS && urgent.right < ENOUGH; turn++) {
        give(turn, turn % 2);
        if (turn % IN_VAIN == 0)
            let_ask(thread);
    }
    end(thread);
    print("the second thread's", &usual);
    print("by another store", &urgent);
    printf("waiting for the lock: %ld times its own context, %ld times not\n", waiting.own, waiting.others);
    printf("afterwards: %ld times its own context, %ld times not\n", afterwards.own, afterwards.others);
    return !is_known || is_wrong || !usual.right || usual.wrong || urgent.right < ENOUGH || urgent.wrong ||
           waiting.others || afterwards.others;
}
