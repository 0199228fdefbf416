// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** A sink did not take an element. */
public abstract class SinkException extends Exception {
    private static final long serialVersionUID = 1;

    public SinkException() {}

    public SinkException(String message) {
        super(message);
    }
}
