// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** There is no stage of that name. */
public class NoSuchStageException extends Exception {
    private static final long serialVersionUID = 1;

    public NoSuchStageException() {}

    public NoSuchStageException(String message) {
        super(message);
    }
}
