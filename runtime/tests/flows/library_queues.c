/* SPDX-License-Identifier: Apache-2.0 */
/* The libraries' own functions, declared here: their headers are not needed for so few. */
#include "library_queues.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

extern void *g_async_queue_new(void);
extern void g_async_queue_push(void *queue, void *data);
extern void *g_async_queue_pop(void *queue);
extern void *g_async_queue_try_pop(void *queue);
extern int g_async_queue_length(void *queue);

extern int apr_initialize(void);
extern int apr_pool_create_ex(void **pool, void *parent, void *abort, void *allocator);
extern int apr_queue_create(void **queue, unsigned int capacity, void *pool);
extern int apr_queue_push(void *queue, void *data);
extern int apr_queue_pop(void *queue, void **data);

enum { CAPACITY = 64 };

static void *glib, *apr;
static char end_of_queue;

void library_queues_open(void)
{
    void *pool;
    glib = g_async_queue_new();
    if (apr_initialize() != 0 || apr_pool_create_ex(&pool, NULL, NULL, NULL) != 0 ||
        apr_queue_create(&apr, CAPACITY, pool) != 0) {
        fprintf(stderr, "apr has no queue\n");
        exit(2);
    }
}

void library_queues_end(int consumers)
{
    for (int i = 0; i < consumers; i++)
        g_async_queue_push(glib, &end_of_queue);
    while (consumers-- > 0)
        while (apr_queue_push(apr, NULL) == EINTR)
            continue;
}

void glib_put(struct item *item)
{
    while (g_async_queue_length(glib) > CAPACITY)
        sched_yield();
    g_async_queue_push(glib, item);
}

struct item *glib_get(void)
{
    void *data = g_async_queue_try_pop(glib);
    if (!data)
        data = g_async_queue_pop(glib);
    return data == &end_of_queue ? NULL : data;
}

void apr_put(struct item *item)
{
    while (apr_queue_push(apr, item) == EINTR)
        continue; /* another was quicker */
}

struct item *apr_get(void)
{
    void *data = NULL;
    while (apr_queue_pop(apr, &data) == EINTR)
        continue;
    return data;
}
