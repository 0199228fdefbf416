// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;

/** A server socket listens. */
public class ATcpListenSuccessEvent implements QueueElementIF {
    public ATcpServerSocket theSocket;

    public ATcpListenSuccessEvent(ATcpServerSocket socket) {
        theSocket = socket;
    }

    public ATcpServerSocket getSocket() {
        return theSocket;
    }

    @Override
    public String toString() {
        return "ATcpListenSuccessEvent [" + theSocket + "]";
    }
}
