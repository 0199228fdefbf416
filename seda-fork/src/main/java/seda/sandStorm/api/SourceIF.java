// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/**
 * Where elements come from. Time-outs are milliseconds: 0 polls, -1 waits for ever. Nothing there is null, never an
 * empty array.
 */
public interface SourceIF {
    QueueElementIF dequeue();

    QueueElementIF[] dequeue_all();

    /** @param num at most so many */
    QueueElementIF[] dequeue(int num);

    QueueElementIF blocking_dequeue(int timeout);

    QueueElementIF[] blocking_dequeue_all(int timeout);

    /** @param num at most so many */
    QueueElementIF[] blocking_dequeue(int timeout, int num);

    int size();
}
