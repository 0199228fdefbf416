// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** The sink is closed. */
public class SinkClosedException extends SinkException {
    private static final long serialVersionUID = 1;

    public SinkClosedException() {}

    public SinkClosedException(String message) {
        super(message);
    }
}
