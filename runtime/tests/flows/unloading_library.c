/* SPDX-License-Identifier: Apache-2.0 */
#include "unloading_library.h"

void queue_put(struct queue *queue, struct queue_item *item)
{
    pthread_mutex_lock(&queue->mutex);
    STAILQ_INSERT_TAIL(&queue->items, item, next);
    pthread_mutex_unlock(&queue->mutex);
}

struct queue_item *queue_take(struct queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    struct queue_item *item = STAILQ_FIRST(&queue->items);
    STAILQ_REMOVE_HEAD(&queue->items, next);
    pthread_mutex_unlock(&queue->mutex);
    return item;
}
