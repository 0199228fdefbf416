/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A library is replaced while a thread waits in a section that calls it: replaced FIRST SECOND. Items go through a
 * queue, whose taker calls the FIRST library's function under the lock, until that section is known. Then, while the
 * taker waits for an item, the FIRST is unloaded and the SECOND comes to where that was. Prints which of them was
 * called afterwards, and whether both were at one address. Exit status 0: it was the second.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/queue.h>
#include <unistd.h>

#include "kinds.h"
#include "whodunit.h"

enum { LEARNT = 3000, AFTERWARDS = 5 };

struct item {
    STAILQ_ENTRY(item) next;
    volatile long number;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_put = PTHREAD_COND_INITIALIZER;
static STAILQ_HEAD(, item) queue = STAILQ_HEAD_INITIALIZER(queue);
static struct item items[KINDS];
static int (*which)(const void *item);
static volatile int called;
static sem_t was_taken;

static __attribute__((noinline)) struct item *take(void)
{
    struct item *item;
    pthread_mutex_lock(&mutex);
    while (!(item = STAILQ_FIRST(&queue)))
        pthread_cond_wait(&is_put, &mutex);
    STAILQ_REMOVE_HEAD(&queue, next);
    called = which(item);
    pthread_mutex_unlock(&mutex);
    return item;
}

static void *takes(void *unused)
{
    for (;;) {
        volatile long number = take()->number;
        for (int i = 0; i < 60; i++)
            number = number + i;
        sem_post(&was_taken);
    }
    return unused;
}

static __attribute__((noinline)) void put(struct item *item)
{
    pthread_mutex_lock(&mutex);
    STAILQ_INSERT_TAIL(&queue, item, next);
    pthread_mutex_unlock(&mutex);
    pthread_cond_signal(&is_put);
}

static void pass(int count)
{
    for (int i = 0; i < count; i++) {
        whodunit_context before = whodunit_attach(kinds[i % KINDS]);
        put(&items[i % KINDS]);
        whodunit_detach(before);
        sem_wait(&was_taken);
    }
}

static void *use(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    *(void **)&which = library ? dlsym(library, "which_library") : NULL;
    return which ? library : NULL;
}

int main(int count, char **argument)
{
    pthread_t thread;
    void *library = count == 3 ? use(argument[1]) : NULL, *first = *(void **)&which;
    if (!library)
        return 3;
    alarm(60);
    sem_init(&was_taken, 0, 0);
    begin_kinds();
    pthread_create(&thread, NULL, takes, NULL);
    pass(LEARNT);
    usleep(100000); /* it waits */
    if (dlclose(library) != 0 || !use(argument[2]))
        return 4;
    for (int i = 0; i < AFTERWARDS; i++) {
        pass(1);
        printf("%d was called, %s\n", called, first == *(void **)&which ? "where 1 was" : "elsewhere");
        if (called != 2)
            return 1;
        usleep(10000);
    }
    return 0;
}
