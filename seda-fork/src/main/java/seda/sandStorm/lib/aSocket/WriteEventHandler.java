// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import seda.sandStorm.api.SinkClosedException;
import whodunit.seda.Contexts;

/**
 * The write stage: makes connections, writes, flushes and closes, each request in its own context. All requests of a
 * batch for one connection are collected first, so that small buffers leave together.
 */
final class WriteEventHandler extends aSocketEventHandler<ConnectSockState> {
    private final List<SockState> batch = new ArrayList<>();

    @Override
    void handle(Object what) {
        if (what instanceof ATcpWriteRequest write)
            add(write.conn.sockState, write);
        else if (what instanceof SockState state)
            later(state);
        else if (what instanceof ATcpCloseRequest close)
            add(close.conn.sockState, close);
        else if (what instanceof ATcpFlushRequest flush)
            add(flush.conn.sockState, flush);
        else if (what instanceof ATcpConnectRequest connect)
            connect(connect);
        else if (what instanceof ConnectSockState connecting)
            connected(connecting);
        else if (what instanceof AUdpRequest request)
            request.sock.state.handle(request, source);
        else if (what instanceof DatagramSockState state)
            state.write();
    }

    private void add(SockState state, aSocketRequest request) {
        if (state.closed)
            state.drop(request);
        else if (state.addWriteRequest(request, source))
            later(state);
        else
            state.clogged(((ATcpWriteRequest) request).buf);
    }

    private void later(SockState state) {
        if (!state.inBatch) {
            state.inBatch = true;
            batch.add(state);
        }
    }

    @Override
    void endOfBatch() {
        if (batch.isEmpty())
            return;
        int context = Contexts.current();
        for (SockState state : batch) {
            state.inBatch = false;
            try {
                write(state);
            } catch (RuntimeException | Error e) {
                System.err.println("aSocket: writing to " + state + " failed with " + e);
                e.printStackTrace();
                state.broken();
            }
        }
        batch.clear();
        Contexts.set(context);
    }

    private static void write(SockState state) {
        try {
            if (state.tryWrite())
                state.writeMaskDisable();
            else
                state.writeMaskEnable();
        } catch (SinkClosedException e) {
            state.broken();
        }
        if (state.closed)
            state.dropAll();
    }

    private void connect(ATcpConnectRequest request) {
        try {
            aSocketMgr.factory().newConnectSockState(request, source);
        } catch (IOException | RuntimeException e) {
            request.compQ.enqueue_lossy(new ATcpConnectFailedEvent(request.clisock, String.valueOf(e.getMessage())));
        }
    }

    private void connected(ConnectSockState state) {
        int context = Contexts.current();
        state.completeInContext();
        if (state.waitsForSink())
            refused(state);
        Contexts.set(context);
    }

    @Override
    boolean offerAgain(ConnectSockState state) {
        int context = Contexts.current();
        try {
            return state.offerAgain();
        } finally {
            Contexts.set(context);
        }
    }
}
