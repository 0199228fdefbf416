// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.io.IOException;
import java.net.Socket;

/** The listen stage: accepts clients. A client begins a transaction. */
final class ListenEventHandler extends aSocketEventHandler<Void> {
    /** How long the stage waits when the process has no descriptor left. */
    private static final int OUT_OF_DESCRIPTORS_MILLIS = 50;
    private boolean complained;

    @Override
    void handle(Object what) {
        ListenSockState state = (ListenSockState) what;
        for (int i = 0; i < aSocketConst.MAX_ACCEPTS_AT_ONCE; i++) {
            Socket socket;
            try {
                socket = state.accept();
            } catch (java.nio.channels.ClosedChannelException e) {
                return;
            } catch (IOException e) {
                cannotAccept(state, e);
                return;
            }
            if (socket == null)
                return;
            accepted(state, socket);
        }
    }

    private void cannotAccept(ListenSockState state, IOException e) {
        if (!complained)
            System.err
                    .println("aSocket: cannot accept on port " + state.getLocalPort() + " for now: " + e.getMessage());
        complained = true;
        try {
            Thread.sleep(OUT_OF_DESCRIPTORS_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void accepted(ListenSockState state, Socket socket) {
        complained = false;
        ATcpConnection conn = new ATcpConnection(state.servsock, socket.getInetAddress(), socket.getPort());
        try {
            conn.sockState = aSocketMgr.factory().newSockState(conn, socket, state.writeClogThreshold);
            state.complete(conn);
        } catch (IOException e) { // the client has gone again
            try {
                socket.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
        }
    }

    @Override
    void endOfBatch() {}

    @Override
    boolean offerAgain(Void state) {
        return true;
    }
}
