// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** There is no sink of that name. */
public class NoSuchSinkException extends Exception {
    private static final long serialVersionUID = 1;

    public NoSuchSinkException() {}

    public NoSuchSinkException(String message) {
        super(message);
    }
}
