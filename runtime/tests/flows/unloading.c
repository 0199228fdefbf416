/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Libraries that come and go: unloading LIBRARY TIMES. Items go through a queue
 * of the program's, which gets known. Then the LIBRARY, which has a queue of its
 * own, is loaded, used and unloaded, TIMES over, and another one, of which
 * nothing is translated, comes and goes with it. Prints how many items that went
 * through the program's queue in between were taken under the right context, a
 * wrong one and none, and in how many KB this process's memory grew over the
 * last half. Exit status 0: none was wrong.
 */
#include <dlfcn.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"
#include "under.h"
#include "unloading_library.h"
#include "whodunit.h"

enum { FIRST = 3000, EACH = 20 };

struct code {
    void (*put)(struct queue *, struct queue_item *);
    struct queue_item *(*take)(struct queue *);
};

static const struct code own = { queue_put, queue_take };
static struct queue own_queue = { PTHREAD_MUTEX_INITIALIZER, STAILQ_HEAD_INITIALIZER(own_queue.items) };
static struct queue *queue = &own_queue;
static struct code code;
static int ends;
static sem_t may_take, was_taken;
static struct queue_item items[KINDS];
static whodunit_context found;

static void *take(void *unused)
{
    for (;; sem_post(&was_taken)) {
        sem_wait(&may_take);
        if (ends)
            return unused;
        struct queue_item *item = code.take(queue);
        volatile long number = item->number;
        for (int k = 0; k < 60; k++)
            number = number + k;
        found = whodunit_current();
    }
}

static void pass(int count, long said[3])
{
    static unsigned turn;
    for (int i = 0; i < count; i++) {
        unsigned kind = turn++ % KINDS;
        whodunit_context before = whodunit_attach(kinds[kind]);
        code.put(queue, &items[kind]);
        whodunit_detach(before);
        sem_post(&may_take);
        sem_wait(&was_taken);
        if (said)
            said[is_under(found, kinds[kind]) ? 0 : found != WHODUNIT_ROOT ? 1 : 2]++;
    }
}

static void come_and_go(const char *path)
{
    struct queue its = { PTHREAD_MUTEX_INITIALIZER, STAILQ_HEAD_INITIALIZER(its.items) };
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL), *other = dlopen("libutil.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library || !other)
        exit(3);
    *(void **)&code.put = dlsym(library, "queue_put");
    *(void **)&code.take = dlsym(library, "queue_take");
    queue = &its;
    pass(EACH, NULL);
    queue = &own_queue;
    code = own;
    dlclose(other);
    if (dlclose(library) != 0 || dlopen(path, RTLD_NOW | RTLD_NOLOAD))
        exit(4);
}

static long memory_kb(void)
{
    char line[256];
    long kb = -1;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f) && sscanf(line, "RssAnon: %ld", &kb) != 1)
        ;
    if (f)
        fclose(f);
    return kb;
}

int main(int count, char **argument)
{
    pthread_t thread;
    long said[3] = { 0 }, half = 0;
    int times = count > 2 ? atoi(argument[2]) : 0;
    sem_init(&may_take, 0, 0);
    sem_init(&was_taken, 0, 0);
    begin_kinds();
    code = own;
    pthread_create(&thread, NULL, take, NULL);
    pass(FIRST, NULL);
    for (int i = 0; i < times; i++) {
        if (i == times / 2)
            half = memory_kb();
        come_and_go(argument[1]);
        pass(EACH, said);
    }
    printf("%ld right, %ld wrong, %ld unknown, %ld KB more\n", said[0], said[1], said[2], memory_kb() - half);
    ends = 1;
    sem_post(&may_take);
    pthread_join(thread, NULL);
    return said[1] != 0;
}
