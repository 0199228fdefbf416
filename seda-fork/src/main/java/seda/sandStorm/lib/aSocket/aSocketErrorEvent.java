// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;

/** Something that was asked of a socket has failed. */
public abstract class aSocketErrorEvent implements QueueElementIF {
    private final String message;

    protected aSocketErrorEvent(String message) {
        this.message = message;
    }

    public String getMessage() {
        return message;
    }
}
