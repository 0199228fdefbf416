// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

/** A connection could not be made. */
public class ATcpConnectFailedEvent extends aSocketErrorEvent {
    public ATcpClientSocket theSocket;

    public ATcpConnectFailedEvent(ATcpClientSocket socket, String message) {
        super(message);
        theSocket = socket;
    }

    public ATcpClientSocket getSocket() {
        return theSocket;
    }

    @Override
    public String toString() {
        return "ATcpConnectFailedEvent [" + theSocket + ", " + getMessage() + "]";
    }
}
