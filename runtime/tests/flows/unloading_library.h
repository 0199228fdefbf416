/* SPDX-License-Identifier: Apache-2.0 */
/* unloading_library.h: a queue whose code is in the program and in the library that comes and goes. */
#ifndef WD_TESTS_FLOWS_UNLOADING_LIBRARY_H
#define WD_TESTS_FLOWS_UNLOADING_LIBRARY_H

#include <pthread.h>
#include <sys/queue.h>

struct queue_item {
    long number;
    STAILQ_ENTRY(queue_item) next;
};

struct queue {
    pthread_mutex_t mutex;
    STAILQ_HEAD(, queue_item) items;
};

void queue_put(struct queue *queue, struct queue_item *item);
struct queue_item *queue_take(struct queue *queue);

#endif
