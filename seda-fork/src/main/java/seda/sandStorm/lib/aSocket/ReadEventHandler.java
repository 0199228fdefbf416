// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.util.function.BooleanSupplier;

/** The read stage: packets from sockets to the sinks of their readers. A packet begins a transaction. */
final class ReadEventHandler extends aSocketEventHandler<Object> {
    @Override
    void handle(Object what) {
        if (what instanceof SockState state)
            push(state, state::isClogged, state::doRead);
        else if (what instanceof DatagramSockState state)
            push(state, state::isClogged, state::doRead);
        else if (what instanceof ATcpStartReadRequest start)
            start(start, start.conn.sockState);
        else if (what instanceof AUdpStartReadRequest start)
            start.sock.state.readInit(source, start.compQ, start.readClogTries);
        else if (what instanceof ATcpLostNotice lost)
            push(lost.state, lost.state::isClogged, lost.state::endOfInput);
    }

    private void start(ATcpStartReadRequest start, SockState state) {
        push(state, state::isClogged, () -> state.readInit(source, start.compQ, start.readClogTries));
    }

    /** Does what may push something to a reader, whose sink may refuse it. */
    private void push(Object state, BooleanSupplier clogged, Runnable work) {
        boolean before = clogged.getAsBoolean();
        work.run();
        if (!before && clogged.getAsBoolean())
            refused(state);
    }

    @Override
    void endOfBatch() {}

    @Override
    boolean offerAgain(Object state) {
        if (state instanceof SockState connection) {
            connection.doRead();
            return !connection.isClogged();
        }
        DatagramSockState datagrams = (DatagramSockState) state;
        datagrams.doRead();
        return !datagrams.isClogged();
    }
}
