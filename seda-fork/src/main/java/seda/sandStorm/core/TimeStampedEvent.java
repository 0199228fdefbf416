// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.core;

import seda.sandStorm.api.QueueElementIF;

/** An element that knows when it was made: response times are counted from there. */
public abstract class TimeStampedEvent implements QueueElementIF {
    /** {@link System#currentTimeMillis}. */
    public long timestamp;

    protected TimeStampedEvent() {
        timestamp = System.currentTimeMillis();
    }
}
