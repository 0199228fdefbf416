// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** An element of a numbered class, for admission control per class. */
public interface ClassQueueElementIF extends QueueElementIF {
    int getRequestClass();

    void setRequestClass(int requestClass);
}
