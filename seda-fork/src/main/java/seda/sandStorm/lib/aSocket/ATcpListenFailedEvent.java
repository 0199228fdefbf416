// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

/** A server socket could not listen. */
public class ATcpListenFailedEvent extends aSocketErrorEvent {
    public ATcpServerSocket theSocket;

    public ATcpListenFailedEvent(ATcpServerSocket socket, String message) {
        super(message);
        theSocket = socket;
    }

    public ATcpServerSocket getSocket() {
        return theSocket;
    }

    @Override
    public String toString() {
        return "ATcpListenFailedEvent [" + theSocket + ", " + getMessage() + "]";
    }
}
