// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** Two stages of a configuration have the same name. */
public class StageNameAlreadyBoundException extends Exception {
    private static final long serialVersionUID = 1;

    public StageNameAlreadyBoundException() {}

    public StageNameAlreadyBoundException(String message) {
        super(message);
    }
}
