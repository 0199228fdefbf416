// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;

/** Asks to exchange datagrams with anybody again. */
public class AUdpDisconnectRequest extends AUdpRequest implements QueueElementIF {
    public AUdpDisconnectRequest(AUdpSocket sock) {
        super(sock);
    }
}
