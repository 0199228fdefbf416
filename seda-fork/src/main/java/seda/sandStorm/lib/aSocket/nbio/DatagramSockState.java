// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nbio;

import java.io.IOException;
import java.net.InetAddress;
import seda.sandStorm.lib.aSocket.AUdpSocket;

/** As with the other provider. */
public class DatagramSockState extends seda.sandStorm.lib.aSocket.nio.DatagramSockState {
    public DatagramSockState(AUdpSocket socket, InetAddress address, int port) throws IOException {
        super(socket, address, port);
    }
}
