// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;

/** Something asked of the socket layer. */
public abstract class aSocketRequest implements QueueElementIF {
    /**
     * The transaction context in which the write stage works on this request, also when the socket takes the data only
     * later. Set where the request reaches the stage.
     */
    int context;

    /** Whether the read stage serves it, not the write stage. */
    boolean isRead() {
        return false;
    }
}
