// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.io.IOException;
import java.net.Socket;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkFullException;
import seda.sandStorm.api.SinkIF;
import whodunit.seda.Contexts;

/** What the socket layer knows of a connection that is being made. */
public abstract class ConnectSockState {
    protected ATcpClientSocket clisock;
    protected SinkIF compQ;
    /** How often the outcome is offered to a sink that is full; -1: until it is taken. */
    protected int connectClogTries;
    protected int connectNumTries;
    protected int writeClogThreshold;
    /** The outcome is known. */
    protected boolean completed;
    private final int context = Contexts.current();
    private QueueElementIF outcome;

    public ConnectSockState() {}

    /** The socket is connected, or has failed to. */
    protected abstract void complete();

    protected abstract void error(aSocketErrorEvent event);

    /** The outcome belongs to the context in which the connection was asked for. */
    final void completeInContext() {
        Contexts.set(context);
        complete();
    }

    protected void connected(Socket socket) throws IOException {
        ATcpConnection conn = new ATcpConnection(clisock, socket.getInetAddress(), socket.getPort());
        conn.sockState = aSocketMgr.factory().newSockState(conn, socket, writeClogThreshold);
        offer(conn);
    }

    /** Gives the outcome to the application; a sink that is full gets it later. */
    protected void offer(QueueElementIF outcome) {
        completed = true;
        this.outcome = null;
        try {
            compQ.enqueue(outcome);
        } catch (SinkFullException e) {
            if (++connectNumTries == connectClogTries)
                discard(outcome);
            else
                this.outcome = outcome;
        } catch (SinkException e) {
            discard(outcome);
        }
    }

    final boolean waitsForSink() {
        return outcome != null;
    }

    private static void discard(QueueElementIF outcome) {
        if (outcome instanceof ATcpConnection conn)
            conn.peerClosed();
    }

    /** @return whether the outcome was taken, or given up */
    final boolean offerAgain() {
        Contexts.set(context);
        if (outcome != null)
            offer(outcome);
        return outcome == null;
    }
}
