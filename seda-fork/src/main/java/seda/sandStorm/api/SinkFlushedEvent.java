// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** A sink has processed everything that it held when it was flushed. */
public class SinkFlushedEvent implements QueueElementIF {
    public SinkIF sink;

    public SinkFlushedEvent(SinkIF sink) {
        this.sink = sink;
    }
}
