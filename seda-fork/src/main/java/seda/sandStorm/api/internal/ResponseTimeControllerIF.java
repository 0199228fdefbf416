// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api.internal;

import seda.sandStorm.api.QueueElementIF;

/** Admits so much to a stage that its response time stays at a target. */
public interface ResponseTimeControllerIF {
    /** @param target milliseconds */
    void setTarget(double target);

    double getTarget();

    /**
     * Called after each batch.
     *
     * @param procTime milliseconds that the handler took
     */
    void adjustThreshold(QueueElementIF[] fetched, long procTime);

    void enable();

    void disable();
}
