// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** A sink has been unable to take an element for a long time. */
public class SinkCloggedEvent implements QueueElementIF {
    public SinkIF sink;
    public QueueElementIF element;

    public SinkCloggedEvent(SinkIF sink, QueueElementIF element) {
        this.sink = sink;
        this.element = element;
    }
}
