// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** An event handler got an element that it does not know. */
public class UnknownEventException extends EventHandlerException {
    private static final long serialVersionUID = 1;

    public QueueElementIF event;

    public UnknownEventException(String message, QueueElementIF event) {
        super(message);
        this.event = event;
    }
}
