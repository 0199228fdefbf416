// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** The sink has no room, or its predicate refused. */
public class SinkFullException extends SinkException {
    private static final long serialVersionUID = 1;

    public SinkFullException() {}

    public SinkFullException(String message) {
        super(message);
    }
}
