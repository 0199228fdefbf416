/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Items that are taken where nobody looks: unseen HOW [LIBRARY]. A thread takes
 * items out of a queue that gets known. Then, every tenth time, something comes
 * between, and the item behind it must not be taken for the one before:
 *   nested    it is taken within a section of another lock's, which is known to hand something else over
 *   timed     the lock is taken by another function
 *   unloading a library is unloaded in a section that other functions begin and end
 *   jump      a signal's handler jumps out of a section
 * Prints how many items were taken under the right context, a wrong one and none: of those before, of those that
 * come then, and of the others. Exit status 0: none was wrong.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <time.h>

#include "kinds.h"
#include "under.h"
#include "whodunit.h"

enum { FIRST = 3000, TURNS = 3000, EACH = 10 };

struct item {
    long number;
    whodunit_context context;
    STAILQ_ENTRY(item) next;
};
STAILQ_HEAD(items, item);

static struct items queue = STAILQ_HEAD_INITIALIZER(queue), forwarded = STAILQ_HEAD_INITIALIZER(forwarded);
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static sem_t may_take, was_taken;
static struct item items[2], notes[2];
static const char *how, *library;
static long said[3][3];
static int ends, comes_between;
static volatile int spins;
static sigjmp_buf out;

static __attribute__((noinline)) void put(struct item *item)
{
    pthread_rwlock_wrlock(&lock);
    STAILQ_INSERT_TAIL(&queue, item, next);
    pthread_rwlock_unlock(&lock);
}

static __attribute__((noinline)) struct item *take(void)
{
    pthread_rwlock_wrlock(&lock);
    struct item *item = STAILQ_FIRST(&queue);
    STAILQ_REMOVE_HEAD(&queue, next);
    pthread_rwlock_unlock(&lock);
    return item;
}

static __attribute__((noinline)) struct item *take_in_time(void)
{
    struct timespec far = { time(NULL) + 1000, 0 };
    pthread_rwlock_timedwrlock(&lock, &far);
    struct item *item = STAILQ_FIRST(&queue);
    STAILQ_REMOVE_HEAD(&queue, next);
    pthread_rwlock_unlock(&lock);
    return item;
}

/* The note is handed over to the first thread. */
static __attribute__((noinline)) struct item *forward(struct item *note, int takes, int waits)
{
    pthread_mutex_lock(&outer);
    STAILQ_INSERT_TAIL(&forwarded, note, next);
    struct item *item = takes ? take() : NULL;
    for (spins = waits; spins;)
        ;
    pthread_mutex_unlock(&outer);
    return item;
}

static __attribute__((noinline)) struct item *receive(void)
{
    pthread_mutex_lock(&outer);
    struct item *received = STAILQ_FIRST(&forwarded);
    STAILQ_REMOVE_HEAD(&forwarded, next);
    pthread_mutex_unlock(&outer);
    return received;
}

/* Frames of another size than that of who unloads. */
static __attribute__((noinline)) void hold(void)
{
    volatile char frame[256] = { 1 };
    pthread_mutex_lock(&held);
    frame[1] = frame[0];
}

static __attribute__((noinline)) void let_go(void)
{
    volatile char frame[512] = { 1 };
    pthread_mutex_unlock(&held);
    frame[1] = frame[0];
}

static __attribute__((noinline)) void unload(void)
{
    void *its = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    hold();
    if (!its || dlclose(its) != 0)
        exit(3);
    let_go();
}

static void jump(int signal)
{
    (void)signal;
    siglongjmp(out, 1);
}

/* What happens every tenth time; returns the item, if it takes one. */
static struct item *come_between(struct item *note)
{
    if (strcmp(how, "nested") == 0)
        return forward(note, 1, 0);
    if (strcmp(how, "jump") != 0)
        forward(note, 0, 0);
    else if (sigsetjmp(out, 1) == 0)
        forward(note, 0, 1);
    else
        pthread_mutex_unlock(&outer);
    if (strcmp(how, "timed") == 0)
        return take_in_time();
    if (strcmp(how, "unloading") == 0)
        unload();
    return take();
}

static void look(struct item *item, int of)
{
    volatile long number = item->number;
    for (int k = 0; k < 60; k++)
        number = number + k;
    whodunit_context found = whodunit_current();
    said[of][is_under(found, item->context) ? 0 : found != WHODUNIT_ROOT ? 1 : 2]++;
}

static void *work(void *unused)
{
    for (int turn = 0;; turn++) {
        sem_wait(&may_take);
        if (ends)
            return unused;
        struct item *note = &notes[turn % 2];
        if (comes_between) {
            look(come_between(note), 1);
        } else {
            look(take(), turn < FIRST ? 0 : 2);
            forward(note, 0, 0);
        }
        sem_post(&was_taken);
    }
}

static void give(unsigned turn)
{
    struct item *item = &items[turn % 2];
    item->context = kinds[turn % KINDS];
    whodunit_context before = whodunit_attach(item->context);
    put(item);
    whodunit_detach(before);
}

static void print(const char *name, const long counts[3])
{
    printf("%s: %ld right, %ld wrong, %ld unknown\n", name, counts[0], counts[1], counts[2]);
}

int main(int count, char **argument)
{
    pthread_t thread;
    how = count > 1 ? argument[1] : "";
    library = count > 2 ? argument[2] : "";
    signal(SIGUSR1, jump);
    sem_init(&may_take, 0, 0);
    sem_init(&was_taken, 0, 0);
    begin_kinds();
    pthread_create(&thread, NULL, work, NULL);
    for (int turn = 0; turn < FIRST + TURNS; turn++) {
        give((unsigned)turn);
        comes_between = turn >= FIRST && turn % EACH == 0;
        sem_post(&may_take);
        if (comes_between && strcmp(how, "jump") == 0) {
            while (!spins)
                ;
            pthread_kill(thread, SIGUSR1);
        }
        sem_wait(&was_taken);
        spins = 0;
        receive()->number++;
    }
    ends = 1;
    sem_post(&may_take);
    pthread_join(thread, NULL);
    print("before", said[0]);
    print("between", said[1]);
    print("after", said[2]);
    return said[0][1] + said[1][1] + said[2][1] != 0;
}
