/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A restartable sequence (rseq) within a critical section, as allocators have
 * them that count for each processor: restartable ITEMS. After so many items
 * have gone through a queue, the section that puts one in has a sequence in it
 * that a signal interrupts; its handler changes what the sequence has read, so
 * it has to begin again. Prints the sum that both make: 101. On stderr: whether
 * the hand-over was known. Exit status 77: no rseq here.
 */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/rseq.h>
#include <unistd.h>

#include "under.h"
#include "whodunit.h"

struct item {
    long number;
    STAILQ_ENTRY(item) next;
};

static STAILQ_HEAD(, item) queue = STAILQ_HEAD_INITIALIZER(queue);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t may_take, was_taken;
static whodunit_context found;
static volatile long sum;
static volatile int is_within, was_hit, ends;

/* sum = sum + 1, unless it is interrupted between reading and writing, where it waits until it was. */
static __attribute__((noinline)) void add_one(void)
{
    ptrdiff_t area = __rseq_offset + (ptrdiff_t)offsetof(struct rseq, rseq_cs);
    __asm__ volatile(".pushsection __rseq_cs, \"aw\"\n"
                     ".balign 32\n"
                     "3: .long 0, 0\n"
                     ".quad 1f, 2f - 1f, 4f\n"
                     ".popsection\n"
                     "5: lea 3b(%%rip), %%rax\n"
                     "mov %%rax, %%fs:(%[area])\n"
                     "1: mov %[sum], %%rcx\n"
                     "movl $1, %[is_within]\n"
                     "6: cmpl $0, %[was_hit]\n"
                     "je 6b\n"
                     "add $1, %%rcx\n"
                     "mov %%rcx, %[sum]\n"
                     "2: jmp 7f\n"
                     ".byte 0x0f, 0xb9, 0x3d\n" /* the signature before it */
                     ".long 0x53053053\n"
                     "4: jmp 5b\n"
                     "7:\n"
                     : [sum] "+m"(sum), [is_within] "=m"(is_within)
                     : [was_hit] "m"(was_hit), [area] "r"(area)
                     : "rax", "rcx", "memory", "cc");
}

static void hit(int signal)
{
    (void)signal;
    sum += 100;
    was_hit = 1;
}

static __attribute__((noinline)) void put(struct item *item, int adds)
{
    pthread_mutex_lock(&mutex);
    STAILQ_INSERT_TAIL(&queue, item, next);
    if (adds)
        add_one();
    pthread_mutex_unlock(&mutex);
}

static __attribute__((noinline)) struct item *take(void)
{
    pthread_mutex_lock(&mutex);
    struct item *item = STAILQ_FIRST(&queue);
    STAILQ_REMOVE_HEAD(&queue, next);
    pthread_mutex_unlock(&mutex);
    return item;
}

static void *work(void *unused)
{
    for (;;) {
        sem_wait(&may_take);
        if (ends)
            return unused;
        struct item *item = take();
        volatile long number = item->number;
        for (int k = 0; k < 60; k++)
            number = number + k;
        found = whodunit_current();
        sem_post(&was_taken);
    }
}

static void *interrupt(void *thread)
{
    while (!is_within)
        ;
    pthread_kill(*(pthread_t *)thread, SIGUSR1);
    return NULL;
}

int main(int count, char **argument)
{
    static struct item items[2];
    pthread_t worker, other, own = pthread_self();
    if (__rseq_size == 0)
        return 77;
    signal(SIGUSR1, hit);
    sem_init(&may_take, 0, 0);
    sem_init(&was_taken, 0, 0);
    whodunit_begin("putting");
    whodunit_context context = whodunit_current();
    pthread_create(&worker, NULL, work, NULL);
    for (int i = count > 1 ? atoi(argument[1]) : 0; i >= 0; i--) {
        if (i == 0)
            pthread_create(&other, NULL, interrupt, &own);
        put(&items[i % 2], i == 0);
        sem_post(&may_take);
        sem_wait(&was_taken);
        if (i == 1)
            fprintf(stderr, is_under(found, context) ? "known\n" : "not known\n");
    }
    ends = 1;
    sem_post(&may_take);
    pthread_join(worker, NULL);
    pthread_join(other, NULL);
    printf("%ld\n", sum);
    return 0;
}
