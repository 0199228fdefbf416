// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** Decides whether an element may enter a queue. Evaluated under the queue's lock, so never by two threads at once. */
public interface EnqueuePredicateIF {
    boolean accept(QueueElementIF element);
}
