// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** The sink does not take elements of this kind, null among them. */
public class BadQueueElementException extends SinkException {
    private static final long serialVersionUID = 1;

    public QueueElementIF event;

    public BadQueueElementException(String message, QueueElementIF event) {
        super(message);
        this.event = event;
    }

    @Override
    public String toString() {
        return super.toString() + " (element: " + event + ")";
    }
}
