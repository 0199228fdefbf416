// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

/** A server socket has been closed. */
public class ATcpServerSocketClosedEvent extends aSocketErrorEvent {
    public ATcpServerSocket server_socket;

    public ATcpServerSocketClosedEvent() {
        this(null);
    }

    public ATcpServerSocketClosedEvent(ATcpServerSocket socket) {
        super("server socket closed");
        server_socket = socket;
    }
}
