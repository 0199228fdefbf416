// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;

/** A datagram socket has been disconnected. */
public class AUdpDisconnectEvent implements QueueElementIF {
    public AUdpSocket theSocket;

    AUdpDisconnectEvent(AUdpSocket socket) {
        theSocket = socket;
    }

    public AUdpSocket getSocket() {
        return theSocket;
    }

    @Override
    public String toString() {
        return "AUdpDisconnectEvent [" + theSocket + "]";
    }
}
