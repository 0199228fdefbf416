// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** A sink, e.g. a connection, has been closed by either side. */
public class SinkClosedEvent implements QueueElementIF {
    public SinkIF sink;

    public SinkClosedEvent(SinkIF sink) {
        this.sink = sink;
    }

    @Override
    public String toString() {
        return "SinkClosedEvent [sink=" + sink + "]";
    }
}
