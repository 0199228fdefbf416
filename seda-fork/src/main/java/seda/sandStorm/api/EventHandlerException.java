// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** What an event handler may throw: it is reported and the batch dropped. */
public abstract class EventHandlerException extends Exception {
    private static final long serialVersionUID = 1;

    public EventHandlerException() {}

    public EventHandlerException(String message) {
        super(message);
    }
}
