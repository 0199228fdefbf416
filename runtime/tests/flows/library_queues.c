/* SPDX-License-Identifier: Apache-2.0 */
/* The libraries' own functions, declared here: their headers are not needed for so few. Of C11 there are only the
 * locks. */
#include "library_queues.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

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

static struct item *ring[CAPACITY];
static int ring_in, ring_length;
static mtx_t of_ring;
static cnd_t not_empty, not_full;

void library_queues_open(void)
{
    void *pool;
    if (mtx_init(&of_ring, mtx_plain) != thrd_success || cnd_init(&not_empty) != thrd_success ||
        cnd_init(&not_full) != thrd_success) {
        fprintf(stderr, "C11 has no locks\n");
        exit(2);
    }
    glib = g_async_queue_new();
    if (apr_initialize() != 0 || apr_pool_create_ex(&pool, NULL, NULL, NULL) != 0 ||
        apr_queue_create(&apr, CAPACITY, pool) != 0) {
        fprintf(stderr, "apr has no queue\n");
        exit(2);
    }
}

void library_queues_end(int consumers)
{
    for (int i = 0; i < consumers; i++) {
        g_async_queue_push(glib, &end_of_queue);
        c11_put(NULL);
    }
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

void c11_put(struct item *item)
{
    mtx_lock(&of_ring);
    while (ring_length == CAPACITY)
        cnd_wait(&not_full, &of_ring);
    ring[ring_in] = item;
    ring_in = (ring_in + 1) % CAPACITY;
    ring_length++;
    cnd_signal(&not_empty);
    mtx_unlock(&of_ring);
}

struct item *c11_get(void)
{
    mtx_lock(&of_ring);
    while (ring_length == 0)
        cnd_wait(&not_empty, &of_ring);
    struct item *item = ring[(ring_in + CAPACITY - ring_length) % CAPACITY];
    ring_length--;
    cnd_signal(&not_full);
    mtx_unlock(&of_ring);
    return item;
}
