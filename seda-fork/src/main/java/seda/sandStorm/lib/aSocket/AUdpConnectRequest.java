// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.net.InetAddress;
import seda.sandStorm.api.QueueElementIF;

/** Asks to exchange datagrams with one peer only. */
public class AUdpConnectRequest extends AUdpRequest implements QueueElementIF {
    final InetAddress address;
    final int port;

    public AUdpConnectRequest(AUdpSocket sock, InetAddress address, int port) {
        super(sock);
        this.address = address;
        this.port = port;
    }
}
