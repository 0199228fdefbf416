/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long backlogs: backlog ORDER ROUNDS BURST [PUTS TAKES]. A thread puts BURST
 * items into a queue, then another takes them, and so on in turn: what a
 * section does, and which memory it does it to, is the same in each run. Nodes
 * are used again in the ORDER they became free ("first"), or the other way
 * round ("last"), so that the same item lies at the same address under other
 * contexts. One of PUTS and one of TAKES sections begins with a system call:
 * there a section is left, and what it does is not seen. Prints how many items
 * were taken under the right context, a wrong one and none. Exit status 0: none
 * was wrong.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kinds.h"
#include "under.h"
#include "whodunit.h"

enum { MOST = 20000 };

struct item {
    long number;
    whodunit_context context;
    STAILQ_ENTRY(item) next;
};

static STAILQ_HEAD(, item) queue = STAILQ_HEAD_INITIALIZER(queue);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t may_put, may_take;
static struct item items[MOST], *unused[MOST];
static int first_unused, unused_count, uses_last, rounds, burst, puts_until, takes_until;
static long right, wrong, unknown;

/* Only one of the threads runs at a time. */
static struct item *reuse(void)
{
    if (uses_last)
        return unused[--unused_count];
    struct item *item = unused[first_unused];
    first_unused = (first_unused + 1) % burst;
    return item;
}

static void give_back(struct item *item)
{
    static int end;
    if (uses_last) {
        unused[unused_count++] = item;
        return;
    }
    unused[end] = item;
    end = (end + 1) % burst;
}

static void call_sometimes(int *count, int until)
{
    if (until && ++*count % until == 0)
        syscall(SYS_getppid);
}

static __attribute__((noinline)) void put(struct item *item)
{
    static int count;
    pthread_mutex_lock(&mutex);
    call_sometimes(&count, puts_until);
    STAILQ_INSERT_TAIL(&queue, item, next);
    pthread_mutex_unlock(&mutex);
}

static __attribute__((noinline)) struct item *take(void)
{
    static int count;
    pthread_mutex_lock(&mutex);
    call_sometimes(&count, takes_until);
    struct item *item = STAILQ_FIRST(&queue);
    STAILQ_REMOVE_HEAD(&queue, next);
    pthread_mutex_unlock(&mutex);
    return item;
}

static void *produce(void *arg)
{
    for (int round = 0; round < rounds; round++) {
        sem_wait(&may_put);
        for (int i = 0; i < burst; i++) {
            struct item *item = reuse();
            item->number = (long)round * burst + i;
            item->context = kinds[(round + i) % KINDS];
            whodunit_context before = whodunit_attach(item->context);
            put(item);
            whodunit_detach(before);
        }
        sem_post(&may_take);
    }
    return arg;
}

static void *consume(void *arg)
{
    for (int round = 0; round < rounds; round++) {
        sem_wait(&may_take);
        for (int i = 0; i < burst; i++) {
            struct item *item = take();
            volatile long number = item->number;
            for (int k = 0; k < 60; k++)
                number = number + k;
            whodunit_context context = whodunit_current();
            long *count = is_under(context, item->context) ? &right : context == WHODUNIT_ROOT ? &unknown : &wrong;
            ++*count;
            give_back(item);
        }
        sem_post(&may_put);
    }
    return arg;
}

int main(int argc, char **argv)
{
    uses_last = argc > 1 && strcmp(argv[1], "last") == 0;
    rounds = argc > 2 ? atoi(argv[2]) : 10;
    burst = argc > 3 && atoi(argv[3]) < MOST ? atoi(argv[3]) : 3000;
    puts_until = argc > 4 ? atoi(argv[4]) : 0;
    takes_until = argc > 5 ? atoi(argv[5]) : 0;
    begin_kinds();
    for (int i = 0; i < burst; i++)
        unused[unused_count++] = &items[i];
    sem_init(&may_put, 0, 1);
    sem_init(&may_take, 0, 0);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, produce, NULL);
    pthread_create(&threads[1], NULL, consume, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    printf("%s, %d: %ld right, %ld wrong, %ld unknown\n", uses_last ? "last" : "first", burst, right, wrong, unknown);
    return wrong != 0;
}
