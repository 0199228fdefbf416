// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** A sink has processed an element completely, e.g. written a buffer. */
public class SinkDrainedEvent implements QueueElementIF {
    public SinkIF sink;
    public QueueElementIF element;

    public SinkDrainedEvent(SinkIF sink, QueueElementIF element) {
        this.sink = sink;
        this.element = element;
    }
}
