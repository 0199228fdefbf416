/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Strands: their tasks are done one after another, by whichever thread of a pool
 * takes the strand out of the queue of what is to be run. So that thread has the
 * context of who had the strand scheduled, and does the tasks of others too.
 * strands HOW TASKS ALONE: what has been posted meanwhile is moved as a whole to a
 * list that belongs to whoever runs the strand (spliced), or to the thread's own
 * (own). The first tasks (ALONE) come when nothing else is to be done: nothing
 * waits then. Each third task is posted to the pool itself. Exit status 0: no task was under another one's context.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kinds.h"
#include "under.h"
#include "whodunit.h"

enum { WORKERS = 3, CLIENTS = 3, STRANDS = 2, WAITING = 64 };

struct op {
    struct op *next;
    void (*run)(struct op *);
    whodunit_context context;
};

struct list {
    struct op *front, *back;
};

struct strand {
    struct op op;
    pthread_mutex_t mutex;
    int is_scheduled;
    struct list waiting, ready;
};

static struct strand strands[STRANDS];
static struct list queue;
static pthread_mutex_t of_queue = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int at_end;
static long tasks, alone;
static atomic_long done, right, wrong, unknown;
static void (*put)(struct strand *, struct op *);

static void push(struct list *list, struct op *op)
{
    op->next = NULL;
    if (list->back)
        list->back->next = op;
    else
        list->front = op;
    list->back = op;
}

static struct op *pop(struct list *list)
{
    struct op *op = list->front;
    if (!op)
        return NULL;
    list->front = op->next;
    if (!list->front)
        list->back = NULL;
    op->next = NULL;
    return op;
}

static void append(struct list *list, struct list *other)
{
    if (!other->front)
        return;
    if (list->back)
        list->back->next = other->front;
    else
        list->front = other->front;
    list->back = other->back;
    other->front = other->back = NULL;
}

static __attribute__((noinline)) void schedule(struct op *op)
{
    pthread_mutex_lock(&of_queue);
    push(&queue, op);
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&of_queue);
}

static __attribute__((noinline)) struct op *next_op(void)
{
    pthread_mutex_lock(&of_queue);
    while (!queue.front && !at_end)
        pthread_cond_wait(&not_empty, &of_queue);
    struct op *op = pop(&queue);
    pthread_mutex_unlock(&of_queue);
    return op;
}

/* The first one is the strand's turn; what comes until that is over waits. */
static void put_behind(struct strand *strand, struct op *op)
{
    pthread_mutex_lock(&strand->mutex);
    if (strand->is_scheduled) {
        push(&strand->waiting, op);
        pthread_mutex_unlock(&strand->mutex);
        return;
    }
    strand->is_scheduled = 1;
    pthread_mutex_unlock(&strand->mutex);
    push(&strand->ready, op);
    schedule(&strand->op);
}

static void run_spliced(struct op *op)
{
    struct strand *strand = (struct strand *)op;
    while ((op = pop(&strand->ready)) != NULL)
        op->run(op);
    pthread_mutex_lock(&strand->mutex);
    append(&strand->ready, &strand->waiting);
    int more = strand->is_scheduled = strand->ready.front != NULL;
    pthread_mutex_unlock(&strand->mutex);
    if (more)
        schedule(&strand->op);
}

static void put_at_end(struct strand *strand, struct op *op)
{
    pthread_mutex_lock(&strand->mutex);
    int was_scheduled = strand->is_scheduled;
    push(&strand->waiting, op);
    strand->is_scheduled = 1;
    pthread_mutex_unlock(&strand->mutex);
    if (!was_scheduled)
        schedule(&strand->op);
}

static __attribute__((noinline)) struct op *take_all(struct strand *strand)
{
    pthread_mutex_lock(&strand->mutex);
    struct op *first = strand->waiting.front;
    strand->waiting.front = strand->waiting.back = NULL;
    pthread_mutex_unlock(&strand->mutex);
    return first;
}

static __attribute__((noinline)) int has_more(struct strand *strand)
{
    pthread_mutex_lock(&strand->mutex);
    int more = strand->is_scheduled = strand->waiting.front != NULL;
    pthread_mutex_unlock(&strand->mutex);
    return more;
}

static void run_own(struct op *op)
{
    struct strand *strand = (struct strand *)op;
    for (struct op *next = take_all(strand); (op = next) != NULL; op->run(op))
        next = op->next;
    if (has_more(strand))
        schedule(&strand->op);
}

/* A thread that was in no transaction has put it in. */
static int is_nobodys(whodunit_context context)
{
    char path[64];
    whodunit_describe(context, path, sizeof path);
    return context == WHODUNIT_ROOT || strcmp(path, "(call path)") == 0;
}

static void run_task(struct op *op)
{
    volatile long number = 0;
    for (int i = 0; i < 300; i++)
        number = number + i;
    whodunit_context context = whodunit_current();
    if (is_under(context, op->context))
        right++;
    else if (is_nobodys(context))
        unknown++;
    else
        wrong++;
    free(op);
    done++;
}

static void *work(void *unused)
{
    struct op *op;
    while ((op = next_op()) != NULL)
        op->run(op);
    return unused;
}

static void *post_some(void *context)
{
    for (long i = 0; i < tasks; i++) {
        while (done < (i < alone ? i * CLIENTS - CLIENTS + 1 : i * CLIENTS - WAITING / 2))
            usleep(10);
        struct op *op = calloc(1, sizeof *op);
        op->run = run_task;
        op->context = *(whodunit_context *)context;
        whodunit_context before = whodunit_attach(op->context);
        if (i % 3 == 0)
            schedule(op);
        else
            put(&strands[i % STRANDS], op);
        whodunit_detach(before);
    }
    return NULL;
}

static void open_strands(const char *how)
{
    int own = strcmp(how, "own") == 0;
    void (*run)(struct op *) = own ? run_own : run_spliced;
    put = own ? put_at_end : put_behind;
    for (struct strand *s = strands; s < strands + STRANDS; s++)
        *s = (struct strand){ .op.run = run, .mutex = PTHREAD_MUTEX_INITIALIZER };
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "spliced";
    pthread_t workers[WORKERS], clients[CLIENTS];
    tasks = argc > 2 ? atol(argv[2]) : 6000;
    alone = argc > 3 ? atol(argv[3]) : 0;
    begin_kinds();
    open_strands(how);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, work, NULL);
    for (int i = 0; i < CLIENTS; i++)
        pthread_create(&clients[i], NULL, post_some, &kinds[i]);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(clients[i], NULL);
    while (done < tasks * CLIENTS)
        usleep(1000);
    pthread_mutex_lock(&of_queue);
    at_end = 1;
    pthread_cond_broadcast(&not_empty);
    pthread_mutex_unlock(&of_queue);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    printf("%s: %ld right, %ld wrong, %ld unknown\n", how, right, wrong, unknown);
    return wrong != 0;
}
