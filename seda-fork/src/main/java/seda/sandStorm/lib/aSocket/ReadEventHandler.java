package seda.sandStorm.lib.aSocket;

/** The read stage: packets from sockets to the sinks of their readers. A packet begins a transaction. */
final class ReadEventHandler extends aSocketEventHandler<Object> {
    @Override
    void handle(Object what) {
        if (what instanceof SockState state)
            read(state);
        else if (what instanceof DatagramSockState state)
            read(state);
        else if (what instanceof ATcpStartReadRequest start)
            start(start);
        else if (what instanceof AUdpStartReadRequest start)
            start.sock.state.readInit(source, start.compQ, start.readClogTries);
        else if (what instanceof ATcpLostNotice lost)
            lost(lost.state);
    }

    private void read(SockState state) {
        boolean before = state.isClogged();
        state.doRead();
        if (!before && state.isClogged())
            refused(state);
    }

    private void read(DatagramSockState state) {
        boolean before = state.isClogged();
        state.doRead();
        if (!before && state.isClogged())
            refused(state);
    }

    private void start(ATcpStartReadRequest start) {
        SockState state = start.conn.sockState;
        boolean before = state.isClogged();
        state.readInit(source, start.compQ, start.readClogTries);
        if (!before && state.isClogged())
            refused(state);
    }

    private void lost(SockState state) {
        boolean before = state.isClogged();
        state.endOfInput();
        if (!before && state.isClogged())
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
